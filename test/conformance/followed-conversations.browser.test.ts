import {
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  createAgent,
  createConversation,
  ModelError,
  ToolFailed,
  tool,
  toolApproved,
} from 'countersign/core';
import { indexedDbStorage, type RunStorage } from 'countersign/persistence';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { afterEach, expect, it } from 'vitest';
import { call, inputSchema, textOf, until } from './persistence-support.js';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

let count = 0;

interface PageOptions extends Partial<ConversationOptions> {
  /** The number of completed model turns. Default: 0. */
  readonly says?: number;
}

/** Pages of one conversation, each with a separate agent and connection. */
function setUp(turns: readonly ScriptedTurn[]) {
  const done: string[] = [];
  const name = `followed-${Date.now()}-${count++}`;
  const storage = (): RunStorage => indexedDbStorage({ name });
  const page = ({ says = 0, ...options }: PageOptions = {}): Conversation => {
    const where = `page ${open.length}`;
    const tools = {
      ask: tool({
        inputSchema,
        requiresApproval: true,
        execute: ({ path }) => void done.push(`${where}: ask ${path}`),
      }),
      elsewhere: tool({ inputSchema }),
    };
    const agent = createAgent({ model: scriptedModel(turns.slice(says)), tools });
    const conversation = createConversation(() => ({ agent, storage: storage(), runKey: 'talk', ...options }));
    open.push(conversation.dispose);
    return conversation;
  };
  return { done, page, storage };
}

const isAsked = ({ pending }: ConversationState): boolean => pending.length === 1;
const isHere = ({ place }: ConversationState): boolean => place === 'here';
const isFollowing = ({ place }: ConversationState): boolean => place === 'elsewhere';
const isDecided = ({ pending }: ConversationState): boolean => pending[0]?.items[0]?.state.status === 'decided';

it('C193 shows the messages and cards of the first tab in a second tab, where they are answered', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page();
  await until(second, (state) => isFollowing(state) && isAsked(state));

  expect(await second.decide('a', true)).toEqual({ status: 'accepted' });
  await until(second, isDecided);
  expect(await second.decide('a', false)).toMatchObject({ status: 'late', reason: 'answered' });
  await until(first, isDecided);
  expect(await first.decide('b', true)).toEqual({ status: 'accepted' });

  await until(first, ({ outcome }) => outcome !== null);
  const end = await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
  expect(done).toEqual(['page 0: ask a', 'page 0: ask b']);
  expect(end.messages).toEqual(first.store.getState().messages);
  expect([...end.events].at(-1)).toMatchObject({ type: 'run-end', outcome: 'completed' });
  expect(end.pending).toEqual([]);
});

it('C193 counts the first answer, from either tab', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const [second, third] = [page({ says: 1 }), page({ says: 1 })];
  await until(second, isAsked);
  await until(third, isAsked);

  const outcomes = await Promise.all([second.decide('a', true), third.decide('a', true)]);

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['accepted', 'late']);
  await until(first, ({ outcome }) => outcome !== null);
  expect(done).toEqual(['page 0: ask a']);
});

it('C193 validates an answer in the leading tab, and reports its errors in the other', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a'), call('elsewhere', 'b')] }, 'Done.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page();
  await until(second, isAsked);

  expect(await second.decide('a', toolApproved({ overrideArgs: { path: 7 } }))).toMatchObject({ status: 'invalid' });
  await expect(second.decide('b', true)).rejects.toMatchObject({ name: 'UserError', code: 'call-answer' });
  expect(await second.decide('a', toolApproved({ overrideArgs: { path: 'c' } }))).toEqual({ status: 'accepted' });
  expect(await second.decide('b', new ToolFailed('It broke.'))).toEqual({ status: 'accepted' });

  await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
  expect(done).toEqual(['page 0: ask c']);
  const results = [...first.store.getState().events].filter(({ type }) => type === 'tool-end');
  expect(results).toContainEqual(
    expect.objectContaining({
      toolCallId: 'b',
      end: expect.objectContaining({ status: 'failed', message: 'It broke.' }),
    }),
  );
});

it('C193 answers all approvals of a batch from a second tab', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page();
  await until(second, isAsked);

  expect(await second.decideAll(true)).toEqual([{ status: 'accepted' }, { status: 'accepted' }]);

  await until(first, ({ outcome }) => outcome !== null);
  expect([...done].sort()).toEqual(['page 0: ask a', 'page 0: ask b']);
});

it('C193 shows in every tab why a run has failed, also in a tab that is opened later', async () => {
  const { page } = setUp([{ calls: [call('ask', 'a')] }, { fails: 'No credit is left.', status: 402 }]);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page({ says: 1 });
  await until(second, isAsked);
  await second.decide('a', true);
  const { error } = await until(first, ({ outcome }) => outcome !== null);
  const third = page({ says: 1 });

  expect(error?.message).toContain('No credit is left.');
  for (const other of [second, third]) {
    const there = await until(other, (state) => isFollowing(state) && state.outcome !== null);
    expect(there.outcome).toMatchObject({ type: 'failed', error: there.error });
    expect(ModelError.isInstance(there.error)).toBe(true);
    expect(there.error?.toJSON()).toEqual(error?.toJSON());
  }
});

it('C193 continues in the second tab after the first is gone, with the answers, drafts and messages of both', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.', 'Bye.', 'So long.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page({ says: 1 });
  const { pending } = await until(second, isAsked);
  const [, b] = pending[0]?.items ?? [];
  await second.decide('a', true);
  second.saveDraft(b?.id ?? '', { mode: 'deny', reason: 'Not' });
  first.start('Thanks');
  second.start('Thank you');
  expect(second.store.getState().queued).toEqual(['Thank you']);

  first.dispose();
  const taken = await until(second, (state) => isHere(state) && isAsked(state) && isDecided(state));

  expect(taken.pending[0]?.batchId).toBe(pending[0]?.batchId);
  expect(taken.queued).toEqual(['Thanks', 'Thank you']);
  expect(taken.drafts).toEqual({ [b?.id ?? '']: { mode: 'deny', reason: 'Not' } });
  await second.decide('b', true);
  await until(second, (state) => textOf(state).endsWith('Thank you|So long.') && state.status === 'idle');
  expect(done).toEqual(['page 1: ask a', 'page 1: ask b']);
});

it('C193 applies an answer that the first tab had not applied when it was closed', async () => {
  const { done, page, storage } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
  const stored = storage();
  let isDeaf = false;
  const deaf: RunStorage = {
    ...stored,
    channel: (key) => {
      const channel = stored.channel?.(key);
      return channel && { ...channel, listen: (listener) => channel.listen((what) => isDeaf || listener(what)) };
    },
  };
  const first = page({ storage: deaf });
  first.start('Go');
  await until(first, isAsked);
  const second = page({ says: 1 });
  await until(second, isAsked);

  isDeaf = true;
  const decided = second.decide('a', true);
  await expect.poll(async () => (await stored.submitted?.('talk'))?.length).toBe(1);
  first.dispose();

  expect(await decided).toEqual({ status: 'accepted' });
  await until(second, (state) => isHere(state) && textOf(state) === 'Go|Done.' && state.status === 'idle');
  expect(done).toEqual(['page 1: ask a']);
});

it('C193 does not apply an answer again that was retracted in the leading tab', async () => {
  const { done, page, storage } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.']);
  const first = page();
  first.start('Go');
  const { pending } = await until(first, isAsked);
  const second = page({ says: 1 });
  await until(second, isAsked);
  await second.decide('a', true);
  await until(first, isDecided);
  expect(first.retract(pending[0]?.items[0]?.id ?? '')).toBe(true);
  await until(second, (state) => isAsked(state) && !isDecided(state));

  first.dispose();
  await until(second, (state) => isHere(state) && isAsked(state));
  // By now it has polled for answers.
  for (let rounds = 0; rounds < 10; rounds++) await storage().submitted?.('talk');
  await second.decide('b', true);

  const { pending: taken } = await until(second, (state) => state.pending[0]?.items[1]?.state.status === 'decided');
  expect(taken[0]?.items.map(({ state }) => state.status)).toEqual(['waiting', 'decided']);
  expect(await second.decide('a', true)).toEqual({ status: 'accepted' });
  await until(second, ({ outcome }) => outcome !== null);
  expect(done).toEqual(['page 1: ask a', 'page 1: ask b']);
});

it('C194 gives the lead to the tab in which a person takes it, and the other tab can store nothing from then on', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a')] }, 'Done.', 'Bye.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page({ says: 1 });
  await until(second, isFollowing);
  second.start('Thanks');

  second.takeLead();
  await until(second, (state) => isHere(state) && isAsked(state));
  await until(first, isFollowing);
  await second.decide('a', true);

  await until(second, (state) => textOf(state) === 'Go|Done.|Thanks|Bye.' && state.status === 'idle');
  const { queued } = await until(first, (state) => textOf(state) === 'Go|Done.|Thanks|Bye.');
  expect(queued).toEqual([]);
  expect(done).toEqual(['page 1: ask a']);
});

it('C194 can be taken from a tab that does not respond, and stays there otherwise', async () => {
  const { done, page, storage } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
  const stored = storage();
  const deaf: RunStorage = { ...stored, channel: () => undefined };
  const hung = page({ storage: deaf });
  hung.start('Go');
  await until(hung, isAsked);
  const second = page({ says: 1 });
  const { pending } = await until(second, (state) => isFollowing(state) && textOf(state) === 'Go');
  expect(pending).toEqual([]);

  second.takeLead();
  await until(second, (state) => isHere(state) && isAsked(state));
  await second.decide('a', true);

  await until(second, (state) => isHere(state) && textOf(state) === 'Go|Done.' && state.status === 'idle');
  expect(done).toEqual(['page 1: ask a']);
});

it('C194 does nothing in the leading tab', async () => {
  const { page } = setUp(['Hello.']);
  const only = page();
  await until(only, isHere);

  only.takeLead();
  only.start('Hi');

  const state = await until(only, ({ outcome }) => outcome !== null);
  expect(isHere(state)).toBe(true);
  expect(textOf(state)).toBe('Hi|Hello.');
});
