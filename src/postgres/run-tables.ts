import type { Pool } from 'pg';
import type { ListedRun, NewRun, RunState, ServedEvent } from '../agent/run-server/run-record.js';
import type { RunQuery } from '../server/runs/run-store.js';
import { toListedRun } from '../server/runs/to-listed-run.js';

interface RunRow {
  readonly asked: string;
  readonly state: RunState['type'];
  readonly detail: string;
}

/** The runs of a server, in tables. */
export class RunTables {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Whether it is new. */
  async add(run: NewRun): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'insert into countersign.runs (run_id, agent, started_by, started_at, asked) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [run.runId, run.agent, run.startedBy.id, run.startedAt, JSON.stringify(run)],
    );
    return rowCount === 1;
  }

  /** As it was asked for. */
  async asked(runId: string): Promise<NewRun | undefined> {
    const { rows } = await this.#pool.query<RunRow>('select asked from countersign.runs where run_id = $1', [runId]);
    return rows[0] && JSON.parse(rows[0].asked);
  }

  async find(runId: string): Promise<ListedRun | undefined> {
    const { rows } = await this.#pool.query<RunRow>(
      'select asked, state, detail from countersign.runs where run_id = $1',
      [runId],
    );
    return rows[0] && toListed(rows[0]);
  }

  async list({ startedBy, state, limit = 50, before }: RunQuery): Promise<readonly ListedRun[]> {
    const { rows } = await this.#pool.query<RunRow>(
      `select asked, state, detail from countersign.runs
       where ($1::text is null or started_by = $1) and ($2::text is null or state = $2) and ($3::bigint is null or started_at < $3)
       order by started_at desc, run_id limit $4`,
      [startedBy ?? null, state ?? null, before ?? null, limit],
    );
    return rows.map(toListed);
  }

  /** Begins a life: whatever an earlier one still tells is refused from now on. */
  async beginLife(runId: string): Promise<number> {
    const { rows } = await this.#pool.query<{ epoch: number }>(
      "update countersign.runs set epoch = epoch + 1, state = 'running', batch_id = null where run_id = $1 returning epoch",
      [runId],
    );
    return rows[0]?.epoch ?? 0;
  }

  /** What became of a life. A stale one says nothing. */
  async endLife(runId: string, epoch: number, state: RunState): Promise<void> {
    const batchId = state.type === 'waiting' ? state.batchId : null;
    await this.#pool.query(
      'update countersign.runs set state = $3, detail = $4, batch_id = $5 where run_id = $1 and epoch = $2',
      [runId, epoch, state.type, JSON.stringify(state), batchId],
    );
  }

  /** Those that wait for what was answered meanwhile, or is not asked any more. */
  async answeredWaiting(): Promise<readonly { readonly runId: string; readonly batchId: string }[]> {
    const { rows } = await this.#pool.query<{ run_id: string; batch_id: string }>(
      `select r.run_id, r.batch_id from countersign.runs r join countersign.batches b on b.batch_id = r.batch_id
       where r.state = 'waiting' and b.state <> 'open' limit 100`,
    );
    return rows.map(({ run_id: runId, batch_id: batchId }) => ({ runId, batchId }));
  }

  /** Those that go on, as it stands here, and that the engine does not know (no status), or has given up. */
  async unled(
    prefix: string,
    startedBefore: number,
  ): Promise<readonly { readonly runId: string; readonly status: string | undefined }[]> {
    const { rows } = await this.#pool.query<{ run_id: string; status: string | null }>(
      `select r.run_id, w.status from countersign.runs r left join dbos.workflow_status w on w.workflow_uuid = $1 || r.run_id
       where r.state = 'running' and r.started_at < $2
         and (w.status is null or w.status in ('ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')) limit 100`,
      [prefix, Math.floor(startedBefore)],
    );
    return rows.map(({ run_id: runId, status }) => ({ runId, status: status ?? undefined }));
  }

  /** Nobody goes on with it until people have looked. */
  async giveUp(runId: string, why: string): Promise<void> {
    await this.#pool.query(
      "update countersign.runs set state = 'stuck', detail = $2 where run_id = $1 and state = 'running'",
      [runId, JSON.stringify({ type: 'stuck', why })],
    );
  }

  async askToStop(runId: string, reason: string): Promise<void> {
    await this.#pool.query('update countersign.runs set stop_reason = $2 where run_id = $1', [
      runId,
      JSON.stringify(reason),
    ]);
  }

  /** Why it shall end; `undefined`: it shall go on. */
  async stopReason(runId: string): Promise<string | undefined> {
    return (await this.stopReasons([runId])).get(runId);
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
      'select serial, event from countersign.events where run_id = $1 and serial > $2 order by serial limit $3',
      [runId, after ?? -1, limit],
    );
    return rows.map(({ serial, event }) => ({ serial, event: JSON.parse(event) }));
  }

  /** Marks a step as begun. What an earlier life marked stays as it is: since when, in milliseconds since 1970. */
  async mark(runId: string, key: string, at: number): Promise<{ readonly since: number } | undefined> {
    const { rowCount } = await this.#pool.query(
      'insert into countersign.marks values ($1, $2, $3) on conflict do nothing',
      [runId, key, at],
    );
    if (rowCount === 1) return undefined;
    const { rows } = await this.#pool.query<{ at: string }>(
      'select at from countersign.marks where run_id = $1 and key = $2',
      [runId, key],
    );
    return { since: Number(rows[0]?.at ?? at) };
  }

  async spend(token: string, expiresAt: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'insert into countersign.spent values ($1, $2) on conflict do nothing',
      [token, Math.ceil(expiresAt)],
    );
    return rowCount === 1;
  }
}

function toListed({ asked, state, detail }: RunRow): ListedRun {
  const told: RunState = state === 'running' ? { type: 'running' } : JSON.parse(detail);
  return toListedRun(JSON.parse(asked), told);
}
