import type { Pool, PoolClient } from 'pg';
import type { ListedRun, NewRun, RunState, ServedEvent } from '../agent/run-server/run-record.js';
import { toListedRun } from '../server/lists/to-listed-run.js';
import { personKey } from '../server/request/person.js';
import type { RunQuery, RunStore, StartLimits } from '../server/runs/run-store.js';
import { Groups } from './groups.js';

/** What earlier lives of a run have kept. */
export interface KeptLife {
  /** What each step gave, as JSON. */
  readonly steps: ReadonlyMap<string, string>;
  /** Which steps had begun, and since when, in milliseconds since 1970. */
  readonly marks: ReadonlyMap<string, number>;
  /** The keys of the events that were told. */
  readonly events: ReadonlySet<string>;
}

/** A life that has begun. */
export interface BegunLife {
  readonly run: NewRun;
  readonly epoch: number;
  /** Why it shall end at once; `undefined`: it shall go on. */
  readonly stopReason: string | undefined;
  readonly kept: KeptLife;
}

/** A life that is to begin: the first, or the one after so many wakes. */
export interface NextLife {
  readonly runId: string;
  readonly wakes: number;
}

/** A pool, or a transaction of it. */
type Querying = Pick<Pool | PoolClient, 'query'>;

interface BegunRow {
  readonly run_id: string;
  readonly wakes: number;
  readonly asked: string;
  readonly epoch: number;
  readonly stop_reason: string | null;
}

interface KeptRow {
  readonly run_id: string;
  readonly kind: 'step' | 'mark' | 'event';
  readonly key: string;
  readonly value: string;
}

const emptyLife = () => ({
  steps: new Map<string, string>(),
  marks: new Map<string, number>(),
  events: new Set<string>(),
});

const nothing: KeptLife = emptyLife();

interface RunRow {
  readonly asked: string;
  readonly state: RunState['type'];
  readonly detail: string;
  readonly updated_at: string;
}

/** The runs of a server, in tables. */
export class RunTables {
  readonly #pool: Pool;
  readonly #beginning: Groups<NextLife, BegunRow | undefined> = new Groups((lives) => this.#begin(lives));
  readonly #keeping: Groups<string, KeptLife> = new Groups((runIds) => this.#keep(runIds));

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Whether it is new. */
  async add(
    run: NewRun,
    querying: Querying = this.#pool,
    executor: StartLimits['executor'] | 'worker' = 'worker',
  ): Promise<boolean> {
    const { runId, agent, startedBy, startedAt, turn, conversationId } = run;
    const chat = turn === undefined ? [null, null] : [conversationId, turn.index];
    const { rowCount } = await querying.query(
      `insert into countersign.runs (run_id, agent, started_by, started_at, asked, executor, updated_at, chat, turn)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [runId, agent, personKey(startedBy), startedAt, JSON.stringify(run), executor, Date.now(), ...chat],
    );
    return rowCount === 1;
  }

  /** Adds a run unless its person has too many that are running or waiting. Requests of one person are counted one after the other. */
  async addWithin({ maxOpen, executor }: StartLimits, run: NewRun, own: PoolClient): ReturnType<RunStore['start']> {
    const person = personKey(run.startedBy);
    if (maxOpen !== undefined) {
      await own.query("select pg_advisory_xact_lock(hashtextextended('countersign:start:' || $1, 0))", [person]);
      const { rows } = await own.query<{ known: boolean; open: string }>(
        `select exists (select from countersign.runs where run_id = $1) as known,
         (select count(*) from countersign.runs where started_by = $2 and state in ('running', 'waiting')) as open`,
        [run.runId, person],
      );
      if (rows[0]?.known === true) return 'exists';
      if (Number(rows[0]?.open) >= maxOpen) return 'full';
    }
    return (await this.add(run, own, executor)) ? 'started' : 'exists';
  }

  async find(runId: string): Promise<ListedRun | undefined> {
    const { rows } = await this.#pool.query<RunRow>(
      'select asked, state, detail, updated_at from countersign.runs where run_id = $1',
      [runId],
    );
    return rows[0] && toListed(rows[0]);
  }

  async read(runId: string): Promise<NewRun | undefined> {
    const { rows } = await this.#pool.query<RunRow>('select asked from countersign.runs where run_id = $1', [runId]);
    return rows[0] && JSON.parse(rows[0].asked);
  }

  async delete(runId: string): Promise<void> {
    await this.#pool.query('delete from countersign.runs where run_id = $1', [runId]);
  }

  /** Finds the next life of a run that its caller executes, and wakes it if its answers have come. `undefined`: it is over, or waits. */
  async nextLife(runId: string): Promise<NextLife | undefined> {
    const { rows } = await this.#pool.query<{ state: RunState['type']; wakes: number; batch_id: string | null }>(
      'select state, wakes, batch_id from countersign.runs where run_id = $1',
      [runId],
    );
    const [row] = rows;
    if (row?.state === 'running') return { runId, wakes: row.wakes };
    return row?.state === 'waiting' && row.batch_id !== null
      ? await this.wake(row.batch_id, this.#pool, 'caller')
      : undefined;
  }

  async list({ startedBy, chat, state, limit = 50, before, after }: RunQuery): Promise<readonly ListedRun[]> {
    const { rows } = await this.#pool.query<RunRow>(
      `select asked, state, detail, updated_at from countersign.runs
       where ($1::text is null or started_by = $1) and ($2::text is null or state = $2) and ($3::bigint is null or started_at < $3)
         and ($4::bigint is null or started_at < $4 or (started_at = $4 and run_id collate "C" > $5))
         and ($7::text is null or chat = $7)
       order by started_at desc, run_id collate "C" limit $6`,
      [
        startedBy === undefined ? null : personKey(startedBy),
        state ?? null,
        before ?? null,
        after?.at ?? null,
        after?.id ?? null,
        limit,
        chat ?? null,
      ],
    );
    return rows.map(toListed);
  }

  /** Begins a life: whatever an earlier one still writes is refused from now on. `undefined`: the run is over, or waits, or is a wake further. */
  async beginLife(next: NextLife): Promise<BegunLife | undefined> {
    const row = await this.#beginning.ask(next);
    if (row === undefined) return undefined;
    const { asked, epoch, stop_reason: reason } = row;
    // Only now: what an earlier life was about to write is there, or was refused.
    const kept = epoch === 1 ? nothing : await this.#keeping.ask(next.runId);
    return { run: JSON.parse(asked), epoch, stopReason: reason === null ? undefined : JSON.parse(reason), kept };
  }

  async #begin(lives: readonly NextLife[]): Promise<readonly (BegunRow | undefined)[]> {
    const { rows } = await this.#pool.query<BegunRow>({
      name: 'countersign-begin',
      text: `update countersign.runs r set epoch = epoch + 1, state = 'running' from unnest($1::text[], $2::int[]) as life(run_id, wakes)
       where r.run_id = life.run_id and r.wakes = life.wakes and r.state in ('running', 'stuck')
       returning r.run_id, r.wakes, asked, epoch, stop_reason`,
      values: [lives.map(({ runId }) => runId), lives.map(({ wakes }) => wakes)],
    });
    return lives.map(({ runId, wakes }) => rows.find((row) => row.run_id === runId && row.wakes === wakes));
  }

  async #keep(runIds: readonly string[]): Promise<readonly KeptLife[]> {
    const { rows } = await this.#pool.query<KeptRow>({
      name: 'countersign-kept',
      text: `select run_id, 'step' kind, key, value from countersign.steps where run_id = any($1)
       union all select run_id, 'mark', key, at::text from countersign.marks where run_id = any($1)
       union all select run_id, 'event', key, '' from countersign.events where run_id = any($1)`,
      values: [runIds],
    });
    const kept = new Map(runIds.map((runId) => [runId, emptyLife()]));
    for (const { run_id, kind, key, value } of rows) {
      const life = kept.get(run_id);
      if (kind === 'step') life?.steps.set(key, value);
      else if (kind === 'mark') life?.marks.set(key, Number(value));
      else life?.events.add(key);
    }
    return runIds.map((runId) => kept.get(runId) ?? nothing);
  }

  /** Wakes a run that waits for a question which nobody asks any more. `undefined`: it does not wait for it, or the question is open. */
  async wake(
    batchId: string,
    querying: Querying,
    executor: 'worker' | 'caller' = 'worker',
  ): Promise<NextLife | undefined> {
    const { rows } = await querying.query<{ run_id: string; wakes: number }>({
      name: 'countersign-wake',
      text: `update countersign.runs r set state = 'running', batch_id = null, wakes = wakes + 1 from countersign.batches b
       where b.batch_id = $1 and b.state <> 'open' and r.run_id = b.run_id and r.state = 'waiting' and r.batch_id = $1
         and r.executor = $2
       returning r.run_id, r.wakes`,
      values: [batchId, executor],
    });
    return rows[0] && { runId: rows[0].run_id, wakes: rows[0].wakes };
  }

  /** Questions that runs wait for, and that were answered meanwhile, or are not asked any more. */
  async answeredWaiting(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ batch_id: string }>(
      `select r.batch_id from countersign.runs r join countersign.batches b on b.batch_id = r.batch_id
       where r.state = 'waiting' and b.state <> 'open' and r.executor = 'worker' limit 100`,
    );
    return rows.map(({ batch_id: batchId }) => batchId);
  }

  /** Lives that go on, as it stands here, and that the engine does not know (no status), or has given up. */
  async unled(
    prefix: string,
    startedBefore: number,
  ): Promise<readonly (NextLife & { readonly status: string | undefined })[]> {
    const { rows } = await this.#pool.query<{ run_id: string; wakes: number; status: string | null }>(
      `select r.run_id, r.wakes, w.status from countersign.runs r
       left join dbos.workflow_status w on w.workflow_uuid = $1 || r.run_id || ':' || r.wakes
       where r.state = 'running' and r.executor = 'worker' and r.started_at < $2
         and (w.status is null or w.status in ('ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')) limit 100`,
      [prefix, Math.floor(startedBefore)],
    );
    return rows.map(({ run_id: runId, wakes, status }) => ({ runId, wakes, status: status ?? undefined }));
  }

  /** Nobody goes on with it until people have looked: whoever still does is a stale life. */
  async giveUp(runId: string, why: string): Promise<void> {
    await this.#pool.query(
      "update countersign.runs set state = 'stuck', detail = $2, epoch = epoch + 1 where run_id = $1 and state = 'running'",
      [runId, JSON.stringify({ type: 'stuck', why })],
    );
  }

  async askToStop(runId: string, reason: string): Promise<void> {
    await this.#pool.query('update countersign.runs set stop_reason = $2 where run_id = $1', [
      runId,
      JSON.stringify(reason),
    ]);
  }

  /** Which of these shall end, and why. */
  async stopReasons(runIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.#pool.query<{ run_id: string; stop_reason: string }>(
      'select run_id, stop_reason from countersign.runs where run_id = any($1) and stop_reason is not null',
      [runIds],
    );
    return new Map(rows.map(({ run_id, stop_reason }) => [run_id, JSON.parse(stop_reason)]));
  }

  async readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]> {
    const { rows } = await this.#pool.query<{ serial: number; event: string }>(
      'select serial, event from countersign.events where run_id = $1 and serial > $2::bigint order by serial limit $3',
      [runId, after ?? -1, limit],
    );
    return rows.map(({ serial, event }) => ({ serial, event: JSON.parse(event) }));
  }

  async spend(token: string, expiresAt: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'insert into countersign.spent values ($1, $2) on conflict do nothing',
      [token, Math.ceil(expiresAt)],
    );
    return rowCount === 1;
  }
}

function toListed({ asked, state: type, detail, updated_at: updatedAt }: RunRow): ListedRun {
  const state: RunState = type === 'running' ? { type } : JSON.parse(detail);
  return toListedRun(JSON.parse(asked), { state, updatedAt: Number(updatedAt) });
}
