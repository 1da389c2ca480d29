import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type {
  Agent,
  AgentOptions,
  AgentRun,
  Conversation,
  ConversationOptions,
  ConversationState,
  CountersignError,
  RunEvent,
  RunEventOf,
  RunOutcome,
  ToolMap,
} from 'countersign/core';
import { ApprovalRequired, createAgent, createConversation, tool } from 'countersign/core';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

const path = z.object({ path: z.string() });

/** Tools of every kind, which record their executions. */
export function fileTools(): { readonly done: string[]; readonly tools: ReturnType<typeof make> } {
  const done: string[] = [];
  return { done, tools: make(done) };
}

function make(done: string[]) {
  return {
    readFile: tool({ inputSchema: path, execute: (input) => `read ${input.path}` }),
    writeFile: tool({
      inputSchema: z.object({ path: z.string(), content: z.string() }),
      execute: ({ path: file, content }, ctx) => {
        if (file === '.env' && !ctx.toolCallApproved) throw new ApprovalRequired({ metadata: { reason: 'protected' } });
        done.push(`write ${file} ${JSON.stringify(content)}`);
        return `wrote ${file}`;
      },
    }),
    deleteFile: tool({
      description: 'Delete a file',
      inputSchema: path,
      requiresApproval: true,
      describe: (input) => ({ title: `Delete ${input.path}`, risk: 'destructive' }),
      execute: (input, ctx) => {
        done.push(`delete ${input.path} ${ctx.toolCallApproved ? 'approved' : 'unapproved'}`);
        return `deleted ${input.path}`;
      },
    }),
    pickFile: tool({ inputSchema: z.object({ reason: z.string() }), outputSchema: z.object({ name: z.string() }) }),
  };
}

/** An agent with a script, its tools, and its model. */
export function scriptedAgent(turns: readonly ScriptedTurn[]) {
  const model = scriptedModel(turns);
  const files = fileTools();
  return { model, ...files, agent: createAgent({ model, tools: files.tools }) };
}

/** An agent with a script and custom tools. */
export function agentWith<const TOOLS extends ToolMap>(
  tools: TOOLS,
  turns: readonly ScriptedTurn[],
  options: Partial<AgentOptions<TOOLS>> = {},
) {
  const model = scriptedModel(turns);
  return { model, agent: createAgent<TOOLS>({ model, tools, ...options } as AgentOptions<TOOLS>) }; // the given options win
}

/** A conversation whose state changes without animation frames. */
export function converse(agent: Agent<unknown, unknown>, options: Partial<ConversationOptions> = {}): Conversation {
  return createConversation(() => ({ agent, ...options }), {
    scheduleFrame: (apply) => {
      queueMicrotask(apply);
      return () => {};
    },
  });
}

/** Resolves when the state of a conversation meets a condition. */
export function until(
  { store }: Conversation,
  wish: (state: ConversationState) => boolean,
): Promise<ConversationState> {
  return new Promise((resolve) => {
    const check = (state: ConversationState): void => {
      if (!wish(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = store.subscribe(check);
    check(store.getState());
  });
}

/** Returns the error of a failed run. */
export function errorOf(outcome: RunOutcome<unknown>): CountersignError {
  if (outcome.type !== 'failed') throw new Error(`The run did not fail, it is ${outcome.type}.`);
  return outcome.error;
}

/** Returns the events of one type. */
export function ofType<TYPE extends RunEvent['type']>(
  events: Iterable<RunEvent>,
  type: TYPE,
): readonly RunEventOf<TYPE>[] {
  return [...events].filter((event): event is RunEventOf<TYPE> => event.type === type);
}

/** Returns the tool results in the last request. */
export function lastResults(prompt: LanguageModelV4Prompt | undefined) {
  const message = prompt?.findLast((item) => item.role === 'tool');
  if (message?.role !== 'tool') throw new Error('The prompt holds no tool message.');
  return message.content.flatMap((part) =>
    part.type === 'tool-result' ? [{ id: part.toolCallId, output: part.output }] : [],
  );
}

/** Returns all events of a run. */
export async function eventsOf(run: AgentRun<unknown>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** Returns the event types, without deltas of text and input. */
export function outline(events: readonly RunEvent[]): readonly string[] {
  return events.map((event) => event.type).filter((type) => !/^(?:text|reasoning|tool-input)-|^usage$/.test(type));
}
