import type { Pool, PoolClient } from 'pg';
import type { ListedRun, NewRun, RunState, ServedEvent } from '../remote/run-protocol/run-record.js';
import { titleOfInput, toListedRun } from '../server/lists/to-listed-run.js';
import { personKey, tenantOf } from '../server/request/person.js';
import type { RunQuery, RunStore, StartLimits } from '../server/runs/run-store.js';
import { listQuery } from './operations/list-query.js';
import { QueryCoalescer } from './query-coalescer.js';

/** The journal and event keys that earlier activations of a run have stored. */
export interface PersistedProgress {
  /** The result of each step, as JSON. */
  readonly steps: ReadonlyMap<string, string>;
  /** The steps that were about to have an effect, with the time in milliseconds since 1970. */
  readonly marks: ReadonlyMap<string, number>;
  /** The keys of the stored events. */
  readonly events: ReadonlySet<string>;
  /**
   * The time of the backup, in milliseconds since 1970, if the run was open when the backup was restored. Each step may
   * have had its effect after that time, although nothing is stored about it.
   */
  readonly restoredAt?: number | undefined;
}

/** An activation that has begun. */
export interface StartedActivation {
  readonly run: NewRun;
  readonly epoch: number;
  /** The reason to end the run at once. `undefined` if the run continues. */
  readonly stopReason: string | undefined;
  readonly progress: PersistedProgress;
}

/** An activation that is about to begin. */
export interface NextActivation {
  readonly runId: string;
  /** The number of times that the run was woken before. */
  readonly wakes: number;
}

/** A pool or a transaction. */
type Queryable = Pick<Pool | PoolClient, 'query'>;

interface ActivationRow {
  readonly run_id: string;
  readonly wakes: number;
  readonly asked: string;
  readonly epoch: number;
  readonly stop_reason: string | null;
  readonly restored_at: string | null;
}

interface ProgressRow {
  readonly run_id: string;
  readonly kind: 'step' | 'mark' | 'event';
  readonly key: string;
  readonly value: string;
}

const emptyProgress = () => ({
  steps: new Map<string, string>(),
  marks: new Map<string, number>(),
  events: new Set<string>(),
});

const noProgress: PersistedProgress = emptyProgress();

interface RunRow {
  readonly asked: string;
  readonly state: RunState['type'];
  readonly detail: string;
  readonly updated_at: string;
}

/** The tables of runs, with their steps, marks and events. */
export class RunTables {
  readonly #pool: Pool;
  readonly #activations: QueryCoalescer<NextActivation, ActivationRow | undefined> = new QueryCoalescer((activations) =>
    this.#beginAll(activations),
  );
  readonly #progress: QueryCoalescer<string, PersistedProgress> = new QueryCoalescer((runIds) =>
    this.#readProgress(runIds),
  );

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Adds a run. Returns `false` if a run with this id, or of the same turn of a chat, exists. */
  async add(
    run: NewRun,
    queryable: Queryable = this.#pool,
    executor: StartLimits['executor'] | 'worker' = 'worker',
  ): Promise<boolean> {
    const { runId, agent, startedBy, startedAt, turn, conversationId } = run;
    const chat = turn === undefined ? [null, null] : [conversationId, turn.index];
    const { rowCount } = await queryable.query(
      `insert into countersign.runs (run_id, agent, started_by, started_at, asked, executor, updated_at, chat, turn, tenant, title)
       values ($1, $2, $3, $4, $5, $6, (extract(epoch from now()) * 1000)::bigint, $7, $8, $9, $10) on conflict do nothing`,
      [
        runId,
        agent,
        personKey(startedBy),
        startedAt,
        JSON.stringify(run),
        executor,
        ...chat,
        tenantOf(startedBy),
        titleRow(run),
      ],
    );
    return rowCount === 1;
  }

  /**
   * Adds a run, unless its person has `maxOpen` runs that are running or waiting. A lock for each person keeps
   * concurrent requests from exceeding the limit.
   */
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

  /**
   * Returns the next activation of a run that the caller executes, and wakes the run if its batch is no longer open.
   * Returns `undefined` if the run is over or waits for answers.
   */
  async nextActivation(runId: string): Promise<NextActivation | undefined> {
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

  async list(query: RunQuery): Promise<readonly ListedRun[]> {
    const { rows } = await this.#pool.query<RunRow>(...listQuery(query));
    return rows.map(toListed);
  }

  /**
   * Begins an activation. From now on, writes of earlier activations are refused. Returns `undefined` if the run is
   * over, waits for answers, or was woken again meanwhile.
   */
  async beginActivation(next: NextActivation): Promise<StartedActivation | undefined> {
    const row = await this.#activations.submit(next);
    if (row === undefined) return undefined;
    const { asked, epoch, stop_reason: reason, restored_at: restored } = row;
    // After the epoch was raised: pending writes of earlier activations are stored by now, or refused.
    const stored = epoch === 1 ? noProgress : await this.#progress.submit(next.runId);
    const progress = restored === null ? stored : { ...stored, restoredAt: Number(restored) };
    return { run: JSON.parse(asked), epoch, stopReason: reason === null ? undefined : JSON.parse(reason), progress };
  }

  async #beginAll(activations: readonly NextActivation[]): Promise<readonly (ActivationRow | undefined)[]> {
    const { rows } = await this.#pool.query<ActivationRow>({
      name: 'countersign-begin',
      text: `update countersign.runs r set epoch = epoch + 1, state = 'running' from unnest($1::text[], $2::int[]) as next(run_id, wakes)
       where r.run_id = next.run_id and r.wakes = next.wakes and r.state in ('running', 'stuck')
       returning r.run_id, r.wakes, asked, epoch, stop_reason, restored_at`,
      values: [activations.map(({ runId }) => runId), activations.map(({ wakes }) => wakes)],
    });
    return activations.map(({ runId, wakes }) => rows.find((row) => row.run_id === runId && row.wakes === wakes));
  }

  async #readProgress(runIds: readonly string[]): Promise<readonly PersistedProgress[]> {
    const { rows } = await this.#pool.query<ProgressRow>({
      name: 'countersign-kept',
      text: `select run_id, 'step' kind, key, value from countersign.steps where run_id = any($1)
       union all select run_id, 'mark', key, at::text from countersign.marks where run_id = any($1)
       union all select run_id, 'event', key, '' from countersign.events where run_id = any($1)`,
      values: [runIds],
    });
    const progress = new Map(runIds.map((runId) => [runId, emptyProgress()]));
    for (const { run_id, kind, key, value } of rows) {
      const ofRun = progress.get(run_id);
      if (kind === 'step') ofRun?.steps.set(key, value);
      else if (kind === 'mark') ofRun?.marks.set(key, Number(value));
      else ofRun?.events.add(key);
    }
    return runIds.map((runId) => progress.get(runId) ?? noProgress);
  }

  /**
   * Wakes the run that waits for a batch. Returns its next activation, or `undefined` if the batch is open or no run
   * waits for it.
   */
  async wake(
    batchId: string,
    queryable: Queryable,
    executor: 'worker' | 'caller' = 'worker',
  ): Promise<NextActivation | undefined> {
    const { rows } = await queryable.query<{ run_id: string; wakes: number }>({
      name: 'countersign-wake',
      text: `update countersign.runs r set state = 'running', batch_id = null, wakes = wakes + 1 from countersign.batches b
       where b.batch_id = $1 and b.state <> 'open' and r.run_id = b.run_id and r.state = 'waiting' and r.batch_id = $1
         and r.executor = $2
       returning r.run_id, r.wakes`,
      values: [batchId, executor],
    });
    return rows[0] && { runId: rows[0].run_id, wakes: rows[0].wakes };
  }

  /** Returns up to 100 batches that are no longer open although a run still waits for them. */
  async answeredWaiting(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ batch_id: string }>(
      `select r.batch_id from countersign.runs r join countersign.batches b on b.batch_id = r.batch_id
       where r.state = 'waiting' and b.state <> 'open' and r.executor = 'worker' limit 100`,
    );
    return rows.map(({ batch_id: batchId }) => batchId);
  }

  /**
   * Returns up to 100 runs that are `running` here although no workflow executes them: the engine has no workflow for
   * them (`status` is `undefined`), or the workflow has failed or was cancelled.
   */
  async orphanedRuns(
    prefix: string,
    startedBefore: number,
  ): Promise<readonly (NextActivation & { readonly status: string | undefined })[]> {
    const { rows } = await this.#pool.query<{ run_id: string; wakes: number; status: string | null }>(
      `select r.run_id, r.wakes, w.status from countersign.runs r
       left join dbos.workflow_status w on w.workflow_uuid = $1 || r.run_id || ':' || r.wakes
       where r.state = 'running' and r.executor = 'worker' and r.started_at < $2
         and (w.status is null or w.status in ('ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')) limit 100`,
      [prefix, Math.floor(startedBefore)],
    );
    return rows.map(({ run_id: runId, wakes, status }) => ({ runId, wakes, status: status ?? undefined }));
  }

  /**
   * Leaves an activation to another worker, because this one does not have the agent of the run. Returns `false` if
   * another activation has begun.
   */
  async unclaim(runId: string, epoch: number, at: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update countersign.runs set unclaimed_at = coalesce(unclaimed_at, $3)
       where run_id = $1 and epoch = $2 and state = 'running'`,
      [runId, epoch, Math.floor(at)],
    );
    return rowCount === 1;
  }

  /**
   * Returns the next activations of up to 100 unclaimed runs: those of the agents that the caller has, and those that
   * only have to be stopped. The caller enqueues them in the same transaction.
   */
  async claim(agents: readonly string[], own: PoolClient): Promise<readonly NextActivation[]> {
    const { rows } = await own.query<{ run_id: string; wakes: number }>(
      `update countersign.runs r set wakes = wakes + 1, unclaimed_at = null from (
         select run_id from countersign.runs where unclaimed_at is not null and (agent = any($1) or stop_reason is not null)
         order by unclaimed_at limit 100 for no key update skip locked) claimed
       where r.run_id = claimed.run_id and r.state = 'running' returning r.run_id, r.wakes`,
      [agents],
    );
    return rows.map(({ run_id: runId, wakes }) => ({ runId, wakes }));
  }

  /** Marks a running run as stuck. The raised epoch makes an activation that may still execute it stale. */
  async abandon(runId: string, why: string): Promise<void> {
    await this.#pool.query(
      "update countersign.runs set state = 'stuck', detail = $2, epoch = epoch + 1 where run_id = $1 and state = 'running'",
      [runId, JSON.stringify({ type: 'stuck', why })],
    );
  }

  /**
   * Stores the reason to stop a run, unless the run is over. Each later activation ends the run with it, and each later
   * batch of the run is withdrawn. Returns `false` if the run is over.
   */
  async requestStop(runId: string, reason: string, queryable: Queryable = this.#pool): Promise<boolean> {
    const { rowCount } = await queryable.query(
      "update countersign.runs set stop_reason = $2 where run_id = $1 and state in ('running', 'waiting')",
      [runId, JSON.stringify(reason)],
    );
    return rowCount === 1;
  }

  /** Returns up to 100 runs that wait for answers although a stop is stored, because the stop was interrupted. */
  async stoppedWaiting(): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ run_id: string }>(
      `select run_id from countersign.runs
       where stop_reason is not null and state = 'waiting' and executor = 'worker' limit 100`,
    );
    return rows.map(({ run_id: runId }) => runId);
  }

  /** Returns the stored stop reasons of these runs, by run id. */
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

  /** Marks a link token as used. Returns `false` if it was used before. */
  async consumeToken(token: string, expiresAt: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'insert into countersign.spent values ($1, $2) on conflict do nothing',
      [token, Math.ceil(expiresAt)],
    );
    return rowCount === 1;
  }

  /** Returns `true` if a link token is marked as used. */
  async isTokenConsumed(token: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query('select from countersign.spent where token = $1', [token]);
    return rowCount === 1;
  }
}

/** Returns the column `title`. Postgres stores no NUL. */
function titleRow({ input }: NewRun): string {
  return titleOfInput(input).replaceAll('\0', '');
}

function toListed({ asked, state: type, detail, updated_at: updatedAt }: RunRow): ListedRun {
  const state: RunState = type === 'running' ? { type } : JSON.parse(detail);
  return toListedRun(JSON.parse(asked), { state, updatedAt: Number(updatedAt) });
}
