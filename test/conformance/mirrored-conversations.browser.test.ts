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
  UserError,
} from 'countersign/core';
import { indexedDbStorage, type RunStorage } from 'countersign/persistence';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { type ConversationEnvironment, call, inputSchema, quick, textOf, until } from './kept-support.js';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

let count = 0;

interface PageOptions extends Partial<ConversationOptions> {
  /** How many turns of the model are over. Default: 0. */
  readonly says?: number;
  readonly environment?: ConversationEnvironment;
  /** Checks the input of `ask`. Default: nothing more than its shape is. */
  readonly checks?: (path: string) => Promise<void>;
}

/** A clock that ticks when it is told to. */
function byHand(): { readonly environment: ConversationEnvironment; readonly tick: () => void } {
  const timers = new Set<() => void>();
  const environment: ConversationEnvironment = {
    setTimeout: (callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
  };
  const tick = (): void => {
    for (const timer of [...timers]) {
      timers.delete(timer);
      timer();
    }
  };
  return { environment, tick };
}

/** What waits for it goes on once it is open. */
function makeGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** Pages, each with its own agent and connection, which have one conversation open. */
function setUp(turns: readonly ScriptedTurn[]) {
  const done: string[] = [];
  const name = `mirrored-${Date.now()}-${count++}`;
  const storage = (): RunStorage => indexedDbStorage({ name });
  const page = ({ says = 0, environment, checks = async () => {}, ...options }: PageOptions = {}): Conversation => {
    const where = `page ${open.length}`;
    const tools = {
      ask: tool({
        inputSchema: inputSchema.refine(async ({ path }) => await checks(path).then(() => true)),
        requiresApproval: true,
        execute: ({ path }) => void done.push(`${where}: ask ${path}`),
      }),
      elsewhere: tool({ inputSchema }),
    };
    const agent = createAgent({ model: scriptedModel(turns.slice(says)), tools });
    const conversation = createConversation(
      () => ({ agent, storage: storage(), runKey: 'talk', ...options }),
      environment,
    );
    open.push(conversation.dispose);
    return conversation;
  };
  return { done, page, storage };
}

const shared = ({ place: _, ...state }: ConversationState): object => ({
  ...state,
  events: [...state.events],
});

/** A page that looks on is told of what changes, so it may be a moment behind. */
const showTheSame = async (second: Conversation, first: Conversation): Promise<void> =>
  await vi.waitFor(() => expect(shared(second.store.getState())).toEqual(shared(first.store.getState())));

const isAsked = ({ pending }: ConversationState): boolean => pending.length === 1;
const isHere = ({ place }: ConversationState): boolean => place === 'here';
const isMirrored = ({ place }: ConversationState): boolean => place === 'mirrored';

it('C193 shows in a second page what the first goes on with, and is answered there', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page();
  await until(second, (state) => isMirrored(state) && isAsked(state));

  await showTheSame(second, first);
  expect(await second.decide('a', true)).toEqual({ status: 'accepted' });
  expect(await second.decide('a', false)).toMatchObject({ status: 'late', reason: 'answered' });
  await until(first, ({ pending }) => pending[0]?.items[0]?.state.status === 'decided');
  expect(await first.decide('b', true)).toEqual({ status: 'accepted' });

  await until(first, ({ outcome }) => outcome !== null);
  const end = await until(second, ({ outcome }) => outcome !== null);
  expect(done).toEqual(['page 0: ask a', 'page 0: ask b']);
  expect(end.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  await showTheSame(second, first);
});

it('C193 has in every page what is begun, said and taken back in one', async () => {
  const { page } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
  const first = page({ sendDelay: 60_000 });
  first.start('Go');
  await until(first, isAsked);
  const second = page();
  const { pending } = await until(second, isAsked);
  const id = pending[0]?.items[0]?.id ?? '';

  for (const reason of ['N', 'No', 'Not']) second.saveDraft(id, { mode: 'deny', reason });
  expect(second.store.getState().drafts).toEqual({ [id]: { mode: 'deny', reason: 'Not' } });
  await until(first, ({ drafts }) => drafts[id]?.mode === 'deny' && drafts[id].reason === 'Not');
  first.saveDraft(id, null);
  await until(second, ({ drafts }) => drafts[id] === undefined);
  second.start('And then?');
  second.start([{ type: 'text', text: 'Or not' }]);
  await until(first, ({ queued }) => queued.length === 2);
  const { queued } = await until(second, (state) => state.queued.length === 2);
  for (const input of queued) expect(second.unqueue(input)).toBe(true);
  await until(first, (state) => state.queued.length === 0);
  await second.decide('a', true);
  await until(second, (state) => state.pending[0]?.sendsAt !== undefined);
  expect(second.takeBack(id)).toBe(true);
  await until(first, (state) => state.pending[0]?.items[0]?.state.status === 'waiting');
  await until(second, (state) => state.pending[0]?.items[0]?.state.status === 'waiting');

  expect(second.takeBack(id)).toBe(false);
  expect(second.sendNow('nothing')).toBe(false);
});

it('C193 checks an edit, and says what is refused, where the run is', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a'), call('elsewhere', 'b')] }, 'Done.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page();
  const { pending } = await until(second, isAsked);
  const form = second.formOf(pending[0]?.items[0]?.id ?? '');

  expect(await form?.schema()).toMatchObject({ type: 'object', required: ['path'] });
  expect(await form?.check({ path: 7 })).toMatchObject([{ path: ['path'] }]);
  expect(await second.decide('a', toolApproved({ overrideArgs: { path: 7 } }))).toMatchObject({ status: 'invalid' });
  await expect(second.decide('b', true)).rejects.toMatchObject({ name: 'UserError', code: 'call-answer' });
  second.regenerate();
  expect((await until(second, ({ error }) => error !== null)).error).toMatchObject({ code: 'still-running' });
  await second.decide('a', toolApproved({ overrideArgs: { path: 'c' } }));
  expect(second.store.getState().error).toBeNull();
  await second.decide('b', new ToolFailed('It broke.'));

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

it('C193 tells in every page why a run has failed, also in one that is opened later', async () => {
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
    const there = await until(other, (state) => isMirrored(state) && state.outcome !== null);
    expect(there.outcome).toMatchObject({ type: 'failed', error: there.error });
    expect(ModelError.isInstance(there.error)).toBe(true);
    expect(there.error?.toJSON()).toEqual(error?.toJSON());
  }
  first.dispose();
  second.dispose();
  const after = await until(third, isHere);
  expect(ModelError.isInstance(after.error)).toBe(true);
  expect(after.error?.toJSON()).toEqual(error?.toJSON());
});

it('C193 goes on in the second page once the first is gone, with what was said in either', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.', 'Bye.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page({ says: 1 });
  const { pending } = await until(second, isAsked);
  await second.decide('a', true);
  second.start('Thanks');
  await until(first, ({ queued }) => queued.length === 1);

  first.dispose();
  const taken = await until(second, (state) => state.place === 'here' && isAsked(state));
  await until(second, (state) => state.pending[0]?.items[0]?.state.status === 'decided');

  expect(taken.pending[0]?.batchId).toBe(pending[0]?.batchId);
  expect(taken.queued).toEqual(['Thanks']);
  await second.decide('b', true);
  await until(second, (state) => textOf(state) === 'Go|Done.|Thanks|Bye.' && state.status === 'idle');
  expect(done).toEqual(['page 1: ask a', 'page 1: ask b']);
});

it('C193 still tells what was asked in vain, once the page goes on itself with the run', async () => {
  const { page } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const second = page({ says: 1 });
  await until(second, isMirrored);
  // What the first page tells later would say that nothing is wrong.
  await showTheSame(second, first);

  first.dispose();
  // As what the first page heard and did not do leaves it: the state is written from within only.
  const inside = second.store as unknown as { setState(change: Partial<ConversationState>): void };
  inside.setState({ error: new UserError('page-gone', 'It has gone.') });
  // The frame in which its run begins may be the one in which it asks: the error is shown again right after that.
  const taken = await until(second, (state) => isHere(state) && isAsked(state) && state.error !== null);

  expect(taken.error).toMatchObject({ code: 'page-gone' });
  await second.decide('a', true);
  const end = await until(second, ({ status }) => status === 'idle');
  expect(end.error).toMatchObject({ code: 'page-gone' });
});

it('C193 loses nothing that was said while the first page went', async () => {
  const { page } = setUp([{ calls: [call('ask', 'a')] }, 'Done.', 'Bye.', 'So long.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const [second, third] = [page({ says: 1 }), page({ says: 1 })];
  await until(second, isMirrored);
  await until(third, isMirrored);

  first.dispose();
  second.start('Thanks');
  third.start('Thank you');

  const [next] = await Promise.race([second, third].map(async (each) => [each, await until(each, isHere)] as const));
  await until(next, isAsked);
  await next.decide('a', true);
  const end = await until(next, (state) => textOf(state).endsWith('So long.') && state.status === 'idle');
  expect(textOf(end).split('|').sort()).toEqual(['Bye.', 'Done.', 'Go', 'So long.', 'Thank you', 'Thanks']);
});

it('C194 takes a conversation from a page that does not answer, which can keep nothing from then on', async () => {
  const { done, page, storage } = setUp([{ calls: [call('ask', 'a')] }, 'Done.', 'Bye.']);
  const kept = storage();
  // It is there, holds the lock, and hears nothing.
  const deaf: RunStorage = {
    ...kept,
    channel: (key) => {
      const channel = kept.channel?.(key);
      return channel && { ...channel, listen: () => () => {} };
    },
  };
  const hung = page({ storage: deaf });
  hung.start('Go');
  await until(hung, isAsked);

  const second = page({ says: 1, environment: quick });
  second.start('Thanks');
  await until(second, (state) => state.place === 'here' && isAsked(state));
  await until(hung, ({ place }) => place !== 'here');
  await second.decide('a', true);

  await until(second, (state) => textOf(state) === 'Go|Done.|Thanks|Bye.' && state.status === 'idle');
  expect(done).toEqual(['page 1: ask a']);
});

it('C194 leaves a page its conversation that answers, however much it is asked', async () => {
  const { done, page } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
  const first = page();
  first.start('Go');
  await until(first, isAsked);
  const { environment, tick } = byHand();
  const second = page({ says: 1, environment });
  await until(second, isAsked);

  for (let times = 0; times < 30; times++) {
    const asked = second.decide('nobody', true); // an errand is on its way at each tick
    tick();
    await expect(asked).rejects.toMatchObject({ code: 'unknown-call' });
  }
  await second.decide('a', true);

  await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
  expect(second.store.getState().place).toBe('mirrored');
  expect(done).toEqual(['page 0: ask a']);
});

it('C194 leaves a page its conversation that is only slow at what it was asked', async () => {
  const { done, page, storage } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
  const checking = makeGate();
  const gate = makeGate();
  const checks: PageOptions['checks'] = async (path) => {
    if (path !== 'b') return;
    checking.open();
    await gate.opened;
  };
  const first = page({ checks });
  first.start('Go');
  await until(first, isAsked);
  const { environment, tick } = byHand();
  const kept = storage();
  let theft: AbortSignal | undefined;
  const watched: RunStorage = {
    ...kept,
    claim: (key, options) => {
      theft = options.steal;
      return kept.claim(key, options);
    },
  };
  const second = page({ says: 1, environment, storage: watched });
  const { pending } = await until(second, isAsked);
  const form = second.formOf(pending[0]?.items[0]?.id ?? '');

  const checked = form?.check({ path: 'b' });
  await checking.opened;
  await form?.schema(); // by now it was heard that the other page works at it
  for (let seconds = 0; seconds < 30; seconds++) tick();
  expect(theft?.aborted).toBe(false);
  await second.decide('a', true);
  gate.open();

  expect(await checked).toEqual([]);
  await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
  expect(second.store.getState().place).toBe('mirrored');
  expect(done).toEqual(['page 0: ask a']);
});

it('C194 gives no answer again that was taken back in the page that had the conversation in between', async () => {
  const { done, page, storage } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.']);
  const before = page();
  before.start('Go');
  const { pending } = await until(before, isAsked);
  await before.decide('a', true);
  before.dispose();
  const kept = storage();
  const gate = makeGate();
  // It has the conversation, hears nothing, and its cards are not back yet.
  const slow: RunStorage = {
    ...kept,
    channel: () => undefined,
    claim: async (...given) => {
      const claim = await kept.claim(...given);
      const journal: typeof claim.journal = (runId) => {
        const { step } = claim.journal(runId);
        return { step: async (...of) => await gate.opened.then(() => step(...of)) };
      };
      return { ...claim, journal };
    },
  };
  const first = page({ says: 1, storage: slow });
  await until(first, isHere);
  const second = page({ says: 1, environment: quick });
  await until(second, (state) => state.pending[0]?.items[0]?.state.status === 'decided');
  expect(second.takeBack(pending[0]?.items[0]?.id ?? '')).toBe(true);
  const choices = async (): Promise<unknown> => {
    const loaded = await kept.load('talk');
    return loaded && 'choices' in loaded ? Object.keys(loaded.choices) : loaded;
  };
  await expect.poll(choices).toEqual([]);
  second.dispose();
  gate.open();

  await until(first, (state) => state.place === 'here' && isAsked(state));
  await first.decide('b', true);

  expect(first.store.getState().pending[0]?.items.map(({ state }) => state.status)).toEqual(['waiting', 'decided']);
  expect(done).toEqual([]);
});
