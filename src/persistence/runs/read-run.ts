import type { Rows } from '../records/records.js';
import { type RunRow, runShape } from '../records/row-kinds.js';

/** Returns the row of a run, or an empty one for a new run. */
export async function readRun(rows: Rows, runId: string): Promise<RunRow> {
  const row = await rows.read(['runs', runId], runShape);
  return row ?? { epoch: 0, steps: 0, events: 0, state: 'open', at: 0 };
}
