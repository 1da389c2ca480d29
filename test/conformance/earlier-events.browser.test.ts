import {
  type Conversation,
  type ConversationOptions,
  type ConversationState,
  connectAgent,
  createAgent,
  createConversation,
  decisionRecord,
  type RunEvent,
  type ToolMap,
  tool,
} from 'countersign/core';
import { indexedDbStorage, type RunStorage } from 'countersign/persistence';
import { serveAgent } from 'countersign/server';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { stepKind } from '../support/step-keys.js';
import { call, inputSchema, namesOf, say, textsOf, until } from './persistence-support.js';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

let count = 0;

interface PageOptions extends Partial<ConversationOptions> {
  /** How many turns of the model are over. Default: 0. */
  readonly says?: number;
  /** Default: true. */
  readonly isKept?: boolean;
}

/** Pages of one conversation, each with its own agent and connection. */
function setUp(turns: readonly ScriptedTurn[]) {
  const name = `earlier-${Date.now()}-${count++}`;
  const storage = (): RunStorage => indexedDbStorage({ name });
  const page = ({ says = 0, isKept = true, ...options }: PageOptions = {}): Conversation => {
    const tools = {
      look: tool({ inputSchema, execute: ({ path }) => `${path} is there` }),
      ask: tool({ inputSchema, requiresApproval: true, execute: () => 'done' }),
    };
    const agent = createAgent({ model: scriptedModel(turns.slice(says)), tools });
    const conversation = createConversation(() => ({
      agent,
      ...(isKept ? { storage: storage(), runKey: 'talk' } : {}),
      ...options,
    }));
    open.push(conversation.dispose);
    return conversation;
  };
  return { page, storage };
}

const isHere = ({ place }: ConversationState): boolean => place === 'here';
const isAsked = ({ pending }: ConversationState): boolean => pending.length === 1;

const turns: readonly ScriptedTurn[] = [
  { text: 'I look.', calls: [call('look', 'a')] },
  'It is there.',
  { calls: [call('look', 'b')] },
  'That one too.',
  { calls: [call('look', 'c')] },
  'And that.',
  { calls: [call('ask', 'd')] },
  'Done.',
];

it('C199 shows the events of earlier runs in the next page', async () => {
  const { page } = setUp(turns);
  const first = page();
  await say(first, 'Is a there?');
  await say(first, 'And b?');
  const told = [...first.store.getState().events];
  first.dispose();

  const second = page();
  const { events, earlierEvents } = await until(second, isHere);

  expect(namesOf(events)).toEqual(namesOf(told));
  expect(textsOf(events)).toBe('I look.It is there.That one too.');
  expect(earlierEvents).toBe('none');
  expect(await decisionRecord(events)).toEqual(await decisionRecord(told));
});

it('C199 shows the events of a continued run once, after the runs before it', async () => {
  const { page } = setUp(turns.slice(4));
  const first = page();
  await say(first, 'Is c there?');
  first.start('Then do it');
  await until(first, isAsked);
  const told = namesOf(first.store.getState().events);
  first.dispose();

  const second = page({ says: 3 });
  await until(second, isAsked);
  const again = namesOf(second.store.getState().events);
  await second.decide('d', true);
  const { events } = await until(second, ({ outcome }) => outcome?.type === 'completed');

  expect(again).toEqual(told);
  expect(new Set(namesOf(events)).size).toBe(namesOf(events).length);
  expect(textsOf(events)).toBe('And that.Done.');
});

it('C199 keeps the newest events in memory, and loads the others on demand, also in another page', async () => {
  const heard: RunEvent[] = [];
  const { page } = setUp(turns);
  const first = page({ maxEvents: 20, onEvent: (event) => void heard.push(event) });
  await say(first, 'Is a there?');
  await say(first, 'And b?');
  await say(first, 'And c?');

  const state = first.store.getState();
  expect(state.events.length).toBeLessThanOrEqual(20);
  expect(state.earlierEvents).toBe('kept');
  const held = namesOf(state.events);
  expect(held).toEqual(namesOf(heard).slice(-held.length));

  const second = page();
  await until(second, ({ place }) => place === 'elsewhere');
  second.showEarlier();
  const { events } = await until(second, ({ earlierEvents }) => earlierEvents === 'none');
  expect(namesOf(events)).toEqual(namesOf(heard));
  first.showEarlier();
  const shown = await until(first, ({ earlierEvents }) => earlierEvents === 'none');
  expect(namesOf(shown.events)).toEqual(namesOf(heard));

  // What people asked for is not let go again with the next message.
  first.start('Do it');
  await until(first, isAsked);
  expect(first.store.getState().events.at(0)).toMatchObject({
    type: 'run-start',
    prompt: [{ content: 'Is a there?' }],
  });
});

it('C199 loads a long conversation in parts', async () => {
  const many = 90;
  const { page } = setUp(Array.from({ length: many }, (_, i) => [{ calls: [call('look', `c${i}`)] }, 'Yes.']).flat());
  const first = page();
  for (let i = 0; i < many; i++) await say(first, `Is c${i} there?`);
  const told = namesOf(first.store.getState().events);
  first.dispose();

  const second = page();
  const { events, earlierEvents } = await until(second, isHere);
  expect([events.length, earlierEvents]).toEqual([1000, 'kept']);
  second.showEarlier();
  second.showEarlier();
  const { events: all } = await until(second, (state) => state.earlierEvents === 'none');

  expect(namesOf(all)).toEqual(told);
});

it.each([0, 1, 2])('C199 keeps few events if maxEvents is %i', async (maxEvents) => {
  const { page } = setUp(['Hello.']);
  const only = page({ isKept: false, maxEvents });

  await say(only, 'Hi');

  const { events, earlierEvents } = only.store.getState();
  expect([[...events].map(({ type }) => type), earlierEvents]).toEqual([['run-end'], 'dropped']);
});

it('C199 drops events if nothing stores them', async () => {
  const { page } = setUp(turns);
  const only = page({ isKept: false, maxEvents: 10 });

  await say(only, 'Is a there?');
  only.showEarlier();

  const { events, earlierEvents } = only.store.getState();
  expect(events.length).toBeLessThanOrEqual(10);
  expect(earlierEvents).toBe('dropped');
  expect(events.at(-1)?.type).toBe('run-end');
});

it('C199 ends the log of a run with its own end, not with that of an activation whose journal failed', async () => {
  const { page, storage } = setUp(turns);
  const own = storage();
  const claim: RunStorage['claim'] = async (...given) => {
    const claimed = await own.claim(...given);
    const journal: typeof claimed.journal = (runId) => {
      const { step } = claimed.journal(runId);
      return {
        step: (key, ...rest) =>
          stepKind(key) === 'plan' ? Promise.reject(new Error('The disk is full.')) : step(key, ...rest),
      };
    };
    return { ...claimed, journal };
  };
  const broken: RunStorage = { ...own, claim };
  const first = page({ storage: broken });
  await say(first, 'Is a there?');
  expect(first.store.getState().error?.code).toBe('journal-failed');
  first.dispose();

  const second = page({ says: 1 });
  await until(second, ({ outcome }) => outcome?.type === 'completed');
  second.dispose();
  const third = page();
  const { events } = await until(third, isHere);

  const ends = [...events].filter(({ type }) => type === 'run-end');
  expect(ends).toMatchObject([{ outcome: 'completed' }]);
  expect(events.at(-1)?.type).toBe('run-end');
});

/** Two tools of which the second hangs in the first life, and is done in the next. */
function makeTwo(isHanging: boolean): ToolMap {
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const look = async ({ path }: { readonly path: string }): Promise<string> => {
    if (isHanging) await begun;
    return `${path} is there`;
  };
  const sweep = (): Promise<string> | string => {
    begin();
    return isHanging ? new Promise(() => {}) : 'swept';
  };
  return {
    look: tool({ inputSchema, idempotent: true, execute: look }),
    sweep: tool({ inputSchema, idempotent: true, execute: sweep }),
  };
}

const two = { calls: [call('look', 'a'), call('sweep', 'b')] };

const callEnds = (events: Iterable<RunEvent>) =>
  [...events].flatMap((event) => (event.type === 'tool-end' ? [[event.toolCallId, event.end.status]] : []));

const isOver = ({ outcome }: ConversationState): boolean => outcome !== null;

it('C199 ends the calls in the log of a run with their own ends, not with those of an activation whose journal failed', async () => {
  const { page, storage } = setUp([]);
  const own = storage();
  const claim: RunStorage['claim'] = async (...given) => {
    const claimed = await own.claim(...given);
    const journal: typeof claimed.journal = (runId) => {
      const { step } = claimed.journal(runId);
      return {
        step: async (key, work, options) => {
          if (!/~tool\.a/.test(key)) return await step(key, work, options);
          await work({ isRepeated: false });
          throw new Error('The disk is full.');
        },
      };
    };
    return { ...claimed, journal };
  };
  const broken: RunStorage = { ...own, claim };
  const first = page({
    storage: broken,
    agent: createAgent({ model: scriptedModel([two]), tools: makeTwo(true) }),
  });
  first.start('Look and sweep');
  const { error } = await until(first, isOver);
  expect(error?.code).toBe('journal-failed');
  first.dispose();

  const second = page({ agent: createAgent({ model: scriptedModel(['Done.']), tools: makeTwo(false) }) });
  await until(second, ({ outcome }) => outcome?.type === 'completed');
  second.dispose();
  const third = page();
  const { events } = await until(third, isHere);

  expect(callEnds(events).sort()).toEqual([
    ['a', 'returned'],
    ['b', 'returned'],
  ]);
  expect([...events].filter(({ type }) => type === 'step-end')).toHaveLength(2);
});

it('C199 omits the interruption of an activation whose worker disappeared from the log of a run', async () => {
  const { page } = setUp([]);
  const ports: MessagePort[] = [];
  const own = indexedDbStorage({ name: `served-${crypto.randomUUID()}` });
  // A worker that went away has no locks any more.
  const claim = async () => ({ lost: new AbortController().signal }) as never;
  const over = (said: readonly ScriptedTurn[], tools: ToolMap) => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    serveAgent(createAgent({ model: scriptedModel(said), tools }), { port: port2, storage: { ...own, claim } });
    return connectAgent(port1);
  };
  const gone = over([two], makeTwo(true));
  const first = page({ agent: gone });
  first.start('Look and sweep');
  await until(first, ({ events }) => callEnds(events).length === 1);
  gone.disconnect();
  await until(first, isOver);
  first.dispose();

  const second = page({ agent: over(['Done.'], makeTwo(false)) });
  await until(second, ({ outcome }) => outcome?.type === 'completed');
  second.dispose();
  const third = page();
  const { events } = await until(third, isHere);
  for (const port of ports) port.close();

  expect(callEnds(events).sort()).toEqual([
    ['a', 'returned'],
    ['b', 'returned'],
  ]);
  expect([...events].filter(({ type }) => type === 'step-end')).toHaveLength(2);
});

it('C199 has a late answer in the log of its run, also while another run is active', async () => {
  const { page, storage } = setUp([{ calls: [call('ask', 'a')] }, { calls: [call('ask', 'b')] }]);
  const only = page();
  only.start('Ask for a.');
  await until(only, isAsked);
  only.stop();
  await until(only, isOver);
  only.start('Ask for b.');
  await until(only, (state) => isAsked(state) && !isOver(state));

  expect(await only.decide('a', true)).toMatchObject({ status: 'late' });

  const { runIds = [] } = (await storage().conversations.get('talk')) ?? {};
  const lateOf = async (runId = ''): Promise<readonly RunEvent[]> =>
    (await storage().events(runId).read()).entries.flatMap(({ event }) =>
      event.type === 'late-answer' ? [event] : [],
    );
  await vi.waitFor(async () => expect(await lateOf(runIds[0])).toMatchObject([{ runId: runIds[0] }]));
  expect(await lateOf(runIds[1])).toEqual([]);
});

it('C199 stores the end of a run in its log before it stores that the run is over, since no later page emits it', async () => {
  const name = `earlier-${Date.now()}-${count++}`;
  const toText = (data: ArrayBuffer): string => new TextDecoder().decode(data);
  // Sealing what happened takes longer than sealing what is shown.
  const encrypt = async (text: string): Promise<ArrayBuffer> => {
    if (text.includes('"type":"run-end"')) await new Promise((resolve) => setTimeout(resolve, 300));
    return await new Blob([text]).arrayBuffer();
  };
  const storage = indexedDbStorage({ name, encrypt, decrypt: async (data) => toText(data) });
  const { page } = setUp(turns);
  const only = page({ storage });
  await until(only, isHere);
  only.start('Is a there?');
  await until(only, ({ outcome }) => outcome !== null);

  await vi.waitFor(async () => expect(await storage.load('talk')).toMatchObject({ status: 'idle' }), { interval: 5 });

  const [runId = ''] = (await storage.conversations.get('talk'))?.runIds ?? [];
  const { entries } = await storage.events(runId).read();
  expect(entries.at(-1)?.event.type).toBe('run-end');
});

it('C199 emits an answer once that was given before a reload in the middle of a batch', async () => {
  const { page, storage } = setUp([{ calls: [call('ask', 'a'), call('ask', 'b')] }, 'Done.']);
  const expiry = { after: 3_600_000 };
  const first = page({ expiry });
  first.start('Ask twice.');
  const { pending } = await until(first, isAsked);
  await first.decide('a', true);
  const runId = pending[0]?.runId ?? '';
  const answers = async (): Promise<readonly RunEvent[]> => {
    const { entries } = await storage().events(runId).read();
    return entries.flatMap(({ event }) => (event.type === 'answer' ? [event] : []));
  };
  await vi.waitFor(async () => expect(await answers()).toHaveLength(1));
  first.dispose();

  const second = page({ says: 1, expiry });
  await until(second, (state) => isAsked(state) && state.pending[0]?.items[0]?.state.status === 'decided');
  await second.decide('b', true);
  await until(second, ({ outcome }) => outcome?.type === 'completed');
  await vi.waitFor(async () => expect(await storage().load('talk')).toMatchObject({ status: 'idle' }));

  expect(await answers()).toMatchObject([{ toolCallId: 'a' }, { toolCallId: 'b' }]);
  const { events } = second.store.getState();
  expect(namesOf(events).filter((name) => name.startsWith('answer '))).toHaveLength(2);
  // Nobody has moved a deadline.
  expect([...events].filter(({ type }) => type === 'extended')).toEqual([]);
});

it('C199 opens a conversation whose events cannot be read, and reports it when they are requested', async () => {
  const { page, storage } = setUp(turns);
  const first = page({ maxEvents: 20 });
  await say(first, 'Is a there?');
  first.dispose();

  const readLog = async (): Promise<never> => {
    throw new Error('The disk is broken.');
  };
  const broken: RunStorage = { ...storage(), readLog };
  const second = page({ storage: broken, says: 2 });
  const { events, messages } = await until(second, isHere);
  expect([events.length, messages.length]).toEqual([0, 2]);
  second.showEarlier();
  const { error } = await until(second, (state) => state.error !== null);

  expect(error?.code).toBe('not-kept');
  await say(second, 'And b?');
  expect(second.store.getState().outcome?.type).toBe('completed');
});
