import type { Records, Rows } from '../records/records.js';
import { readRun } from '../runs/read-run.js';
import { removeRun, runTables, writeRun } from '../runs/run-rows.js';
import { CorruptRow } from '../tables/corrupt-row.js';
import { listRunIds } from './conversation-members.js';
import { conversationRunId } from './write-conversation.js';

/**
 * Deletes a conversation with all its runs, in one transaction. The runs stay as `cleaned`, so that pages which have
 * the conversation open cannot continue them.
 */
export function deleteConversation(records: Records, id: string): Promise<void> {
  const tables = ['conversations', 'contents', 'members', 'chunks', 'texts', 'drafts', 'submitted'] as const;
  return records.transact([...tables, ...runTables], 'write-through', async (rows) => {
    const now = records.now();
    for (const runId of await listRunIds(rows, id)) await deleteRun(rows, runId, await lastEpoch(rows, runId, now));
    const own = conversationRunId(id);
    const epoch = await lastEpoch(rows, own, now);
    // With epoch 0, no page has ever led the conversation, as for the chats that a server stores: no page has it open.
    await deleteRun(rows, own, epoch === 0 ? undefined : epoch);
    for (const table of tables) await rows.remove([table, id]);
  });
}

/**
 * Returns the epoch of a run: the number of times that its lead was taken. For an unreadable row, returns the time,
 * which is higher than any epoch.
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
 * Removes a run, except that it is `cleaned` and its epoch, which is increased. If a new run with the same id started
 * again at epoch 1, a suspended tab could write to it with its old epoch.
 */
async function deleteRun(rows: Rows, runId: string, epoch: number | undefined): Promise<void> {
  await removeRun(rows, runId);
  for (const table of ['events', 'event-keys', 'runs'] as const) await rows.remove([table, runId]);
  // The time 0 makes it the oldest run, so it does not count as one of the latest in a clean-up.
  const over = { steps: 0, events: 0, state: 'cleaned', at: 0 } as const;
  if (epoch !== undefined) await writeRun(rows, runId, { ...over, epoch: epoch + 1 });
}
