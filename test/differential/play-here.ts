import {
  type AgentRun,
  ApprovalRequired,
  CallDeferred,
  createAgent,
  type DeferredCall,
  type DeferredToolRequests,
  ModelRetry,
  outputTool,
  type RunOutcome,
  ToolFailed,
  tool,
  toolApproved,
  toolDenied,
  toolHooks,
  toolReturn,
  UsageLimitExceeded,
} from 'countersign/core';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import * as z from 'zod';
import type { Conversation, PlayedConversation } from './conversation.js';

interface Input {
  readonly do: string;
  readonly v: number;
  readonly yes: string;
}

const inputSchema = z.object({ do: z.string(), v: z.number().int(), yes: z.string() });
const given = z.object({ a: z.number().int() });
const other = z.object({ b: z.string() });

function toolsOf(ran: (readonly [string, number])[]) {
  const body = (toolName: string) => (input: Input, ctx: { readonly toolCallApproved: boolean }) => {
    if (input.do === 'ask' && !ctx.toolCallApproved) throw new ApprovalRequired();
    if (input.do === 'defer') throw new CallDeferred();
    if (input.do === 'question') throw new CallDeferred({ kind: 'question' });
    ran.push([toolName, input.v]);
    if (input.do === 'retry') throw new ModelRetry(`again ${input.v}`);
    if (input.do === 'error') throw new Error(`wrong ${input.v}`);
    if (input.do === 'failed') throw new ToolFailed(`broke ${input.v}`);
    return `ok ${input.v}`;
  };
  return {
    plain: tool({ inputSchema, execute: body('plain') }),
    guarded: tool({ inputSchema, requiresApproval: true, execute: body('guarded') }),
    outside: tool({ inputSchema }),
  };
}

const around = toolHooks({
  beforeTool: ({ toolName, input }, { toolCallApproved }) => {
    const { v } = input as Input; // validated by its tool
    if (toolName === 'plain' && v === 7 && !toolCallApproved) throw new ApprovalRequired();
    return v === 8 ? 'skipped by a hook' : undefined;
  },
  // In PydanticAI, hooks do not see external results.
  afterTool: ({ result: { returnValue } }) =>
    typeof returnValue === 'string' && returnValue.startsWith('ok') ? `${returnValue}!` : undefined,
  onToolError: ({ error }) => `mended: ${(error as Error).message}`, // our tools only throw errors
});

function turnsOf({ output, responses }: Conversation): readonly ScriptedTurn[] {
  const last = output === 'text' ? { text: 'Done.', calls: [] } : { calls: [{ tool: 'give_a', input: { a: 7 } }] };
  const script = [...responses, ...Array.from({ length: most }, () => last)];
  return script.map(({ text = '', calls }, at) => ({
    ...(text === '' ? {} : { text }),
    calls: calls.map(({ tool: toolName, input }, index) => ({ toolName, input, toolCallId: `c${at}-${index}` })),
  }));
}

/** More requests than any of the conversations makes. */
const most = 20;

const one = outputTool(given, { name: 'give_a' });
const another = outputTool(other, { name: 'give_b' });

function inputOf(call: DeferredCall): Input {
  return call.input as unknown as Input; // from the scripted model, and validated by its tool
}

function answersTo(requests: DeferredToolRequests, asked: (readonly (readonly string[])[])[]) {
  const ids = (calls: readonly DeferredCall[]): readonly string[] => calls.map(({ toolCallId }) => toolCallId).sort();
  const isQuestion = ({ kind }: DeferredCall): boolean => kind === 'question';
  asked.push([
    ids(requests.approvals),
    ids(requests.calls.filter((call) => !isQuestion(call))),
    ids(requests.calls.filter(isQuestion)),
  ]);
  const isLeft = (call: DeferredCall): boolean => inputOf(call).yes === 'leave';
  const answered = <ANSWER>(calls: readonly DeferredCall[], answer: (input: Input) => ANSWER): Record<string, ANSWER> =>
    Object.fromEntries(
      calls.filter((call) => !isLeft(call)).map((call) => [call.toolCallId, answer(inputOf(call))] as const),
    );
  const approvals = answered(requests.approvals, (input) => {
    if (input.yes === 'deny') return toolDenied(`no ${input.v}`);
    if (input.yes !== 'edit') return toolApproved();
    return toolApproved({ overrideArgs: { ...input, v: input.v + 100, do: 'return' } });
  });
  const calls = answered(requests.calls, ({ yes, v }) => {
    if (yes === 'deny') return { kind: 'tool-failed' as const, message: `no ${v}` };
    return yes === 'edit' ? { kind: 'model-retry' as const, message: `again ${v}` } : toolReturn(`given ${v}`);
  });
  const left = [...requests.approvals, ...requests.calls].filter(isLeft);
  return { approvals, calls, metadata: {}, defer: left.map(({ toolCallId }) => toolCallId) };
}

function outcomeOf(outcome: RunOutcome<unknown>): PlayedConversation['outcome'] {
  switch (outcome.type) {
    case 'completed':
      return { type: 'completed', output: outcome.output };
    case 'deferred': {
      const left = [...outcome.requests.approvals, ...outcome.requests.calls];
      return { type: 'deferred', left: left.map(({ toolCallId }) => toolCallId).sort() };
    }
    case 'failed': {
      const { error } = outcome;
      if (UsageLimitExceeded.isInstance(error)) return { type: 'failed', why: 'limit' };
      if (error.name === 'UnexpectedModelBehavior') return { type: 'failed', why: 'model' };
      return { type: 'broken', why: `${error.name}: ${error.message}` };
    }
    default:
      return { type: 'broken', why: outcome.type };
  }
}

/** Plays a conversation with this package. */
export async function playHere(conversation: Conversation): Promise<PlayedConversation> {
  const { output, endStrategy, toolRetries, outputRetries, limits, hooks } = conversation;
  const ran: (readonly [string, number])[] = [];
  const asked: (readonly (readonly string[])[])[] = [];
  const model = scriptedModel(turnsOf(conversation));
  const options = {
    model,
    tools: toolsOf(ran),
    endStrategy,
    toolRetries,
    outputRetries,
    ...(hooks === 'around' ? { toolHooks: around } : {}),
  };
  const agents = {
    text: () => createAgent(options),
    tool: () => createAgent({ ...options, output: [one, another] }),
    'tool-or-text': () => createAgent({ ...options, output: [one, another, 'text'] }),
  };
  const run: AgentRun<unknown> = agents[output]().run('Go', {
    usageLimits: limits,
    deferredToolHandler: (requests) => answersTo(requests, asked),
  });
  const ends: Record<string, string> = {};
  const results: Record<string, unknown> = {};
  for await (const event of run) {
    if (event.type !== 'tool-end') continue;
    const { toolCallId, toolName, end } = event;
    ends[toolCallId] = end.status;
    if (end.status === 'returned' && !toolName.startsWith('give_')) results[toolCallId] = end.value;
  }
  return {
    outcome: outcomeOf(await run.outcome),
    ran: ran.sort(),
    asked,
    requests: model.requests.length,
    ends,
    results,
  };
}
