import type { Records, Rows } from '../records/records.js';
import type { RunRow } from '../records/row-kinds.js';
import { readRun } from './read-run.js';
import { runCleaned, staleLeader } from './run-refused.js';

/** An activation of a run. Without the lead its epoch is 0, which is current until a page takes the lead. */
export interface RunLead {
  readonly runId: string;
  readonly epoch: number;
}

/** Stores the row of a run. */
export function writeRun(rows: Rows, runId: string, row: RunRow): Promise<unknown> {
  return rows.put(['runs', runId], row);
}

/**
 * The run, for a life that may go on: asked within the very transaction that reads or writes, so that nobody takes the
 * lead in between.
 *
 * @throws CountersignError `stale-leader` or `run-cleaned`.
 */
export async function readLedRun(rows: Rows, { runId, epoch }: RunLead): Promise<RunRow> {
  const run = await readRun(rows, runId);
  // A cleaned run cannot continue, whichever page leads it.
  if (run.state === 'cleaned') throw runCleaned(runId);
  if (run.epoch !== epoch) throw staleLeader(runId, { epoch, current: run.epoch });
  return run;
}

/**
 * Takes the next epoch: from now on, all who took an earlier one are refused.
 *
 * @param options `within`: what has to be led as well, such as the conversation of the run: who has lost that takes
 * nothing. Default: nothing; `anew`: it may be one that was cleaned up, of which nothing is left.
 */
export function takeLead(
  records: Records,
  runId: string,
  { within, anew }: { readonly within?: RunLead; readonly anew?: Pick<RunRow, 'state'> } = {},
): Promise<number> {
  return records.transact(['runs'], 'write-through', async (rows) => {
    if (within !== undefined) await readLedRun(rows, within);
    const run = await readRun(rows, runId);
    const epoch = run.epoch + 1;
    await writeRun(rows, runId, { ...run, ...anew, epoch, at: records.now() });
    return epoch;
  });
}

/** The tables with rows of a run. */
export const runTables = ['runs', 'steps', 'marks', 'events', 'event-keys', 'batches', 'answers'] as const;

/** Removes what a run needs to go on. Its events are another matter. */
export async function removeRun(rows: Rows, runId: string): Promise<void> {
  for (const { key } of await rows.list(['batches', runId])) {
    await rows.remove(['answers', ...key.slice(1)]);
  }
  for (const table of ['steps', 'marks', 'batches'] as const) await rows.remove([table, runId]);
}
