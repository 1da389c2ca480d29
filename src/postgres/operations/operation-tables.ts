import type { Pool, PoolClient } from 'pg';
import type { RunState } from '../../remote/run-protocol/run-record.js';
import type { RunOperation } from '../../server/runs/run-store.js';
import { transact } from '../transact.js';

/** The table of the actions of operators. */
export class OperationTables {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Returns the recorded actions on a run, oldest first. */
  async ofRun(runId: string): Promise<readonly RunOperation[]> {
    const { rows } = await this.#pool.query<{ operation: string }>(
      'select operation from countersign.operations where run_id = $1 order by place',
      [runId],
    );
    return rows.map(({ operation }) => JSON.parse(operation));
  }

  /** Executes an action and records it, in one transaction. Work that returns `false` is not recorded. */
  async record(operation: RunOperation, work: (own: PoolClient) => Promise<boolean>): Promise<'done' | 'skipped'> {
    return await transact(this.#pool, async (own) => {
      if (!(await work(own))) return 'skipped';
      await own.query('insert into countersign.operations (run_id, operation) values ($1, $2)', [
        operation.runId,
        JSON.stringify(operation),
      ]);
      return 'done';
    });
  }

  /** Makes the notice of an open batch due again. */
  async notifyAgain({ runId, at }: RunOperation, batchId: string, own: PoolClient): Promise<boolean> {
    const { rowCount } = await own.query(
      `update countersign.batches set notify_at = $3, notify_attempts = notify_attempts + 1
       where batch_id = $1 and run_id = $2 and state = 'open'`,
      [batchId, runId, Math.ceil(at)],
    );
    return rowCount === 1;
  }

  /** Ends a stuck run. No process executes it, so its log gets no further event. */
  async endStuck({ runId, at }: RunOperation, own: PoolClient): Promise<boolean> {
    const state: RunState = { type: 'ended', outcome: 'aborted', at };
    const { rowCount } = await own.query(
      `update countersign.runs set state = 'ended', detail = $2, epoch = epoch + 1, updated_at = $3
       where run_id = $1 and state = 'stuck'`,
      [runId, JSON.stringify(state), Math.ceil(at)],
    );
    return rowCount === 1;
  }
}
