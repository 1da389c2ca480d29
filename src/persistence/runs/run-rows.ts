import type { Records, Rows } from '../records/records.js';
import type { RunRow } from '../records/row-kinds.js';
import { readRun } from './read-run.js';
import { runCleaned, staleLeader } from './run-refused.js';

/** An activation of a run, with the epoch in which it took the lead. Epoch 0 is valid until a page takes the lead. */
export interface RunLead {
  readonly runId: string;
  readonly epoch: number;
}

/** Stores the row of a run. */
export function writeRun(rows: Rows, runId: string, row: RunRow): Promise<unknown> {
  return rows.put(['runs', runId], row);
}

/**
 * Returns the row of a run, if this activation still leads it. To be called within the transaction that reads or
 * writes, so that no other page can take the lead in between.
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
 * Takes the lead of a run, and returns the new epoch. Activations with an earlier epoch are refused from then on.
 *
 * @param options `within`: a lead that is required, such as that of the run's conversation, default: none; `anew`:
 *   members to set, for a run that may have been cleaned up.
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

/** Removes the rows that a run needs to continue: steps, marks, batches and answers. Its events stay. */
export async function removeRun(rows: Rows, runId: string): Promise<void> {
  for (const { key } of await rows.list(['batches', runId])) {
    await rows.remove(['answers', ...key.slice(1)]);
  }
  for (const table of ['steps', 'marks', 'batches'] as const) await rows.remove([table, runId]);
}
