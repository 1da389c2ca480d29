import type { Rows } from '../records/records.js';
import { type RunRow, runShape } from '../records/row-kinds.js';

/** What is known of a run; of a new one, nothing yet. */
export async function readRun(rows: Rows, runId: string): Promise<RunRow> {
  const row = await rows.read(['runs', runId], runShape);
  return row ?? { epoch: 0, steps: 0, events: 0, state: 'open', at: 0 };
}
