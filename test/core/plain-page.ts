import { z } from 'zod';
import {
  buildResults,
  type ConversationState,
  createAgent,
  createConversation,
  type RunOutcome,
  tool,
  toolApproved,
  toolReturn,
} from '../../src/core.js';
import { scriptedModel } from '../../src/testing/scripted-model.js';

// Bundled like an app, and run with and without the chunks that load on demand.

const inputSchema = z.object({ path: z.string() });
const remove = (path: string) => ({ toolName: 'remove', input: { path } });
const batch = { calls: [remove('a'), remove('b'), remove('c'), { toolName: 'pick', input: {} }] };

function toolsOf(done: unknown[]) {
  return {
    remove: tool({ inputSchema, requiresApproval: true, execute: (input) => void done.push(input) }),
    pick: tool({ inputSchema: z.object({}) }),
  };
}

/** A text, then a batch with an approval, an edit, a denial and an external result. */
export async function plainConversation(): Promise<{
  readonly outcome: RunOutcome<unknown>;
  readonly done: readonly unknown[];
}> {
  const done: unknown[] = [];
  const agent = createAgent({ model: scriptedModel(['Hello.', batch, 'Done.']), tools: toolsOf(done) });
  const conversation = createConversation(() => ({ agent }));
  await waitForState(conversation, 'Hi', ({ outcome }) => outcome !== null);
  await waitForState(conversation, 'Clean up', ({ pending }) => pending.length > 0);
  await Promise.all([
    conversation.decide('call-1', true),
    conversation.decide('call-2', toolApproved({ overrideArgs: { path: 'B' } })),
    conversation.decide('call-3', false),
    conversation.decide('call-4', toolReturn('x')),
  ]);
  const { outcome } = await waitForState(conversation, undefined, ({ outcome }) => outcome !== null);
  if (outcome === null) throw new Error('The run has no outcome.');
  return { outcome, done };
}

async function waitForState(
  conversation: ReturnType<typeof createConversation>,
  input: string | undefined,
  is: (state: ConversationState) => boolean,
): Promise<ConversationState> {
  const { store } = conversation;
  return await new Promise((resolve) => {
    const check = (state: ConversationState): void => {
      if (!is(state)) return;
      stop();
      resolve(state);
    };
    const stop = store.subscribe(check);
    if (input === undefined) check(store.getState());
    else conversation.start(input);
  });
}

/** A first run that only greets. */
export async function hello(): Promise<ConversationState> {
  const agent = createAgent({ model: scriptedModel(['Hello.']) });
  return await waitForState(
    createConversation(() => ({ agent })),
    'Hi',
    ({ outcome, error }) => (outcome ?? error) !== null,
  );
}

/** The same run without a conversation. */
export async function bareHello(): Promise<RunOutcome<unknown>> {
  return await createAgent({ model: scriptedModel(['Hello.']) }).run('Hi').outcome;
}

/** Parks a batch because nobody answers, then continues in a second run from the history of the first. */
export async function parkedThenResumed(): Promise<{
  readonly outcomes: readonly RunOutcome<unknown>[];
  readonly done: unknown[];
}> {
  const done: unknown[] = [];
  const agent = createAgent({ model: scriptedModel([{ calls: [remove('a')] }, 'Done.']), tools: toolsOf(done) });
  const first = await agent.run('Clean up', { deferredToolHandler: null }).outcome;
  const second = await agent.run(undefined, {
    messages: first.messages,
    deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
  }).outcome;
  return { outcomes: [first, second], done };
}

/** An output that must be JSON with a schema. */
export async function structuredOutput(): Promise<RunOutcome<{ readonly answer: number }>> {
  const model = scriptedModel([JSON.stringify({ answer: 42 })]);
  return await createAgent({ model, output: z.object({ answer: z.number() }) }).run('Compute').outcome;
}
