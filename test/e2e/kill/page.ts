import type { UIMessage } from 'ai';
import { type Conversation, type ConversationState, createConversation, type RunEvent } from 'countersign/core';
import { indexedDbStorage, type RunStorage } from 'countersign/persistence';
import { type IDBPDatabase, openDB } from 'idb';
import { killedAgent, talk } from './app.js';
import { HeldWrites, type Hold } from './delayed-writes.js';
import { answerPendingCalls } from './person.js';
import { watchWrites } from './watch-writes.js';

/** The persisted state of earlier activations at the start of this one. */
export interface FoundState {
  /** Completed steps. */
  readonly ended: readonly string[];
  /** Started steps without an end. */
  readonly interrupted: readonly string[];
  /** The answered items of incomplete batches. */
  readonly chosen: readonly string[];
}

/** An event with its key, which is the same in all activations. */
export interface KeyedEvent {
  readonly key: string;
  readonly event: RunEvent;
}

/** A finished conversation, as displayed and as stored. */
export interface FinishedConversation {
  readonly shown: readonly UIMessage[];
  readonly history: readonly unknown[];
  /** The stored events of its runs in order, with whole texts. */
  readonly log: readonly KeyedEvent[];
  /** The events that the page displays, including those loaded from earlier activations. */
  readonly happened: readonly KeyedEvent[];
  /** Every moment at which this activation could have been ended. */
  readonly moments: readonly string[];
  readonly error: string | undefined;
}

const query = new URLSearchParams(location.search);
const life = Number(query.get('life'));
const endsAt = Number(query.get('ends') ?? Number.NaN);
const isGated = query.has('gate');
const hold: Hold | undefined = JSON.parse(query.get('hold') ?? 'null') ?? undefined;
const name = location.pathname;

/** Sends a message to the world outside of the page. */
async function post(what: string, about: object = {}): Promise<unknown> {
  openPosts += 1;
  try {
    const response = await fetch(what, { method: 'POST', body: JSON.stringify({ life, ...about }) });
    return await response.json();
  } finally {
    openPosts -= 1;
  }
}

/** The number of messages without a response. */
let openPosts = 0;

/** Sends a message, and blocks the page until the response. */
function postAndBlock(what: string, about: object): unknown {
  const request = new XMLHttpRequest();
  request.open('POST', what, false);
  request.send(JSON.stringify({ life, ...about }));
  return JSON.parse(request.responseText);
}

const moments: string[] = [];

/** Marks a moment. At the chosen moment, the page blocks until the world decides its fate. */
function reach(moment: string): void {
  moments.push(moment);
  if (moments.length - 1 === endsAt) block(moment);
}

function block(moment: string): void {
  const fate = postAndBlock('reached', { moment });
  if (fate === 'leave') location.replace('about:blank');
  // The process is killed during this loop.
  if (fate === 'die') for (;;);
}

const { quiet } = watchWrites(reach);

/**
 * The held writes. The world is informed when all work that does not depend on them has finished, and then
 * releases them.
 */
const held =
  hold &&
  new HeldWrites(hold, async () => {
    const letGo = post('held');
    // Message 1 is `held` itself, which stays without a response. The person has answered everything else.
    void quiet({ isElseBusy: () => openPosts > 1, tasks: 50 }).then(() => block(`held ${held?.moment}`));
    await letGo;
    void quiet({ isElseBusy: () => held?.isHolding === true }).then(() => post('wrote'));
  });

async function main(): Promise<void> {
  const storage = held?.storage(name) ?? indexedDbStorage({ name });
  await storage.load('talk'); // creates the database
  const raw = await openDB(name);
  const agent = killedAgent(
    async (about) => String(await post('effect', about)),
    (about) => post('told', about),
  );
  const conversation = createConversation(() => ({
    agent,
    storage,
    runKey: 'talk',
    // Few enough that the page must load earlier events.
    maxEvents: 20,
    onEvent: (event) => {
      if (event.type === 'tool-end' && event.end.status === 'unknown') void post('unknown', { call: event.toolCallId });
    },
  }));
  conversation.store.subscribe(({ place }, before) => {
    if (place !== before.place) void post('place', { place });
  });
  await until(conversation, ({ place }) => place === 'here');
  const steps = await storedSteps(raw);
  const { chosen, said } = await storedTalk(storage);
  await post('found', { ...steps, chosen } satisfies FoundState);
  if (isGated) await post('gate');
  answerPendingCalls(conversation, { post: post, quiet });
  await continueTalk(conversation, said, async () => (await storedTalk(storage)).said);
  await quiet({ isElseBusy: () => held?.isHolding === true });
  const end = await storage.load('talk');
  const { messages: shown, error } = conversation.store.getState();
  const history = end !== undefined && 'v' in end ? end.history : [];
  const log = await logOf(storage);
  const happened = await eventsOf(conversation);
  await post('over', { shown, history, log, happened, moments, error: error?.message } satisfies FinishedConversation);
}

/**
 * Returns the stored part of the conversation: the number of messages, and the answered items of incomplete
 * batches.
 */
async function storedTalk(storage: RunStorage): Promise<{ readonly chosen: readonly string[]; readonly said: number }> {
  const kept = await storage.load('talk');
  if (kept === undefined || !('v' in kept)) return { chosen: [], said: 0 };
  const { choices, active, messages, queued } = kept;
  const begun = active?.input === undefined ? 0 : 1;
  return { chosen: Object.keys(choices), said: saidIn(messages) + begun + queued.length };
}

/** Returns the logs of all runs in order. */
async function logOf(storage: RunStorage): Promise<readonly KeyedEvent[]> {
  const { runIds = [] } = (await storage.conversations.get('talk')) ?? {};
  const logs = await Promise.all(runIds.map((runId) => storage.events(runId).read({ limit: 10_000 })));
  return logs.flatMap(({ entries }) => entries.map(({ key, event }) => ({ key, event })));
}

/** Returns the displayed events, including those unloaded from memory. Deltas have no key. */
async function eventsOf(conversation: Conversation): Promise<readonly KeyedEvent[]> {
  const { store, showEarlier } = conversation;
  while (store.getState().earlierEvents === 'kept') {
    const { events } = store.getState();
    showEarlier();
    await until(conversation, (state) => state.events !== events);
  }
  return store
    .getState()
    .events.slice()
    .flatMap((event) => (event.key === undefined ? [] : [{ key: event.key, event }]));
}

/** Returns the steps of earlier activations. Must be called before this activation can write any. */
async function storedSteps(raw: IDBPDatabase): Promise<Pick<FoundState, 'ended' | 'interrupted'>> {
  const transaction = raw.transaction(['steps', 'marks']);
  const [ended, marked] = await Promise.all(
    ['steps', 'marks'].map(async (table) =>
      (await transaction.objectStore(table).getAllKeys()).map((key) => String([key].flat().at(-1))),
    ),
  );
  return { ended: ended ?? [], interrupted: (marked ?? []).filter((key) => ended?.includes(key) !== true) };
}

/** Sends the messages that are not in the conversation yet. A person whose message was lost writes it again. */
async function continueTalk(conversation: Conversation, said: number, keptNow: () => Promise<number>): Promise<void> {
  const { store, start } = conversation;
  const sendMessage = (words: string): void => {
    postAndBlock('says', { words });
    start(words);
  };
  for (const [index, { says, hears }] of talk.entries()) {
    // The person writes in the leading tab. In a following tab, the message would be queued even if the leader
    // sends the same one.
    await until(conversation, ({ place }) => place === 'here');
    const isUnsaid = index >= Math.max(said, saidIn(store.getState().messages));
    // No `await` in between: a tab frozen there would send the message after thawing, when another tab has already
    // sent it.
    if (isUnsaid) sendMessage(says);
    const isAnswered = (state: ConversationState): boolean =>
      state.place === 'here' && state.status === 'idle' && JSON.stringify(state.messages).includes(hears);
    const isOver = (state: ConversationState): boolean =>
      isAnswered(state) || (state.place === 'here' && state.error !== null);
    for (;;) {
      await until(conversation, (state) => isOver(state) || state.place !== 'here');
      if (isOver(store.getState())) break;
      // Another page may continue and finish the conversation. Unsaved changes of this page are lost, as it has
      // announced.
      await until(conversation, ({ place }) => place === 'here');
      await quiet();
      if (index >= (await keptNow())) sendMessage(says);
    }
    await quiet();
  }
}

function saidIn(messages: readonly UIMessage[]): number {
  return messages.filter(({ role }) => role === 'user').length;
}

async function until({ store }: Conversation, isSo: (state: ConversationState) => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (): void => void (isSo(store.getState()) && resolve());
    store.subscribe(look);
    look();
  });
}

main().catch((error: unknown) =>
  post('over', { shown: [], history: [], log: [], happened: [], moments, error: String(error) }),
);
