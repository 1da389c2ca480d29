import type { Pool } from 'pg';
import type { EventEntry } from '../persistence/runs/event-log.js';
import { WholeTexts } from '../persistence/runs/whole-texts.js';
import { isDelta, type RunEvent } from '../protocol/run-event.js';
import { patiently } from './patiently.js';
import type { BellNews } from './run-bell.js';
import { transact } from './transact.js';

/** What is written at once: for so long, in milliseconds. */
const windowMs = 50;
/** How many bytes of parts go into one notification: Postgres takes 8,000 with what is around them. */
const maxBell = 7000;

type Told = { readonly type: 'kept'; readonly entry: EventEntry } | { readonly type: 'live'; readonly event: RunEvent };

/** The life of a run whose events are written. */
interface WrittenLife {
  readonly runId: string;
  readonly epoch: number;
  /** Whether it goes no further here: then nobody waits for a database that is away. */
  readonly isLeft: () => boolean;
}

/** Writes what one life of a run tells: each event once, in order. Parts of texts go by with the bell, in their place. */
export class EventWriter {
  readonly #pool: Pool;
  readonly #life: WrittenLife;
  readonly #texts: WholeTexts = new WholeTexts();
  #told: Told[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool, life: WrittenLife) {
    this.#pool = pool;
    this.#life = life;
  }

  tell(event: RunEvent): void {
    for (const entry of this.#texts.take(event)) this.#told.push({ type: 'kept', entry });
    if (isDelta(event)) this.#told.push({ type: 'live', event });
    this.#timer ??= setTimeout(() => void this.flush().catch(() => {}), windowMs); // whoever flushes at the end hears of it
  }

  /** Resolves once all that was told is kept. @throws where it cannot be. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const told = this.#told.splice(0);
    const write = (): Promise<void> => patiently(() => this.#write(told), this.#life.isLeft);
    if (told.length > 0) this.#written = this.#written.then(write);
    await this.#written;
  }

  async #write(told: readonly Told[]): Promise<void> {
    const { runId, epoch } = this.#life;
    await transact(this.#pool, async (client) => {
      const { rows } = await client.query<{ epoch: number; events: number }>(
        'select epoch, events from countersign.runs where run_id = $1 for update',
        [runId],
      );
      const run = rows[0];
      // Another life tells all of it.
      if (run === undefined || run.epoch !== epoch) return;
      const keys = told.flatMap((one) => (one.type === 'kept' ? [one.entry.key] : []));
      const known = await client.query<{ key: string }>(
        'select key from countersign.events where run_id = $1 and key = any($2)',
        [runId, keys],
      );
      const taken = new Set(known.rows.map(({ key }) => key));
      const fresh: EventEntry[] = [];
      const live: { readonly after: number; readonly event: RunEvent }[] = [];
      for (const one of told) {
        if (one.type === 'live') live.push({ after: run.events + fresh.length - 1, event: one.event });
        else if (!taken.has(one.entry.key)) {
          taken.add(one.entry.key);
          fresh.push(one.entry);
        }
      }
      await client.query(
        `insert into countersign.events (run_id, serial, key, event)
         select $1, $2 + ordinality - 1, key, event from unnest($3::text[], $4::text[]) with ordinality as told(key, event)`,
        [runId, run.events, fresh.map(({ key }) => key), fresh.map(({ event }) => JSON.stringify(event))],
      );
      await client.query('update countersign.runs set events = events + $2 where run_id = $1', [runId, fresh.length]);
      for (const news of toBells({ runId, from: run.events, count: fresh.length }, live))
        await client.query("select pg_notify('countersign', $1)", [JSON.stringify(news)]);
    });
  }
}

/** What the bell says: as much at once as it can. A part of a text that is too long for it is read with the whole text. */
function toBells(
  { runId, from, count }: { readonly runId: string; readonly from: number; readonly count: number },
  live: readonly { readonly after: number; readonly event: RunEvent }[],
): readonly BellNews[] {
  const parts: (typeof live)[number][][] = [[]];
  let size = 0;
  for (const one of live) {
    const length = Buffer.byteLength(JSON.stringify(one)) + 1;
    if (length > maxBell) continue;
    if (size + length > maxBell) parts.push([]);
    size = size + length > maxBell ? length : size + length;
    parts.at(-1)?.push(one);
  }
  return parts.map((some) => ({ type: 'events', runId, from, to: from + count - 1, live: some }));
}
