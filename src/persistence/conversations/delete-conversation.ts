import type { Records, Rows } from '../records/records.js';
import { readRun } from '../runs/read-run.js';
import { removeRun, runTables, writeRun } from '../runs/run-rows.js';
import { CorruptRow } from '../tables/corrupt-row.js';
import { listRunIds } from './conversation-members.js';
import { ownRun } from './conversation-shelf.js';

/**
 * Deletes it with all of its runs, in one transaction. What stays of them is that they are over, for pages that have it
 * open.
 */
export function deleteConversation(records: Records, id: string): Promise<void> {
  const tables = ['conversations', 'contents', 'members', 'chunks', 'texts', 'drafts', 'submitted'] as const;
  return records.transact([...tables, ...runTables], 'write-through', async (rows) => {
    const now = records.now();
    for (const runId of await listRunIds(rows, id)) await deleteRun(rows, runId, await lastEpoch(rows, runId, now));
    const own = ownRun(id);
    const epoch = await lastEpoch(rows, own, now);
    // Where no page ever led it, a server keeps the turns of its chat there, each by itself: nothing has it open.
    await deleteRun(rows, own, epoch === 0 ? undefined : epoch);
    for (const table of tables) await rows.remove([table, id]);
  });
}

/**
 * Returns the number of times that the lead of a run was claimed. If it is unreadable, the time: no count is as high.
 */
async function lastEpoch(rows: Rows, runId: string, now: number): Promise<number> {
  try {
    return (await readRun(rows, runId)).epoch;
  } catch (error) {
    if (error instanceof CorruptRow) return now;
    throw error;
  }
}

/**
 * Removes a run. That it is over stays for good, and its epoch counts on: counted from the beginning, that of a tab
 * which was asleep would be the current one again once somebody begins under the same name.
 */
async function deleteRun(rows: Rows, runId: string, epoch: number | undefined): Promise<void> {
  await removeRun(rows, runId);
  for (const table of ['events', 'event-keys', 'runs'] as const) await rows.remove([table, runId]);
  // The oldest run, so a clean-up does not keep it as one of the newest.
  const over = { steps: 0, events: 0, state: 'cleaned', at: 0 } as const;
  if (epoch !== undefined) await writeRun(rows, runId, { ...over, epoch: epoch + 1 });
}
