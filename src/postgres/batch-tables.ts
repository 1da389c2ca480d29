import type { Pool, PoolClient } from 'pg';
import type { BatchRecord, MovedDeadline, TakenAnswer } from '../agent/run-server/batch-record.js';
import { namesOf } from '../server/lists/concerns.js';
import type { ListPosition } from '../server/lists/list-cursor.js';
import type { WaitingBatch, WaitingQuery } from '../server/lists/waiting-list.js';
import { isStorableText } from '../server/request/check-body.js';
import { tenantOf } from '../server/request/person.js';
import { moveDeadline, nextDeadline } from '../server/runs/batch-deadlines.js';
import { type Taking, takeAnswers } from '../server/runs/take-answers.js';
import { Groups } from './groups.js';
import { transact } from './transact.js';

interface BatchRow {
  readonly batch_id: string;
  readonly batch: string;
  readonly state: BatchRecord['state'];
  readonly answers: string;
}

const columns = 'batch_id, batch, state, answers';
/** Before all questions. */
const listStart: ListPosition = { at: Number.MIN_SAFE_INTEGER, id: '' };

/** The questions of runs and their answers, in tables. */
export class BatchTables {
  readonly #pool: Pool;
  readonly #finding: Groups<string, BatchRecord | undefined> = new Groups((batchIds) => this.#find(batchIds));

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async find(batchId: string): Promise<BatchRecord | undefined> {
    return await this.#finding.ask(batchId);
  }

  /** The open ones of a run, oldest first. */
  async open(runId: string): Promise<readonly BatchRecord[]> {
    const { rows } = await this.#pool.query<BatchRow>(
      `select ${columns} from countersign.batches where run_id = $1 and state = 'open' order by place`,
      [runId],
    );
    return rows.map(toBatchRecord);
  }

  /** The open ones that may concern a person, as `concerns()` says it, oldest first. */
  async waiting({ person, after = listStart, limit }: WaitingQuery): Promise<readonly WaitingBatch[]> {
    const names = namesOf(person).filter(isStorableText);
    const { rows } = await this.#pool.query<BatchRow & { readonly asked_at: string; readonly list_id: string }>({
      name: 'countersign-waiting',
      text: `select ${columns}, asked_at, list_id from countersign.batches
       where state = 'open' and tenant = $1 and (audience is null or requester = $2 or audience && $3::text[])
         and (asked_at, list_id) > ($4::bigint, $5) order by asked_at, list_id limit $6`,
      values: [tenantOf(person), person.id, names, after.at, after.id, limit],
    });
    return rows.map((row) => ({
      record: toBatchRecord(row),
      position: { at: Number(row.asked_at), id: row.list_id },
    }));
  }

  /** Those that nobody has answered in time. */
  async overdue(now: number): Promise<readonly BatchRecord[]> {
    const { rows } = await this.#pool.query<BatchRow>(
      `select ${columns} from countersign.batches where state = 'open' and deadline <= $1 limit 100`,
      [now],
    );
    return rows.map(toBatchRecord);
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
    return await this.#change(batchId, (before, client) => {
      const taking = takeAnswers(before, answers);
      return { record: taking.record, result: taking, behind: () => behind(taking, client) };
    });
  }

  /** Moves a deadline. `undefined`: the call is not open any more. */
  async extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined> {
    return await this.#change(batchId, (before): Change<BatchRecord | undefined> => {
      const record = moveDeadline(before, moved);
      return { record: record ?? before, result: record };
    });
  }

  /** Forgets answers that the run cannot use. */
  async takeBack(batchId: string, toolCallIds: readonly string[]): Promise<void> {
    await this.#change(batchId, (before) => {
      const answers = before.answers.filter(({ toolCallId }) => !toolCallIds.includes(toolCallId));
      return { record: { ...before, answers, state: 'open' }, result: undefined };
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
    work: (before: BatchRecord, client: PoolClient) => Change<T>,
  ): Promise<T | undefined> {
    return await transact(this.#pool, async (client) => {
      const { rows } = await client.query<BatchRow>({
        name: 'countersign-lock',
        text: `select ${columns} from countersign.batches where batch_id = $1 for update`,
        values: [batchId],
      });
      const before = rows[0] && toBatchRecord(rows[0]);
      if (before === undefined) return undefined;
      const { record, result, behind } = work(before, client);
      const batch = record.batch === before.batch ? null : JSON.stringify(record.batch);
      if (record !== before)
        await client.query({
          name: 'countersign-change',
          text: `update countersign.batches set batch = coalesce($2, batch), state = $3, answers = $4, deadline = $5
           where batch_id = $1`,
          values: [batchId, batch, record.state, JSON.stringify(record.answers), deadlineRow(record)],
        });
      await behind?.();
      return result;
    });
  }

  async #find(batchIds: readonly string[]): Promise<readonly (BatchRecord | undefined)[]> {
    const { rows } = await this.#pool.query<BatchRow>({
      name: 'countersign-find',
      text: `select ${columns} from countersign.batches where batch_id = any($1)`,
      values: [batchIds],
    });
    const found = new Map(rows.map((row) => [row.batch_id, toBatchRecord(row)]));
    return batchIds.map((batchId) => found.get(batchId));
  }
}

/** What a question becomes, what that gives, and what follows in the same transaction. */
interface Change<T> {
  readonly record: BatchRecord;
  readonly result: T;
  readonly behind?: () => Promise<void>;
}

function toBatchRecord({ batch, state, answers }: BatchRow): BatchRecord {
  return { batch: JSON.parse(batch), state, answers: JSON.parse(answers) };
}

/** When a question ends by itself, for its row. */
export function deadlineRow(record: BatchRecord): number | null {
  const deadline = record.state === 'open' ? nextDeadline(record) : undefined;
  return deadline === undefined ? null : Math.ceil(deadline);
}
