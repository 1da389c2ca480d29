import type { Pool, PoolClient } from 'pg';
import type { BatchRecord, ServedBatch, TakenAnswer } from '../agent/run-server/batch-record.js';
import { nextDeadline } from '../server/runs/batch-deadlines.js';
import { type Taking, takeAnswers } from '../server/runs/take-answers.js';
import { transact } from './transact.js';

interface BatchRow {
  readonly batch_id: string;
  readonly batch: string;
  readonly state: BatchRecord['state'];
}

type Querying = Pick<Pool | PoolClient, 'query'>;

/** The questions of runs and their answers, in tables. */
export class BatchTables {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async find(batchId: string): Promise<BatchRecord | undefined> {
    return (await readBatches(this.#pool, 'batch_id = $1', [batchId]))[0];
  }

  async open(runId: string | undefined, limit: number): Promise<readonly BatchRecord[]> {
    const where = "state = 'open' and ($1::text is null or run_id = $1) order by place limit $2";
    return await readBatches(this.#pool, where, [runId ?? null, limit]);
  }

  /** Those that nobody has answered in time. */
  async overdue(now: number): Promise<readonly BatchRecord[]> {
    return await readBatches(this.#pool, "state = 'open' and deadline <= $1 limit 100", [now]);
  }

  /** Puts a question; one that was put before stays as it is. */
  async add(batch: ServedBatch): Promise<BatchRecord> {
    const record: BatchRecord = { batch, answers: [], state: 'open' };
    await this.#pool.query(
      'insert into countersign.batches (batch_id, run_id, batch, deadline) values ($1, $2, $3, $4) on conflict do nothing',
      [batch.batchId, batch.runId, JSON.stringify(batch), deadlineRow(record)],
    );
    return (await this.find(batch.batchId)) ?? record;
  }

  /** Takes answers, one request after the other: whoever is first is first for all processes. */
  async take(batchId: string, answers: readonly TakenAnswer[]): Promise<Taking | undefined> {
    return await this.#change(batchId, async (before, client) => {
      const taking = takeAnswers(before, answers);
      for (const taken of taking.added) {
        await client.query(
          `insert into countersign.answers
           select $1, coalesce(max(place), -1) + 1, $2, $3 from countersign.answers where batch_id = $1`,
          [batchId, taken.toolCallId, JSON.stringify(taken)],
        );
      }
      return { record: taking.record, result: taking };
    });
  }

  /** Moves a deadline. `undefined`: the call is not open any more. */
  async extend(batchId: string, toolCallId: string, expiresAt: number): Promise<BatchRecord | undefined> {
    return await this.#change(batchId, async (before) => {
      if (before.state !== 'open') return { record: before, result: undefined };
      const batch = { ...before.batch, expiresAt: { ...before.batch.expiresAt, [toolCallId]: expiresAt } };
      const record = { ...before, batch };
      return { record, result: record };
    });
  }

  /** Forgets answers that the run cannot use. */
  async takeBack(batchId: string, toolCallIds: readonly string[]): Promise<void> {
    await this.#change(batchId, async (before, client) => {
      await client.query('delete from countersign.answers where batch_id = $1 and tool_call_id = any($2)', [
        batchId,
        toolCallIds,
      ]);
      const answers = before.answers.filter(({ toolCallId }) => !toolCallIds.includes(toolCallId));
      return { record: { ...before, answers, state: 'open' }, result: undefined };
    });
  }

  /** Nobody asks any more what a run asked that is stopped. Gives what it asked. */
  async withdraw(runId: string): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<BatchRow>(
      "update countersign.batches set state = 'withdrawn', deadline = null where run_id = $1 and state = 'open' returning batch_id",
      [runId],
    );
    return rows.map(({ batch_id }) => batch_id);
  }

  /** Looks at a question while nobody else changes it. */
  async #change<T>(
    batchId: string,
    work: (before: BatchRecord, client: PoolClient) => Promise<{ readonly record: BatchRecord; readonly result: T }>,
  ): Promise<T | undefined> {
    return await transact(this.#pool, async (client) => {
      await client.query('select 1 from countersign.batches where batch_id = $1 for update', [batchId]);
      const [before] = await readBatches(client, 'batch_id = $1', [batchId]);
      if (before === undefined) return undefined;
      const { record, result } = await work(before, client);
      await client.query('update countersign.batches set batch = $2, state = $3, deadline = $4 where batch_id = $1', [
        ...[batchId, JSON.stringify(record.batch), record.state, deadlineRow(record)],
      ]);
      return result;
    });
  }
}

async function readBatches(
  querying: Querying,
  where: string,
  values: readonly unknown[],
): Promise<readonly BatchRecord[]> {
  const { rows } = await querying.query<BatchRow>(
    `select batch_id, batch, state from countersign.batches where ${where}`, // the texts of this file alone
    [...values],
  );
  const { rows: answers } = await querying.query<{ batch_id: string; answer: string }>(
    'select batch_id, answer from countersign.answers where batch_id = any($1) order by batch_id, place',
    [rows.map(({ batch_id }) => batch_id)],
  );
  return rows.map(({ batch_id, batch, state }) => ({
    batch: JSON.parse(batch),
    state,
    answers: answers.filter((row) => row.batch_id === batch_id).map(({ answer }) => JSON.parse(answer)),
  }));
}

function deadlineRow(record: BatchRecord): number | null {
  const deadline = record.state === 'open' ? nextDeadline(record) : undefined;
  return deadline === undefined ? null : Math.ceil(deadline);
}
