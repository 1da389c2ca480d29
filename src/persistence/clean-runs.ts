import * as z from 'zod/mini';
import { summaryKind } from './conversations/conversation-record.js';
import type { Records } from './records/records.js';
import { type RunRow, runShape } from './records/row-kinds.js';
import type { CleanOptions } from './run-storage.js';
import { readRun } from './runs/read-run.js';
import { removeRun, runTables, writeRun } from './runs/run-rows.js';
import type { Entry } from './tables/place.js';

interface FinishedRun {
  readonly runId: string;
  readonly row: RunRow;
}

/**
 * Removes steps, marks, answers and events of finished runs. Each run has its own transaction, so that others can
 * write.
 */
export async function cleanRuns(records: Records, options: CleanOptions): Promise<number> {
  const finished = await findFinishedRuns(records);
  const { olderThan, eventsOlderThan = olderThan, maxRuns = finished.length } = options;
  let cleaned = 0;
  for (const [index, { runId, row }] of finished.entries()) {
    const isTooMany = index >= maxRuns;
    const forgetsSteps = row.state !== 'cleaned' && (isTooMany || row.at < olderThan);
    const forgetsEvents = row.events > 0 && (isTooMany || row.at < eventsOlderThan);
    if (!forgetsSteps && !(forgetsEvents && row.state === 'cleaned')) continue;
    if (await cleanRun(records, { runId, row }, forgetsEvents)) cleaned += 1;
  }
  return cleaned;
}

/** Cleans a run. Returns `false` if it has changed since it was read. */
function cleanRun(records: Records, { runId, row }: FinishedRun, forgetsEvents: boolean): Promise<boolean> {
  return records.transact(runTables, 'write', async (rows) => {
    const now = await readRun(rows, runId);
    if (now.at !== row.at || now.state !== row.state) return false;
    await removeRun(rows, runId);
    if (forgetsEvents) {
      for (const table of ['events', 'event-keys'] as const) await rows.remove([table, runId]);
    }
    // The row stays, so that the run cannot start again and repeat everything.
    await writeRun(rows, runId, { ...now, state: 'cleaned', steps: 0, events: forgetsEvents ? 0 : now.events });
    return true;
  });
}

/**
 * Returns the runs that have ended, or whose conversation is idle or has failed; the latest first. Runs with unreadable
 * rows are not returned, so they are not removed.
 */
async function findFinishedRuns(records: Records): Promise<readonly FinishedRun[]> {
  const { runs, members, conversations } = await records.transact(
    ['runs', 'members', 'conversations'],
    'read',
    async (rows) => ({
      runs: await rows.list(['runs']),
      members: await rows.list(['members']),
      conversations: await rows.list(['conversations']),
    }),
  );
  const inactive = new Set(
    validRows(conversations, summaryKind.row)
      .filter(([, { state }]) => state === 'idle' || state === 'failed')
      .map(([id]) => id),
  );
  const stored = new Set(members.map(({ key: [, run] }) => run));
  const settled = new Set(members.filter(({ key: [id] }) => inactive.has(String(id))).map(({ key: [, run] }) => run));
  return (
    validRows(runs, runShape)
      .map(([runId, row]) => ({ runId, row }))
      // For a run of a conversation, only the state of the conversation counts.
      .filter(
        ({ runId, row }) =>
          settled.has(runId) || row.state === 'cleaned' || (row.state === 'ended' && !stored.has(runId)),
      )
      .sort((one, other) => other.row.at - one.row.at)
  );
}

function validRows<ROW>(entries: readonly Entry[], shape: z.ZodMiniType<ROW>): readonly (readonly [string, ROW])[] {
  return entries.flatMap(({ key: [id = ''], row }) => {
    const parsed = z.safeParse(shape, row);
    return parsed.success ? [[String(id), parsed.data] as const] : [];
  });
}
