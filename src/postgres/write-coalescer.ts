import type { Pool } from 'pg';
import type { ServedBatch } from '../remote/run-protocol/batch-record.js';
import type { RunState } from '../remote/run-protocol/run-record.js';
import { audienceOf } from '../server/lists/concerns.js';
import { isStorableText } from '../server/request/check-body.js';
import { tenantOf } from '../server/request/person.js';
import { deadlineRow } from './batch-tables.js';
import { retryWhileUnavailable } from './connection/retry-while-unavailable.js';
import { QueryCoalescer } from './query-coalescer.js';
import { chunkNotifications, type RunNotification } from './run-notifier.js';

/** A step of a run, with its result as JSON. */
export interface StepRow {
  readonly key: string;
  readonly value: string;
}

/** A batch to store. */
export interface NewBatch {
  readonly batch: ServedBatch;
  /** The time at which people have to be notified, in milliseconds since 1970. `undefined` if nothing notifies them. */
  readonly notifyAt: number | undefined;
}

/** The rows that one activation of a run writes atomically. */
export interface ActivationWrite {
  readonly runId: string;
  /** The number of the activation. A later activation has a higher one, which makes this one stale. */
  readonly epoch: number;
  readonly events: readonly { readonly serial: number; readonly key: string; readonly event: string }[];
  readonly steps: readonly StepRow[];
  /** The key of a step that is about to have an effect, and the time of its start in milliseconds since 1970. */
  readonly mark?: { readonly key: string; readonly at: number } | undefined;
  readonly batch?: NewBatch | undefined;
  readonly state?: RunState | undefined;
  readonly news: readonly RunNotification[];
}

interface PendingWrite {
  readonly write: ActivationWrite;
  readonly isSuspended: () => boolean;
}

/**
 * Writes the rows of activations that are not stale, and skips those of stale ones. `n` is the index of the write. The
 * row lock makes an activation that begins meanwhile wait for this statement. `on conflict do nothing` makes a retry
 * safe: rows that were committed before a connection broke stay as they are. Each write of a run whose caller executes
 * it sets `updated_at`, so that other processes can see that it is alive. The last line reads `notified`, because
 * Postgres does not execute a `select` whose rows are unused.
 *
 * The row lock also orders these writes and a stop of the run. A batch that is stored after the stop, or after the end
 * of the run, is withdrawn from the start; a batch that was stored before is withdrawn by the stop, or here by the end.
 */
const statement = `
  with active as (
    select activation.n, run_id, executor, stop_reason is not null or state = 'ended' as is_stopped from countersign.runs r
    join unnest($1::int[], $2::text[], $3::int[]) as activation(n, run_id, epoch) using (run_id)
    where r.epoch = activation.epoch order by run_id for no key update of r
  ), new_events as (
    insert into countersign.events (run_id, serial, key, event)
    select run_id, serial, key, event from unnest($4::int[], $5::int[], $6::text[], $7::text[]) as event(n, serial, key, event) join active using (n)
    on conflict do nothing
  ), new_steps as (
    insert into countersign.steps (run_id, key, value)
    select run_id, key, value from unnest($8::int[], $9::text[], $10::text[]) as step(n, key, value) join active using (n)
    on conflict do nothing
  ), new_marks as (
    insert into countersign.marks (run_id, key, at)
    select run_id, key, at from unnest($11::int[], $12::text[], $13::bigint[]) as mark(n, key, at) join active using (n)
    on conflict do nothing
  ), new_batches as (
    insert into countersign.batches (batch_id, run_id, batch, state, deadline, tenant, requester, asked_at, audience, notify_at)
    select batch_id, run_id, batch, case when is_stopped then 'withdrawn' else 'open' end, case when is_stopped then null else deadline end,
      tenant, requester, asked_at,
      case when audience is not null then array(select json_array_elements_text(audience::json)) end, notify_at
    from unnest($14::int[], $15::text[], $16::text[], $17::bigint[], $18::text[], $19::text[], $20::bigint[], $21::text[], $22::bigint[])
      as new_batch(n, batch_id, batch, deadline, tenant, requester, asked_at, audience, notify_at) join active using (n)
    on conflict do nothing
  ), changes as (
    select * from unnest($23::int[], $24::text[], $25::text[], $26::text[]) as change(n, state, detail, batch_id)
  ), abandoned_batches as (
    select b.batch_id from changes join active using (n) join countersign.batches b using (run_id)
    where changes.state = 'ended' and b.state = 'open' order by b.batch_id for no key update of b
  ), closed_batches as (
    update countersign.batches b set state = 'withdrawn', deadline = null from abandoned_batches where b.batch_id = abandoned_batches.batch_id
  ), updated_runs as (
    update countersign.runs r set updated_at = (extract(epoch from now()) * 1000)::bigint, state = coalesce(change.state, r.state), detail = coalesce(change.detail, r.detail),
      batch_id = change.batch_id
    from active left join changes change using (n)
    where r.run_id = active.run_id and (change.state is not null or active.executor = 'caller')
  ), notified as (
    select pg_notify('countersign', '[' || string_agg(news, ',' order by place) || ']')
    from unnest($27::int[], $28::int[], $29::text[]) with ordinality as notification(n, chunk, news, place) join active using (n) group by chunk
  )
  select n, (select count(*) from notified) from active`;

/** Combines the writes of all activations in a process into few statements. */
export class WriteCoalescer {
  readonly #pool: Pool;
  readonly #writes: QueryCoalescer<PendingWrite, 'stored' | 'stale'> = new QueryCoalescer((group) =>
    this.#writeAll(group),
  );

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Writes rows, in the order of the calls. While the database is unavailable, it retries until the activation is
   * suspended.
   *
   * @returns `stored` after the commit; `stale` when another activation leads the run, and nothing was stored.
   */
  write(write: ActivationWrite, isSuspended: () => boolean): Promise<'stored' | 'stale'> {
    return this.#writes.submit({ write, isSuspended });
  }

  async #writeAll(group: readonly PendingWrite[]): Promise<readonly ('stored' | 'stale')[]> {
    const isSuspended = (): boolean => group.every((one) => one.isSuspended());
    const stored = await retryWhileUnavailable(() => this.#query(group.map(({ write }) => write)), isSuspended);
    return group.map((_, n) => (stored.has(n) ? 'stored' : 'stale'));
  }

  async #query(writes: readonly ActivationWrite[]): Promise<ReadonlySet<number>> {
    const notifications = chunkNotifications(writes.flatMap(({ news }, n) => news.map((one) => [n, one] as const)));
    const values = [
      ...columns(writes, ({ runId, epoch }) => [[runId, epoch]], 2),
      ...columns(writes, ({ events }) => events.map(({ serial, key, event }) => [serial, key, event]), 3),
      ...columns(writes, ({ steps }) => steps.map(({ key, value }) => [key, value]), 2),
      ...columns(writes, ({ mark }) => (mark === undefined ? [] : [[mark.key, mark.at]]), 2),
      ...columns(writes, ({ batch }) => (batch === undefined ? [] : [toBatchRow(batch)]), 8),
      ...columns(writes, ({ state }) => (state === undefined ? [] : [toStateRow(state)]), 3),
      notifications.map(([n]) => n),
      notifications.map(([, { chunk }]) => chunk),
      notifications.map(([, { news }]) => news),
    ];
    const { rows } = await this.#pool.query<{ n: number }>({ name: 'countersign-write', text: statement, values });
    return new Set(rows.map(({ n }) => n));
  }
}

type Row = readonly unknown[];

/** Turns the rows of all writes into columns for `unnest`. The first column is the index of the write. */
function columns(
  writes: readonly ActivationWrite[],
  toRows: (write: ActivationWrite) => readonly Row[],
  width: number,
): readonly Row[] {
  const rows = writes.flatMap((write, n) => toRows(write).map((row) => [n, ...row]));
  return Array.from({ length: width + 1 }, (_, index) => rows.map((row) => row[index]));
}

function toBatchRow({ batch, notifyAt }: NewBatch): Row {
  const { batchId, requester, askedAt } = batch;
  const audience = audienceOf(batch)?.filter(isStorableText);
  const filters = [
    tenantOf(requester),
    requester.id,
    Math.floor(askedAt),
    audience && JSON.stringify(audience),
    notifyAt,
  ];
  return [batchId, JSON.stringify(batch), deadlineRow({ batch, answers: [], state: 'open' }), ...filters];
}

function toStateRow(state: RunState): Row {
  return [state.type, JSON.stringify(state), state.type === 'waiting' ? state.batchId : null];
}
