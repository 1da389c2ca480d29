import type { Pool } from 'pg';
import type { RunEvent } from '../protocol/run-event.js';
import { NewsHub, type NewsOrGap } from '../server/streams/news-hub.js';
import { type Channel, NotificationListener } from './connection/notification-listener.js';
import type { RunTables } from './run-tables.js';

/** A text delta, and the serial of the stored event that it follows. */
export interface LiveEvent {
  readonly after: number;
  readonly event: RunEvent;
}

/** Notice that the events `from` to `to` were stored, with the text deltas that follow some of them. */
interface EventNews {
  readonly type: 'events';
  readonly runId: string;
  readonly from: number;
  readonly to: number;
  readonly live: readonly LiveEvent[];
}

/** A notification about a run: a pointer to stored rows, and the text deltas, which are not stored. */
export type RunNotification =
  | EventNews
  | { readonly type: 'batch'; readonly runId: string; readonly batchId: string }
  | { readonly type: 'over'; readonly runId: string }
  | { readonly type: 'stop'; readonly runId: string };

/** The maximum number of notifications in the queue. Beyond it, listeners get a `gap` and read the log themselves. */
const maxPending = 1000;

/** The maximum size of a payload, in bytes. The limit of Postgres is 8,000, including overhead. */
const maxNotificationBytes = 7000;

/** The part of a payload that is reserved for the other members of a notification about events, in bytes. */
const envelopeBytes = 500;

/** Sends a notification. Each payload is an array, because {@link chunkNotifications} puts several into one. */
export async function sendNotification(querying: Pick<Pool, 'query'>, news: RunNotification): Promise<void> {
  await querying.query('select pg_notify($1, $2)', [channelOf(news), JSON.stringify([news])]);
}

/** Returns the channel of a notification. Workers need only stops, so those have a channel without the events. */
function channelOf({ type }: RunNotification): Channel {
  return type === 'stop' ? 'countersign_stop' : 'countersign';
}

/**
 * Returns notifications about stored events, with as many text deltas in each as fit. A delta that is too long is left
 * out: listeners get its text with the stored event that has the whole text.
 */
export function toEventNotifications(
  { runId, from, to }: Pick<EventNews, 'runId' | 'from' | 'to'>,
  live: readonly LiveEvent[],
): readonly RunNotification[] {
  const maxSize = maxNotificationBytes - envelopeBytes;
  const deltas = live.map((delta) => ({ delta, size: sizeOf(delta) })).filter(({ size }) => size < maxSize);
  const chunks = inChunks(deltas, maxSize);
  const all = chunks.length === 0 ? [[]] : chunks;
  return all.map((chunk) => ({ type: 'events', runId, from, to, live: chunk.map(({ delta }) => delta) }));
}

/**
 * Assigns notifications to payloads of limited size. Takes pairs of the index of a write and its notification; returns
 * the pairs with the notification as JSON and the number of its payload, `chunk`.
 */
export function chunkNotifications(
  notifications: readonly (readonly [number, RunNotification])[],
): readonly (readonly [number, { readonly chunk: number; readonly news: string }])[] {
  const items = notifications.map(([n, notification]) => ({
    n,
    news: JSON.stringify(notification),
    size: sizeOf(notification),
  }));
  return inChunks(items, maxNotificationBytes).flatMap((some, chunk) =>
    some.map(({ n, news }) => [n, { chunk, news }] as const),
  );
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/** Splits items into consecutive chunks with a total size of at most `maxSize` each. */
function inChunks<T extends { readonly size: number }>(all: readonly T[], maxSize: number): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  let remaining = 0;
  for (const item of all) {
    if (item.size > remaining) {
      chunks.push([]);
      remaining = maxSize;
    }
    remaining -= item.size;
    chunks.at(-1)?.push(item);
  }
  return chunks;
}

/**
 * Receives notifications from other processes and publishes them to listeners. A notification only says that there is
 * something new. The events themselves are read from the tables, so that a lost notification loses no event.
 */
export class RunNotifier {
  readonly hub: NewsHub = new NewsHub();
  readonly #listener: NotificationListener;
  readonly #tables: RunTables;
  /** The serial of the last event that was published to the listeners of a run. */
  readonly #lastSerials: Map<string, number> = new Map();
  #queue: Promise<unknown> = Promise.resolve();
  #pending = 0;

  constructor(directUrl: string, tables: RunTables) {
    this.#tables = tables;
    this.#listener = new NotificationListener(directUrl, {
      channel: 'countersign',
      onNotification: (payload) => this.#receive(payload),
      // Notifications of every kind may have been missed, so each listener reads the tables again.
      onConnect: () => {
        this.#lastSerials.clear();
        for (const runId of this.hub.runIds()) this.hub.publish(runId, [{ type: 'gap' }]);
      },
    });
  }

  /**
   * Starts to listen.
   *
   * @throws when the database cannot be reached.
   */
  open(): Promise<void> {
    return this.#listener.open();
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  /** Returns the news of a run from now on. */
  listen(runId: string, signal: AbortSignal): AsyncIterable<NewsOrGap> {
    if (!this.hub.has(runId)) this.#lastSerials.delete(runId);
    return this.hub.listen(runId, signal);
  }

  #receive(payload: string): void {
    const all: readonly RunNotification[] = JSON.parse(payload);
    for (const news of all) {
      if (!this.hub.has(news.runId)) this.#lastSerials.delete(news.runId);
      else if (news.type === 'events' && this.#pending >= maxPending) this.hub.publish(news.runId, [{ type: 'gap' }]);
      else this.#enqueue(news);
    }
  }

  /** Adds work to a queue, so that the events of one notification are published before those of the next. */
  #enqueue(news: RunNotification): void {
    this.#pending += 1;
    this.#queue = this.#queue
      .then(() => this.#publish(news))
      // The events could not be read, so the listeners read the tables themselves.
      .catch(() => this.hub.publish(news.runId, [{ type: 'gap' }]))
      .finally(() => {
        this.#pending -= 1;
      });
  }

  async #publish(news: RunNotification): Promise<void> {
    if (news.type === 'batch') this.hub.publish(news.runId, [news]);
    if (news.type === 'over') {
      this.hub.close(news.runId);
      this.#lastSerials.delete(news.runId);
    }
    if (news.type !== 'events') return;
    const { runId, from, to, live } = news;
    // A new listener reads the earlier events from the log.
    if (!this.#lastSerials.has(runId)) this.#lastSerials.set(runId, from - 1);
    for (const { after, event } of live) {
      await this.#publishStored(runId, after);
      this.hub.publish(runId, [{ type: 'event', event }]);
    }
    await this.#publishStored(runId, to);
  }

  async #publishStored(runId: string, to: number): Promise<void> {
    for (let last = this.#lastSerials.get(runId) ?? -1; last < to; ) {
      const stored = await this.#tables.readLog(runId, last, 500);
      this.hub.publish(
        runId,
        stored.map((served) => ({ type: 'event', ...served })),
      );
      last = stored.at(-1)?.serial ?? Number.POSITIVE_INFINITY;
      if (Number.isFinite(last)) this.#lastSerials.set(runId, last);
    }
  }
}
