import type { Pool, PoolClient } from 'pg';
import type {
  AcceptedAnswer,
  BatchRecord,
  MovedDeadline,
  UnusableAnswer,
} from '../remote/run-protocol/batch-record.js';
import { namesOf } from '../server/lists/concerns.js';
import type { DecidedBatch, DecidedQuery } from '../server/lists/decided-list.js';
import type { ListPosition } from '../server/lists/list-cursor.js';
import type { WaitingBatch, WaitingQuery } from '../server/lists/waiting-list.js';
import { isStorableText } from '../server/request/check-body.js';
import { tenantOf } from '../server/request/person.js';
import { type AcceptedAnswers, acceptAnswers, retractAnswers } from '../server/runs/accept-answers.js';
import { moveDeadline, nextDeadline } from '../server/runs/batch-deadlines.js';
import { QueryCoalescer } from './query-coalescer.js';
import { transact } from './transact.js';

interface BatchRow {
  readonly batch_id: string;
  readonly batch: string;
  readonly state: BatchRecord['state'];
  readonly answers: string;
}

const columns = 'batch_id, batch, state, answers';
/** A position before every batch. */
const listStart: ListPosition = { at: Number.MIN_SAFE_INTEGER, id: '' };

/** The table of batches, with their answers. */
export class BatchTables {
  readonly #pool: Pool;
  readonly #lookups: QueryCoalescer<string, BatchRecord | undefined> = new QueryCoalescer((batchIds) =>
    this.#findAll(batchIds),
  );

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async find(batchId: string): Promise<BatchRecord | undefined> {
    return await this.#lookups.submit(batchId);
  }

  /** Returns the open batches of a run, oldest first. */
  async open(runId: string): Promise<readonly BatchRecord[]> {
    const { rows } = await this.#pool.query<BatchRow>(
      `select ${columns} from countersign.batches where run_id = $1 and state = 'open' order by place`,
      [runId],
    );
    return rows.map(toBatchRecord);
  }

  /** Returns the open batches that may concern a person, oldest first. It applies the same rule as `concerns()`. */
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

  /** Returns the batches with answers of a person, newest answer first. */
  async decided({ person, after, limit }: DecidedQuery): Promise<readonly DecidedBatch[]> {
    const { rows } = await this.#pool.query<BatchRow & { readonly at: string; readonly list_id: string }>({
      name: 'countersign-decided',
      text: `select b.${columns.replaceAll(', ', ', b.')}, d.at, b.list_id from countersign.decisions d
       join countersign.batches b using (batch_id) where d.tenant = $1 and d.person = $2
         and ($3::bigint is null or d.at < $3 or (d.at = $3 and b.list_id > $4)) order by d.at desc, b.list_id limit $5`,
      values: [tenantOf(person), person.id, after?.at ?? null, after?.id ?? '', limit],
    });
    return rows.map((row) => ({
      record: toBatchRecord(row),
      position: { at: Number(row.at), id: row.list_id },
    }));
  }

  /** Returns up to 100 open batches whose deadline has passed. */
  async overdue(now: number): Promise<readonly BatchRecord[]> {
    const { rows } = await this.#pool.query<BatchRow>(
      `select ${columns} from countersign.batches where state = 'open' and deadline <= $1 limit 100`,
      [now],
    );
    return rows.map(toBatchRecord);
  }

  /**
   * Stores answers to a batch. The row lock serializes requests of all processes, so that every process agrees on which
   * answer was first.
   *
   * @param afterwards runs after the answers are stored, in the same transaction.
   */
  async acceptAnswers(
    batchId: string,
    answers: readonly AcceptedAnswer[],
    afterwards: (accepted: AcceptedAnswers, client: PoolClient) => Promise<void> = async () => {},
  ): Promise<AcceptedAnswers | undefined> {
    return await this.#change(batchId, (before, client) => {
      const accepted = acceptAnswers(before, answers);
      return { record: accepted.record, result: accepted, afterwards: () => afterwards(accepted, client) };
    });
  }

  /** Moves the deadline of a call. Returns `undefined` if the call is no longer open. */
  async extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined> {
    return await this.#change(batchId, (before): Change<BatchRecord | undefined> => {
      const record = moveDeadline(before, moved);
      return { record: record ?? before, result: record };
    });
  }

  /** Deletes answers that the run cannot use, so that their calls are open again. */
  async retractAnswers(batchId: string, toolCallIds: readonly string[], refused: UnusableAnswer): Promise<void> {
    await transact(this.#pool, async (client) => {
      // The lock orders this and a stop of the run: the stop withdraws only batches that are open when it is stored.
      const { rows } = await client.query<{ stopped: boolean }>(
        `select stop_reason is not null as stopped from countersign.runs
         where run_id = (select run_id from countersign.batches where batch_id = $1) for no key update`,
        [batchId],
      );
      const withdrawn = rows[0]?.stopped === true ? { state: 'withdrawn' as const } : {};
      await changeBatch(client, batchId, (before) => ({
        record: { ...retractAnswers(before, toolCallIds, refused), ...withdrawn },
        result: undefined,
      }));
    });
  }

  /** Withdraws the open batches of a stopped run, and returns their ids. */
  async withdraw(runId: string): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ batch_id: string }>(
      `with open_batches as (
         select batch_id from countersign.batches where run_id = $1 and state = 'open' order by batch_id for no key update)
       update countersign.batches b set state = 'withdrawn', deadline = null
       from open_batches where b.batch_id = open_batches.batch_id returning b.batch_id`,
      [runId],
    );
    return rows.map(({ batch_id }) => batch_id);
  }

  /** Withdraws open batches of runs that have ended, which processes of earlier versions left behind. */
  async withdrawEnded(): Promise<void> {
    await this.#pool.query(
      `update countersign.batches b set state = 'withdrawn', deadline = null from countersign.runs r
       where b.state = 'open' and r.run_id = b.run_id and r.state = 'ended'`,
    );
  }

  /** Reads and changes a batch while holding its row lock. */
  async #change<T>(
    batchId: string,
    work: (before: BatchRecord, client: PoolClient) => Change<T>,
  ): Promise<T | undefined> {
    return await transact(this.#pool, (client) => changeBatch(client, batchId, work));
  }

  async #findAll(batchIds: readonly string[]): Promise<readonly (BatchRecord | undefined)[]> {
    const { rows } = await this.#pool.query<BatchRow>({
      name: 'countersign-find',
      text: `select ${columns} from countersign.batches where batch_id = any($1)`,
      values: [batchIds],
    });
    const found = new Map(rows.map((row) => [row.batch_id, toBatchRecord(row)]));
    return batchIds.map((batchId) => found.get(batchId));
  }
}

/** A changed batch, the result for the caller, and work that follows in the same transaction. */
interface Change<T> {
  readonly record: BatchRecord;
  readonly result: T;
  readonly afterwards?: () => Promise<void>;
}

/** Reads and changes a batch while holding its row lock. */
async function changeBatch<T>(
  client: PoolClient,
  batchId: string,
  work: (before: BatchRecord, client: PoolClient) => Change<T>,
): Promise<T | undefined> {
  const { rows } = await client.query<BatchRow>({
    name: 'countersign-lock',
    text: `select ${columns} from countersign.batches where batch_id = $1 for update`,
    values: [batchId],
  });
  const before = rows[0] && toBatchRecord(rows[0]);
  if (before === undefined) return undefined;
  const { record, result, afterwards } = work(before, client);
  const batch = record.batch === before.batch ? null : JSON.stringify(record.batch);
  if (record !== before)
    await client.query({
      name: 'countersign-change',
      // A retracted answer leaves its decision behind: `answers` says what counts.
      text: `with changed as (
         update countersign.batches set batch = coalesce($2, batch), state = $3, answers = $4, deadline = $5
         where batch_id = $1 returning batch_id, tenant)
       insert into countersign.decisions select batch_id, tenant, decider.person, decider.at
       from changed, unnest($6::text[], $7::bigint[]) decider(person, at)
       on conflict (batch_id, person) do update set at = excluded.at`,
      values: [batchId, batch, record.state, JSON.stringify(record.answers), deadlineRow(record), ...deciders(record)],
    });
  await afterwards?.();
  return result;
}

/** Returns the people who have answered, and the time of the last answer of each. */
function deciders({ answers }: BatchRecord): readonly [readonly string[], readonly number[]] {
  const times = new Map<string, number>();
  for (const { person, at } of answers) if (person !== undefined) times.set(person.id, Math.floor(at));
  return [[...times.keys()], [...times.values()]];
}

function toBatchRecord({ batch, state, answers }: BatchRow): BatchRecord {
  return { batch: JSON.parse(batch), state, answers: JSON.parse(answers) };
}

/** Returns the value of the column `deadline`: the next expiry of an open batch, or null. */
export function deadlineRow(record: BatchRecord): number | null {
  const deadline = record.state === 'open' ? nextDeadline(record) : undefined;
  return deadline === undefined ? null : Math.ceil(deadline);
}
