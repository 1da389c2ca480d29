import type { UIMessage } from 'ai';
import { type Conversation, type ConversationState, createConversation, type RunEvent } from 'countersign/core';
import { indexedDbStorage, type RunStorage } from 'countersign/persistence';
import { type IDBPDatabase, openDB } from 'idb';
import { killedAgent, talk } from './app.js';
import { HeldWrites, type Hold } from './delayed-writes.js';
import { answerWhatWaits } from './person.js';
import { watchWrites } from './watch-writes.js';

/** What was kept by earlier lives, as a life finds it. */
export interface Found {
  /** Steps that have an end. */
  readonly ended: readonly string[];
  /** Steps that were begun, and have none. */
  readonly interrupted: readonly string[];
  /** Items that were answered in a batch that was not whole. */
  readonly chosen: readonly string[];
}

/** An event, under the name that it has in all lives. */
export interface Happened {
  readonly key: string;
  readonly event: RunEvent;
}

/** A conversation that is over, as a person sees it and as it is kept. */
export interface Over {
  readonly shown: readonly UIMessage[];
  readonly history: readonly unknown[];
  /** What happened in its runs, one after the other, as it was kept, texts whole. */
  readonly log: readonly Happened[];
  /** What the page itself shows to have happened, with what it has read of earlier lives. */
  readonly happened: readonly Happened[];
  /** Every moment at which this life might have been ended. */
  readonly moments: readonly string[];
  readonly error: string | undefined;
}

const query = new URLSearchParams(location.search);
const life = Number(query.get('life'));
const endsAt = Number(query.get('ends') ?? Number.NaN);
const isGated = query.has('gate');
const hold: Hold | undefined = JSON.parse(query.get('hold') ?? 'null') ?? undefined;
const name = location.pathname;

/** Tells the world outside. */
async function tell(what: string, about: object = {}): Promise<unknown> {
  unheard += 1;
  try {
    const response = await fetch(what, { method: 'POST', body: JSON.stringify({ life, ...about }) });
    return await response.json();
  } finally {
    unheard -= 1;
  }
}

/** What was told, and the world has not answered yet. */
let unheard = 0;

/** Asks the world outside, and stands still until it has answered. */
function ask(what: string, about: object): unknown {
  const request = new XMLHttpRequest();
  request.open('POST', what, false);
  request.send(JSON.stringify({ life, ...about }));
  return JSON.parse(request.responseText);
}

const moments: string[] = [];

/** The world decides what happens here. Until it has, the page stands still, and it may be its last moment. */
function reach(moment: string): void {
  moments.push(moment);
  if (moments.length - 1 === endsAt) standStill(moment);
}

function standStill(moment: string): void {
  const fate = ask('reached', { moment });
  if (fate === 'leave') location.replace('about:blank');
  // The process is killed here.
  if (fate === 'die') for (;;);
}

const { quiet } = watchWrites(reach);

/**
 * Writes that are held, until the world lets them go: it hears of them once all has happened that does not wait for
 * them.
 */
const held =
  hold &&
  new HeldWrites(hold, async () => {
    const letGo = tell('held');
    // That is one thing that the world has not answered. Whoever stands before the page has answered what they can.
    void quiet({ isElseBusy: () => unheard > 1, tasks: 50 }).then(() => standStill(`held ${held?.moment}`));
    await letGo;
    void quiet({ isElseBusy: () => held?.isHolding === true }).then(() => tell('wrote'));
  });

async function live(): Promise<void> {
  const storage = held?.storage(name) ?? indexedDbStorage({ name });
  await storage.load('talk'); // the database is there from here on
  const raw = await openDB(name);
  const agent = killedAgent(
    async (about) => String(await tell('effect', about)),
    (about) => tell('told', about),
  );
  const conversation = createConversation(() => ({
    agent,
    storage,
    runKey: 'talk',
    // So few that it has to read them back.
    maxEvents: 20,
    onEvent: (event) => {
      if (event.type === 'tool-end' && event.end.status === 'unknown') void tell('unknown', { call: event.toolCallId });
    },
  }));
  conversation.store.subscribe(({ place }, before) => {
    if (place !== before.place) void tell('place', { place });
  });
  await until(conversation, ({ place }) => place === 'here');
  const steps = await keptSteps(raw);
  const { chosen, said } = await keptTalk(storage);
  await tell('found', { ...steps, chosen } satisfies Found);
  if (isGated) await tell('gate');
  answerWhatWaits(conversation, { tell, quiet });
  await goOnTalking(conversation, said, async () => (await keptTalk(storage)).said);
  await quiet({ isElseBusy: () => held?.isHolding === true });
  const end = await storage.load('talk');
  const { messages: shown, error } = conversation.store.getState();
  const history = end !== undefined && 'v' in end ? end.history : [];
  const log = await logOf(storage);
  const happened = await eventsOf(conversation);
  await tell('over', { shown, history, log, happened, moments, error: error?.message } satisfies Over);
}

/** What is kept of the talk: how much of it was said, and which items were answered in a batch that was not whole. */
async function keptTalk(storage: RunStorage): Promise<{ readonly chosen: readonly string[]; readonly said: number }> {
  const kept = await storage.load('talk');
  if (kept === undefined || !('v' in kept)) return { chosen: [], said: 0 };
  const { choices, active, messages, queued } = kept;
  const begun = active?.input === undefined ? 0 : 1;
  return { chosen: Object.keys(choices), said: saidIn(messages) + begun + queued.length };
}

/** The log of each run. */
async function logOf(storage: RunStorage): Promise<readonly Happened[]> {
  const { runIds = [] } = (await storage.conversations.get('talk')) ?? {};
  const logs = await Promise.all(runIds.map((runId) => storage.events(runId).read({ limit: 10_000 })));
  return logs.flatMap(({ entries }) => entries.map(({ key, event }) => ({ key, event })));
}

/** What the conversation shows to have happened, with all that it had let go. Parts of texts have no name. */
async function eventsOf(conversation: Conversation): Promise<readonly Happened[]> {
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

/** The steps of earlier lives: asked for before this one can write any. */
async function keptSteps(raw: IDBPDatabase): Promise<Pick<Found, 'ended' | 'interrupted'>> {
  const transaction = raw.transaction(['steps', 'marks']);
  const [ended, marked] = await Promise.all(
    ['steps', 'marks'].map(async (table) =>
      (await transaction.objectStore(table).getAllKeys()).map((key) => String([key].flat().at(-1))),
    ),
  );
  return { ended: ended ?? [], interrupted: (marked ?? []).filter((key) => ended?.includes(key) !== true) };
}

/** Says what is not in the conversation yet. A person whose message is gone writes it again. */
async function goOnTalking(conversation: Conversation, said: number, keptNow: () => Promise<number>): Promise<void> {
  const { store, start } = conversation;
  const say = (words: string): void => {
    ask('says', { words });
    start(words);
  };
  for (const [index, { says, hears }] of talk.entries()) {
    // A person writes in the tab that leads: in one that follows, a message waits, also where the other has sent the
    // same by then.
    await until(conversation, ({ place }) => place === 'here');
    const isUnsaid = index >= Math.max(said, saidIn(store.getState().messages));
    // In one go: a tab that is frozen in between would say it when it thaws, after another has.
    if (isUnsaid) say(says);
    const isAnswered = (state: ConversationState): boolean =>
      state.place === 'here' && state.status === 'idle' && JSON.stringify(state.messages).includes(hears);
    const isOver = (state: ConversationState): boolean =>
      isAnswered(state) || (state.place === 'here' && state.error !== null);
    for (;;) {
      await until(conversation, (state) => isOver(state) || state.place !== 'here');
      if (isOver(store.getState())) break;
      // Another page goes on, and may bring it to its end. What was not kept before that is gone, as this one has said.
      await until(conversation, ({ place }) => place === 'here');
      await quiet();
      if (index >= (await keptNow())) say(says);
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

live().catch((error: unknown) =>
  tell('over', { shown: [], history: [], log: [], happened: [], moments, error: String(error) }),
);
