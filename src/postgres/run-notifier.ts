import type { Pool } from 'pg';
import type { RunEvent } from '../protocol/run-event.js';
import { NewsHub, type NewsOrGap } from '../server/streams/news-hub.js';

import { type Channel, NotificationListener } from './notification-listener.js';
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

/** Sends a notification. The payload is an array, as in the notifications of {@link chunkNotifications}. */
export async function sendNotification(querying: Pick<Pool, 'query'>, news: RunNotification): Promise<void> {
  await querying.query('select pg_notify($1, $2)', [channelOf(news), JSON.stringify([news])]);
}

/** Workers listen to stops only, so that the events of their own runs do not keep them busy. */
function channelOf({ type }: RunNotification): Channel {
  return type === 'stop' ? 'countersign_stop' : 'countersign';
}

/**
 * Returns notifications about stored events, with as many text deltas in each as fit. A delta that is too long is left
 * out: listeners read it with the whole text.
 */
export function toEventNotifications(
  { runId, from, to }: Pick<EventNews, 'runId' | 'from' | 'to'>,
  live: readonly LiveEvent[],
): readonly RunNotification[] {
  const short = live.map((one) => ({ one, size: sizeOf(one) })).filter(({ size }) => size < maxNotificationBytes - 500);
  const chunks = inChunks(short, maxNotificationBytes - 500);
  const all = chunks.length === 0 ? [[]] : chunks;
  return all.map((some) => ({ type: 'events', runId, from, to, live: some.map(({ one }) => one) }));
}

/** Distributes news over notifications. The number of each item, the index of its write, is passed through. */
export function chunkNotifications(
  news: readonly (readonly [number, RunNotification])[],
): readonly (readonly [number, { readonly chunk: number; readonly news: string }])[] {
  const texts = news.map(([n, one]) => ({ n, text: JSON.stringify(one), size: sizeOf(one) }));
  return inChunks(texts, maxNotificationBytes).flatMap((some, chunk) =>
    some.map(({ n, text }) => [n, { chunk, news: text }] as const),
  );
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/** Splits items into consecutive chunks with a total size of at most `maxSize` each. */
function inChunks<T extends { readonly size: number }>(all: readonly T[], maxSize: number): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  let room = 0;
  for (const one of all) {
    if (one.size > room) {
      chunks.push([]);
      room = maxSize;
    }
    room -= one.size;
    chunks.at(-1)?.push(one);
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

  constructor(databaseUrl: string, tables: RunTables) {
    this.#tables = tables;
    this.#listener = new NotificationListener(databaseUrl, {
      channel: 'countersign',
      onNotification: (payload) => this.#receive(payload),
      // Notifications were missed while the connection was broken.
      onConnect: () => {
        for (const runId of this.#lastSerials.keys()) {
          if (this.hub.has(runId)) this.#enqueue(() => this.#publishStored(runId, Number.POSITIVE_INFINITY));
          else this.#lastSerials.delete(runId);
        }
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
      else this.#enqueue(() => this.#publish(news));
    }
  }

  /** Adds work to a queue, so that the events of one notification are published before those of the next. */
  #enqueue(work: () => Promise<void>): void {
    this.#pending += 1;
    this.#queue = this.#queue
      .then(work)
      .catch(() => {})
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
