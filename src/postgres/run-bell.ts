import type { Pool } from 'pg';
import type { RunEvent } from '../protocol/run-event.js';
import { type HeardNews, NewsHub } from '../server/streams/news-hub.js';

import { Bell, type Channel } from './bell.js';
import type { RunTables } from './run-tables.js';

/** A part of a text, and the serial of the kept event behind which it was told. */
export interface LiveEvent {
  readonly after: number;
  readonly event: RunEvent;
}

/** Events from one serial to another were kept, and parts of texts told behind some of them. */
interface EventNews {
  readonly type: 'events';
  readonly runId: string;
  readonly from: number;
  readonly to: number;
  readonly live: readonly LiveEvent[];
}

/** What the bell says: where to look, and what nobody keeps. */
export type BellNews =
  | EventNews
  | { readonly type: 'batch'; readonly runId: string; readonly batchId: string }
  | { readonly type: 'over'; readonly runId: string }
  | { readonly type: 'stop'; readonly runId: string };

/** How many notifications wait to be read up in the tables. Beyond that, listeners read the log themselves. */
const maxPending = 1000;

/** How many bytes go into one notification: Postgres takes 8,000 with what is around them. */
const maxBell = 7000;

/** Rings the bell: several news at once are an array. */
export async function ring(querying: Pick<Pool, 'query'>, news: BellNews): Promise<void> {
  await querying.query('select pg_notify($1, $2)', [channelOf(news), JSON.stringify([news])]);
}

/** Workers hear of stops alone: all that their runs tell would keep them busy. */
function channelOf({ type }: BellNews): Channel {
  return type === 'stop' ? 'countersign_stop' : 'countersign';
}

/** What is told of events: as much at once as a notification takes. A part of a text that is too long for it is read with the whole text. */
export function toEventBells(
  { runId, from, to }: Pick<EventNews, 'runId' | 'from' | 'to'>,
  live: readonly LiveEvent[],
): readonly BellNews[] {
  const short = live.map((one) => ({ one, size: sizeOf(one) })).filter(({ size }) => size < maxBell - 500);
  const parts = inChunks(short, maxBell - 500);
  const all = parts.length === 0 ? [[]] : parts;
  return all.map((some) => ({ type: 'events', runId, from, to, live: some.map(({ one }) => one) }));
}

/** Which news, each of the life with this number, go into one notification. */
export function chunkBells(
  news: readonly (readonly [number, BellNews])[],
): readonly (readonly [number, { readonly chunk: number; readonly news: string }])[] {
  const texts = news.map(([n, one]) => ({ n, text: JSON.stringify(one), size: sizeOf(one) }));
  return inChunks(texts, maxBell).flatMap((some, chunk) =>
    some.map(({ n, text }) => [n, { chunk, news: text }] as const),
  );
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/** Lists as long as they may be together, in order. */
function inChunks<T extends { readonly size: number }>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const chunks: T[][] = [];
  let room = 0;
  for (const one of all) {
    if (one.size > room) {
      chunks.push([]);
      room = most;
    }
    room -= one.size;
    chunks.at(-1)?.push(one);
  }
  return chunks;
}

/** Hears what other processes do. It is only a bell: what counts is read from the tables, also what was missed while nobody heard. */
export class RunBell {
  readonly hub: NewsHub = new NewsHub();
  readonly #bell: Bell;
  readonly #tables: RunTables;
  /** The last event that those who listen to a run have had. */
  readonly #last: Map<string, number> = new Map();
  #told: Promise<unknown> = Promise.resolve();
  #pending = 0;

  constructor(databaseUrl: string, tables: RunTables) {
    this.#tables = tables;
    this.#bell = new Bell(databaseUrl, {
      channel: 'countersign',
      hear: (payload) => this.#hear(payload),
      // What was rung meanwhile nobody has heard.
      reopened: () => {
        for (const runId of this.#last.keys()) {
          if (this.hub.has(runId)) this.#follow(() => this.#tellKept(runId, Number.POSITIVE_INFINITY));
          else this.#last.delete(runId);
        }
      },
    });
  }

  /** Begins to hear. @throws where the database cannot be reached. */
  open(): Promise<void> {
    return this.#bell.open();
  }

  close(): Promise<void> {
    return this.#bell.close();
  }

  /** Listens to a run from now on. */
  listen(runId: string, signal: AbortSignal): AsyncIterable<HeardNews> {
    if (!this.hub.has(runId)) this.#last.delete(runId);
    return this.hub.listen(runId, signal);
  }

  #hear(payload: string): void {
    const all: readonly BellNews[] = JSON.parse(payload);
    for (const news of all) {
      if (!this.hub.has(news.runId)) this.#last.delete(news.runId);
      else if (news.type === 'events' && this.#pending >= maxPending) this.hub.tell(news.runId, [{ type: 'gap' }]);
      else this.#follow(() => this.#tell(news));
    }
  }

  /** One after the other: each reads before the next is told. */
  #follow(work: () => Promise<void>): void {
    this.#pending += 1;
    this.#told = this.#told
      .then(work)
      .catch(() => {})
      .finally(() => {
        this.#pending -= 1;
      });
  }

  async #tell(news: BellNews): Promise<void> {
    if (news.type === 'batch') this.hub.tell(news.runId, [news]);
    if (news.type === 'over') {
      this.hub.close(news.runId);
      this.#last.delete(news.runId);
    }
    if (news.type !== 'events') return;
    const { runId, from, to, live } = news;
    // Whoever has begun to listen reads what was before.
    if (!this.#last.has(runId)) this.#last.set(runId, from - 1);
    for (const { after, event } of live) {
      await this.#tellKept(runId, after);
      this.hub.tell(runId, [{ type: 'event', event }]);
    }
    await this.#tellKept(runId, to);
  }

  async #tellKept(runId: string, to: number): Promise<void> {
    for (let last = this.#last.get(runId) ?? -1; last < to; ) {
      const kept = await this.#tables.readLog(runId, last, 500);
      this.hub.tell(
        runId,
        kept.map((served) => ({ type: 'event', ...served })),
      );
      last = kept.at(-1)?.serial ?? Number.POSITIVE_INFINITY;
      if (Number.isFinite(last)) this.#last.set(runId, last);
    }
  }
}
