import type { Pool, PoolClient } from 'pg';
import type { BatchRecord, TakenAnswer } from '../agent/run-server/batch-record.js';
import { nextDeadline } from '../server/runs/batch-deadlines.js';
import { type Taking, takeAnswers } from '../server/runs/take-answers.js';
import { transact } from './transact.js';

interface BatchRow {
  readonly batch: string;
  readonly state: BatchRecord['state'];
  readonly answers: readonly string[];
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

  /**
   * Takes answers, one request after the other: whoever is first is first for all processes.
   *
   * @param behind what is done after them, in the same transaction.
   */
  async take(
    batchId: string,
    answers: readonly TakenAnswer[],
    behind: (taking: Taking, client: PoolClient) => Promise<void> = async () => {},
  ): Promise<Taking | undefined> {
    return await this.#change(batchId, async (before, client) => {
      const taking = takeAnswers(before, answers);
      const { added } = taking;
      if (added.length > 0)
        await client.query(
          `insert into countersign.answers
           select $1, coalesce((select max(place) from countersign.answers where batch_id = $1), -1) + place, tool_call_id, answer
           from unnest($2::text[], $3::text[]) with ordinality as taken(tool_call_id, answer, place)`,
          [batchId, added.map(({ toolCallId }) => toolCallId), added.map((taken) => JSON.stringify(taken))],
        );
      return { record: taking.record, result: taking, behind: () => behind(taking, client) };
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
      return { record: { ...before, answers, state: 'open' as const }, result: undefined };
    });
  }

  /** Nobody asks any more what a run asked that is stopped. Gives what it asked. */
  async withdraw(runId: string): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ batch_id: string }>(
      "update countersign.batches set state = 'withdrawn', deadline = null where run_id = $1 and state = 'open' returning batch_id",
      [runId],
    );
    return rows.map(({ batch_id }) => batch_id);
  }

  /** Looks at a question while nobody else changes it. */
  async #change<T>(
    batchId: string,
    work: (before: BatchRecord, client: PoolClient) => Promise<Change<T>>,
  ): Promise<T | undefined> {
    return await transact(this.#pool, async (client) => {
      await client.query('select 1 from countersign.batches where batch_id = $1 for update', [batchId]);
      const [before] = await readBatches(client, 'batch_id = $1', [batchId]);
      if (before === undefined) return undefined;
      const { record, result, behind } = await work(before, client);
      if (record !== before)
        await client.query(
          'update countersign.batches set batch = coalesce($2, batch), state = $3, deadline = $4 where batch_id = $1',
          [
            ...[
              batchId,
              record.batch === before.batch ? null : JSON.stringify(record.batch),
              record.state,
              deadlineRow(record),
            ],
          ],
        );
      await behind?.();
      return result;
    });
  }
}

/** What a question becomes, what that gives, and what follows in the same transaction. */
interface Change<T> {
  readonly record: BatchRecord;
  readonly result: T;
  readonly behind?: () => Promise<void>;
}

async function readBatches(
  querying: Querying,
  where: string,
  values: readonly unknown[],
): Promise<readonly BatchRecord[]> {
  const { rows } = await querying.query<BatchRow>(
    `select batch, state, array(select answer from countersign.answers a where a.batch_id = b.batch_id order by place) answers
     from countersign.batches b where ${where}`, // the texts of this file alone
    [...values],
  );
  return rows.map(({ batch, state, answers }) => ({
    batch: JSON.parse(batch),
    state,
    answers: answers.map((answer) => JSON.parse(answer)),
  }));
}

/** When a question ends by itself, for its row. */
export function deadlineRow(record: BatchRecord): number | null {
  const deadline = record.state === 'open' ? nextDeadline(record) : undefined;
  return deadline === undefined ? null : Math.ceil(deadline);
}
