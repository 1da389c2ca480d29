import { Client, type Pool } from 'pg';
import type { RunNews } from '../agent/run-server/run-record.js';
import type { RunEvent } from '../protocol/run-event.js';
import { NewsHub } from '../server/runs/news-hub.js';
import type { RunTables } from './run-tables.js';

/** What the bell says: where to look, and what nobody keeps. */
export type BellNews =
  /** Events from one serial to another were kept, and parts of texts told behind some of them. */
  | {
      readonly type: 'events';
      readonly runId: string;
      readonly from: number;
      readonly to: number;
      readonly live: readonly { readonly after: number; readonly event: RunEvent }[];
    }
  | { readonly type: 'batch'; readonly runId: string; readonly batchId: string }
  | { readonly type: 'over'; readonly runId: string }
  | { readonly type: 'stop'; readonly runId: string };

/** How long it waits before it connects again, in milliseconds. */
const pauseMs = 500;

/** Rings the bell. */
export async function ring(pool: Pool, news: BellNews): Promise<void> {
  await pool.query("select pg_notify('countersign', $1)", [JSON.stringify(news)]);
}

/** Hears what other processes do. It is only a bell: what counts is read from the tables, also what was missed while nobody heard. */
export class RunBell {
  readonly hub: NewsHub = new NewsHub();
  readonly #databaseUrl: string;
  readonly #tables: RunTables;
  readonly #onStop: (runId: string) => void;
  /** The last event that those who listen to a run have had. */
  readonly #last: Map<string, number> = new Map();
  #client: Client | undefined;
  #isClosed = false;
  #told: Promise<unknown> = Promise.resolve();

  constructor(databaseUrl: string, tables: RunTables, onStop: (runId: string) => void = () => {}) {
    this.#databaseUrl = databaseUrl;
    this.#tables = tables;
    this.#onStop = onStop;
  }

  /** Begins to hear. @throws where the database cannot be reached. */
  async open(): Promise<void> {
    const client = new Client({ connectionString: this.#databaseUrl, keepAlive: true });
    client.on('error', () => {}); // its end follows
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query('listen countersign');
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    if (this.#isClosed) await client.end().catch(() => {});
    // What was rung meanwhile nobody has heard.
    for (const runId of this.#last.keys()) this.#follow(() => this.#tellKept(runId, Number.POSITIVE_INFINITY));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end().catch(() => {});
  }

  /** Listens to a run from now on. */
  listen(runId: string, signal: AbortSignal): AsyncIterable<RunNews> {
    if (!this.hub.has(runId)) this.#last.delete(runId);
    return this.hub.listen(runId, signal);
  }

  /** One that never came to hear is not lost: whoever opened it knows. */
  #lose(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    const again = (): void => {
      if (!this.#isClosed) this.open().catch(() => setTimeout(again, pauseMs));
    };
    setTimeout(again, pauseMs);
  }

  #hear(payload: string | undefined): void {
    const news: BellNews = JSON.parse(payload ?? '{}');
    if (news.type === 'stop') this.#onStop(news.runId);
    if (this.hub.has(news.runId)) this.#follow(() => this.#tell(news));
  }

  /** One after the other: each reads before the next is told. */
  #follow(work: () => Promise<void>): void {
    this.#told = this.#told.then(work).catch(() => {});
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
