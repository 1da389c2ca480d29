import {
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  createAgent,
  createConversation,
  runAgain,
  type ToolMap,
  tool,
  toolApproved,
  toolDenied,
} from 'countersign/core';
import { indexedDbStorage, memoryStorage, type RunStorage } from 'countersign/persistence';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConversationEnvironment, call, inputSchema, textOf, until } from './persistence-support.js';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

let count = 0;

/** What a page is made with, and its clock. */
interface PageOptions extends Partial<ConversationOptions> {
  readonly environment?: ConversationEnvironment;
}

describe.each(['IndexedDB', 'memory'])('a conversation persisted in %s', (kind) => {
  /** A page: its own agent and conversation, over a storage that outlives it. */
  function setUp(turns: readonly ScriptedTurn[]) {
    const done: string[] = [];
    const name = `kept-${Date.now()}-${count++}`;
    const memory = memoryStorage();
    const page = (says: number, options: PageOptions = {}, more: ToolMap = {}): Conversation => {
      // Of the database each page has a connection of its own.
      const storage: RunStorage = kind === 'memory' ? memory : indexedDbStorage({ name });
      const tools = {
        act: tool({ inputSchema, execute: ({ path }) => void done.push(`act ${path}`) }),
        ask: tool({ inputSchema, requiresApproval: true, execute: ({ path }) => void done.push(`ask ${path}`) }),
        ...more,
      };
      const agent = createAgent({ model: scriptedModel(turns.slice(says)), tools });
      const conversation = createConversation(
        () => ({ agent, storage, runKey: 'talk', ...options }),
        options.environment,
      );
      open.push(conversation.dispose);
      return conversation;
    };
    return { done, page, storage: (): RunStorage => (kind === 'memory' ? memory : indexedDbStorage({ name })) };
  }

  it('C189 continues in the next page with the same batch, choices, drafts and messages', async () => {
    const { done, page } = setUp([
      { calls: [call('act', 'a'), call('ask', 'b'), call('ask', 'c')] },
      'Done.',
      'Thanks.',
    ]);
    const first = page(0);
    first.start('Tidy up');
    const before = await until(first, ({ pending }) => pending.length === 1);
    await first.decide('b', true);
    const [, c] = before.pending[0]?.items ?? [];
    first.saveDraft(c?.id ?? '', { mode: 'deny', reason: 'Not tod' });
    first.start('And then rest');

    first.dispose();
    const second = page(1);
    const after = await until(second, ({ pending }) => pending[0]?.items[0]?.state.status === 'decided');

    expect(after.place).toBe('here');
    expect(after.pending[0]?.batchId).toBe(before.pending[0]?.batchId);
    expect(after.pending[0]?.items.map(({ call: { toolCallId }, state }) => [toolCallId, state.status])).toEqual([
      ['b', 'decided'],
      ['c', 'waiting'],
    ]);
    expect(after.drafts).toEqual({ [c?.id ?? '']: { mode: 'deny', reason: 'Not tod' } });
    expect(after.queued).toEqual(['And then rest']);
    expect(done).toEqual(['act a']);

    await second.decide('c', toolDenied('No.'));
    const end = await until(second, (state) => textOf(state).endsWith('Thanks.') && state.status === 'idle');
    expect(textOf(end)).toBe('Tidy up|Done.|And then rest|Thanks.');
    expect(done).toEqual(['act a', 'ask b']);
    expect(second.store.getState().queued).toEqual([]);
  });

  it('C189 keeps the first start of its deadlines, those of a handler and those that were moved', async () => {
    const { page } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.']);
    const hour = 3_600_000;
    const deferredToolHandler: ConversationOptions['deferredToolHandler'] = (requests, { ask }) =>
      ask(requests, { expiresAt: Date.now() + hour });
    const first = page(0, { deferredToolHandler });
    first.start('Go');
    const { pending } = await until(first, ({ pending: open }) => open.length === 1);
    const [a, b] = pending[0]?.items ?? [];
    const moved = Date.now() + 5 * hour;
    first.extend(b?.id ?? '', moved);
    await new Promise((resolve) => setTimeout(resolve, 50));

    first.dispose();
    const second = page(1, { deferredToolHandler });
    const back = await until(second, ({ pending: [batch] }) => batch?.items[1]?.expiresAt === moved);
    second.dispose();
    const third = page(1, { deferredToolHandler });
    const again = await until(third, ({ pending: [batch] }) => batch?.items[1]?.expiresAt === moved);

    for (const state of [back, again])
      expect(state.pending[0]?.items.map(({ expiresAt }) => expiresAt)).toEqual([a?.expiresAt, moved]);
  });

  it('C189 has the messages that were sent between runs, and accepts messages while it is opened', async () => {
    const { page } = setUp(['Hello.', 'Hello again.']);
    const first = page(0);
    first.start('Hi');
    await until(first, (state) => textOf(state) === 'Hi|Hello.' && state.status === 'idle');

    first.dispose();
    const second = page(1);
    expect(second.store.getState().place).toBe('opening');
    second.start('Hi again');

    const end = await until(second, (state) => textOf(state).endsWith('Hello again.') && state.status === 'idle');
    expect(textOf(end)).toBe('Hi|Hello.|Hi again|Hello again.');
    second.edit('Something else'); // the turns are known
    expect(textOf(second.store.getState())).toMatch(/^Hi\|Hello\./);
  });

  it('C189 keeps its parked calls', async () => {
    const { done, page } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
    const first = page(0);
    first.start('Go');
    await until(first, ({ pending }) => pending.length === 1);
    await first.decide('a', 'defer');
    await until(first, ({ status }) => status === 'deferred');

    first.dispose();
    const second = page(1);
    const later = await until(second, ({ status }) => status === 'deferred');
    expect(later.parked?.approvals.map(({ toolCallId }) => toolCallId)).toEqual(['a']);
    second.resume();
    await until(second, ({ pending }) => pending.length === 1);
    await second.decide('a', true);

    await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
    expect(done).toEqual(['ask a']);
  });

  it('C192 asks in every next page about the outcome of an interrupted call, until a person answers', async () => {
    const { done, page } = setUp([{ calls: [call('act', 'a')] }, 'Done.']);
    let reach = (): void => {};
    const begun = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const act = tool({
      inputSchema,
      execute: () => {
        reach();
        return new Promise<never>(() => {});
      },
    });
    const first = page(0, {}, { act });
    first.start('Go');
    await begun;
    first.dispose();

    const second = page(1);
    const asked = await until(second, ({ pending }) => pending.length === 1);
    second.dispose();
    const third = page(1);
    const again = await until(third, ({ pending }) => pending.length === 1);
    const { since = 0 } = again.pending[0]?.items[0]?.call.interrupted ?? {};
    await third.decide('a', runAgain());
    await until(third, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');

    expect(again.pending[0]?.batchId).toBe(asked.pending[0]?.batchId);
    expect(again.pending[0]?.requests).toEqual(asked.pending[0]?.requests);
    expect(asked.pending[0]?.items).toMatchObject([
      { kind: 'external', call: { toolCallId: 'a', input: { path: 'a' } } },
    ]);
    expect(Math.abs(Date.now() - since)).toBeLessThan(60_000);
    expect(done).toEqual(['act a']);
  });

  it('C190 continues in one page at a time; the next page shows it, and takes over when the first is gone', async () => {
    const { done, page, storage } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
    const first = page(0);
    first.start('Go');
    await until(first, ({ pending }) => pending.length === 1);

    // Pages of some browsers cannot talk to each other.
    const { channel: _, ...silent } = storage();
    const second = page(1, { storage: silent });
    const waiting = await until(second, ({ place }) => place === 'elsewhere');
    expect(waiting.pending).toEqual([]);
    first.dispose();
    await until(second, ({ pending }) => pending.length === 1);
    await second.decide('a', true);

    await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
    expect(done).toEqual(['ask a']);
  });

  it('C190 is released when the page is put away, and taken again when the page is shown', async () => {
    const { done, page } = setUp([{ calls: [call('ask', 'a')] }, 'Done.']);
    const first = page(0);
    first.start('Go');
    const { pending } = await until(first, (state) => state.pending.length === 1);

    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await until(first, (state) => state.pending.length === 0);
    expect(first.store.getState().place).toBe('elsewhere');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

    const again = await until(first, (state) => state.pending.length === 1);
    expect(again.pending[0]?.batchId).toBe(pending[0]?.batchId);
    await first.decide('a', true);
    await until(first, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
    expect(done).toEqual(['ask a']);
  });

  it('C191 stays stopped wherever the page ends, and its queued messages wait for a new one', async () => {
    const { done, page } = setUp([{ calls: [call('act', 'a'), call('ask', 'b')] }, 'Done.']);
    const first = page(0);
    first.start('Go');
    await until(first, ({ pending }) => pending.length === 1);
    first.start('Then delete all');
    first.stop('enough');
    first.dispose();

    const second = page(2); // it has no turn left: a request would fail the run
    const stopped = await until(second, ({ outcome }) => outcome !== null);
    expect(stopped.outcome).toMatchObject({ type: 'aborted', reason: 'enough' });
    expect(stopped.queued).toEqual(['Then delete all']);
    second.dispose();

    const third = page(1);
    const later = await until(third, ({ place }) => place === 'here');
    expect(later).toMatchObject({ status: 'idle', outcome: { type: 'aborted' }, queued: ['Then delete all'] });
    third.start('Are you there?');
    await until(third, (state) => textOf(state).endsWith('Are you there?|Done.'));
    expect(done).toEqual(['act a']);
  });

  it('C191 keeps the choices through a page that ends before its cards are back', async () => {
    const { done, page } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.']);
    const first = page(0);
    first.start('Go');
    await until(first, ({ pending }) => pending.length === 1);
    await first.decide('a', true);
    first.dispose();
    const second = page(1);
    await until(second, ({ place }) => place === 'here');
    second.dispose();

    const third = page(1);
    await until(third, ({ pending }) => pending[0]?.items[0]?.state.status === 'decided');
    await third.decide('b', true);

    await until(third, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
    expect(done.sort()).toEqual(['ask a', 'ask b']);
  });

  it('C191 counts the choices that were made in time, even if the page comes back late', async () => {
    const hour = 3_600_000;
    const { done, page, storage } = setUp([{ calls: ['a', 'b', 'c'].map((id) => call('ask', id)) }, 'Done.']);
    const options = { expiry: { after: hour } };
    const first = page(0, options);
    first.start('Go');
    const { pending } = await until(first, (state) => state.pending.length === 1);
    const items = pending[0]?.items ?? [];
    await first.decide('a', true);
    first.extend(items[2]?.id ?? '', Date.now() + 4 * hour);
    await expect
      .poll(async () => (await storage().load('talk')) ?? {})
      .toMatchObject({ choices: { [items[0]?.id ?? '']: {} } });
    first.dispose();

    const later = { now: () => Date.now() + 2 * hour, monotonic: () => performance.now() + 2 * hour };
    const second = page(1, { ...options, environment: later });
    await until(second, (state) => state.pending[0]?.items[0]?.state.status === 'decided');
    await second.decide('c', true);

    await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
    expect(done.sort()).toEqual(['ask a', 'ask c']);
  });

  it('C191 restores the choices with their person and metadata', async () => {
    const got: unknown[] = [];
    const send = tool({
      inputSchema,
      requiresApproval: true,
      execute: (_, { toolCallMetadata }) => void got.push(toolCallMetadata),
    });
    const { page, storage } = setUp([{ calls: [call('send', 'a'), call('ask', 'b')] }, 'Done.']);
    const first = page(0, {}, { send });
    first.start('Go');
    const { pending } = await until(first, (state) => state.pending.length === 1);
    await first.decide('a', true, { by: { type: 'person', name: 'Ada' }, metadata: { ticket: 7 } });
    await expect
      .poll(async () => (await storage().load('talk')) ?? {})
      .toMatchObject({ choices: { [pending[0]?.items[0]?.id ?? '']: {} } });
    first.dispose();

    const second = page(1, {}, { send });
    const isBack = ({ pending }: ConversationState): boolean => pending[0]?.items[0]?.state.status === 'decided';
    const back = await until(second, isBack);
    expect(back.pending[0]?.items[0]?.state).toMatchObject({ by: { type: 'person', name: 'Ada' } });
    await second.decide('b', true);

    await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
    expect(got).toEqual([{ ticket: 7 }]);
    const answers = [...second.store.getState().events].filter(({ type }) => type === 'answer');
    expect(answers).toMatchObject([{ toolCallId: 'a', by: { name: 'Ada' } }, { toolCallId: 'b' }]);
  });

  it('C191 keeps the answers to a whole batch through a page that ends before the run has them', async () => {
    const hangs: (() => Promise<void> | void)[] = [() => {}, () => new Promise(() => {})];
    const sends: string[] = [];
    const send = tool({
      inputSchema,
      requiresApproval: true,
      argsValidator: (_, ctx) => (ctx.toolCallApproved ? hangs.shift()?.() : undefined),
      execute: ({ path }) => void sends.push(path),
    });
    const { page, storage } = setUp([{ calls: [call('send', 'a'), call('ask', 'b')] }, 'Done.']);
    const first = page(0, {}, { send });
    first.start('Go');
    const {
      pending: [batch],
    } = await until(first, ({ pending }) => pending.length === 1);
    const batchId = batch?.batchId;
    await first.decide('a', toolApproved({ overrideArgs: { path: 'edited' } }));
    await first.decide('b', true);
    await until(first, ({ pending }) => pending.length === 0);
    await expect.poll(() => hangs.length).toBe(0); // they are being checked once more
    const kept = async (): Promise<unknown> => (await storage().load('talk')) ?? {};
    await expect
      .poll(kept)
      .toMatchObject({ choices: { [`${batchId}:a`]: {}, [`${batchId}:b`]: {} }, status: 'running' });
    first.dispose();
    const asked: string[] = [];
    const second = page(1, {}, { send });
    second.store.subscribe(({ pending }) => {
      for (const { items } of pending)
        for (const { call, state } of items) if (state.status === 'waiting') asked.push(call.toolCallId);
    });

    await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');

    expect(sends).toEqual(['edited']);
    expect(asked).toEqual([]);
  });

  it('C191 is not idle while its run is active, and survives a clean-up', async () => {
    const { page, storage } = setUp([{ calls: [call('ask', 'a')] }, 'Done.', 'Hello.']);
    const first = page(0);
    first.start('Go');
    await until(first, ({ pending }) => pending.length === 1);
    first.dispose();
    const store = storage();
    const all = { olderThan: Date.now() + 1_000_000 };

    await store.clean(all);
    const [summary] = await store.conversations.list();
    const second = page(1);
    await until(second, ({ pending }) => pending.length === 1);
    await second.decide('a', true);
    await until(second, (state) => textOf(state) === 'Go|Done.' && state.status === 'idle');
    second.dispose();
    await until(page(2), ({ place }) => place === 'here'); // what was kept last is kept by now
    for (const close of open.splice(0)) close();
    await store.clean(all);
    const third = page(2);
    third.start('Hi');

    expect(summary).toMatchObject({ id: 'talk', title: 'Go', state: expect.stringMatching(/running|waiting/) });
    await until(third, (state) => textOf(state) === 'Go|Done.|Hi|Hello.' && state.status === 'idle');
    expect(third.store.getState().error).toBeNull();
  });

  it('C191 continues from imported messages', async () => {
    const { page, storage } = setUp(['Hello.', 'Here again.']);
    const first = page(0);
    first.start('Hi');
    await until(first, (state) => textOf(state) === 'Hi|Hello.' && state.status === 'idle');
    first.dispose();
    await until(page(1), ({ place }) => place === 'here');
    const store = storage();
    const imported = await store.conversations.import(await store.conversations.export('talk'));

    const second = page(1, { runKey: imported });
    await until(second, ({ place }) => place === 'here');
    expect(textOf(second.store.getState())).toBe('Hi|Hello.');
    second.start('And now?');

    await until(second, (state) => textOf(state) === 'Hi|Hello.|And now?|Here again.' && state.status === 'idle');
  });

  it('C200 is left by the page that has it open when it is deleted, which says so; another starts under its name', async () => {
    const { done, page, storage } = setUp([{ calls: [call('ask', 'a')] }, 'Done.', 'Hello.']);
    const first = page(0);
    first.start('Go');
    await until(first, ({ pending }) => pending.length === 1);
    const { conversations } = storage();

    await conversations.delete('talk');
    const told = await until(first, ({ error }) => error !== null);
    first.start('And then rest');
    first.saveDraft('a', { mode: 'deny', reason: 'Not tod' });
    const second = page(2);
    second.start('Hi');
    await until(second, (state) => textOf(state) === 'Hi|Hello.' && state.status === 'idle');
    first.dispose();
    second.dispose();
    const third = page(2);
    await until(third, ({ place }) => place === 'here');

    expect(told).toMatchObject({ error: { code: 'conversation-gone' }, place: 'opening', pending: [] });
    expect(textOf(third.store.getState())).toBe('Hi|Hello.');
    expect((await conversations.list()).map(({ title }) => title)).toEqual(['Hi']);
    expect(done).toEqual([]);
  });

  it('C200 is not stored again by a page that followed it when it was deleted', async () => {
    const { page, storage } = setUp(['Hello.', 'Here again.']);
    const first = page(0);
    first.start('Hi');
    await until(first, (state) => textOf(state) === 'Hi|Hello.' && state.status === 'idle');
    const second = page(1);
    await until(second, (state) => state.place === 'elsewhere' && textOf(state) === 'Hi|Hello.');
    const { conversations } = storage();

    await conversations.delete('talk');
    const told = await Promise.all([first, second].map((each) => until(each, ({ error }) => error !== null)));
    const third = page(1);
    await until(third, ({ place }) => place === 'here');

    expect(told.map(({ error }) => error?.code)).toEqual(['conversation-gone', 'conversation-gone']);
    expect(textOf(third.store.getState())).toBe('');
    third.start('Back');
    await until(third, (state) => textOf(state) === 'Back|Here again.' && state.status === 'idle');
  });

  it('C200 is not stored again by a page that was hidden when it was deleted', async () => {
    const { page, storage } = setUp(['Hello.']);
    const first = page(0);
    first.start('Hi');
    await until(first, (state) => textOf(state) === 'Hi|Hello.' && state.status === 'idle');
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await until(first, ({ place }) => place === 'elsewhere');
    const { conversations } = storage();

    await conversations.delete('talk');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    const { error } = await until(first, (state) => state.error !== null);

    expect(error?.code).toBe('conversation-gone');
    expect(await conversations.list()).toEqual([]);
  });

  it('C191 continues if a small record could not be stored, and says so', async () => {
    const { done, page, storage } = setUp([{ calls: [call('ask', 'a')] }, 'Done.', 'Thanks.']);
    const store = storage();
    let fails = false;
    const claim: RunStorage['claim'] = async (...given) => {
      const made = await store.claim(...given);
      const save: typeof made.save = (kept) => (fails ? Promise.reject(new Error('quota')) : made.save(kept));
      return { ...made, save };
    };
    const broken: RunStorage = { ...store, claim };
    const run = page(0, { storage: broken });
    run.start('Go');
    await until(run, ({ pending }) => pending.length === 1);
    fails = true;
    run.start('And then rest');
    await until(run, ({ error }) => error?.code === 'not-kept');
    fails = false;

    await run.decide('a', true);

    await until(run, (state) => textOf(state).endsWith('Thanks.') && state.status === 'idle');
    expect(done).toEqual(['ask a']);
  });
});
