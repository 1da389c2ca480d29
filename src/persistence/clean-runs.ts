import * as z from 'zod/mini';
import { summaryKind } from './conversations/conversation-record.js';
import type { Records } from './records/records.js';
import { type RunRow, runShape } from './records/row-kinds.js';
import type { CleanOptions } from './run-storage.js';
import { readRun } from './runs/read-run.js';
import { removeRun, runTables, writeRun } from './runs/run-rows.js';
import type { Entry } from './tables/place.js';

interface OverRun {
  readonly runId: string;
  readonly row: RunRow;
}

/** Forgets what runs that are over needed. One transaction a run: other tabs write in between. */
export async function cleanRuns(records: Records, options: CleanOptions): Promise<number> {
  const over = await findOver(records);
  const { olderThan, eventsOlderThan = olderThan, maxRuns = over.length } = options;
  let cleaned = 0;
  for (const [index, { runId, row }] of over.entries()) {
    const isTooMany = index >= maxRuns;
    const forgetsSteps = row.state !== 'cleaned' && (isTooMany || row.at < olderThan);
    const forgetsEvents = row.events > 0 && (isTooMany || row.at < eventsOlderThan);
    if (!forgetsSteps && !(forgetsEvents && row.state === 'cleaned')) continue;
    if (await cleanRun(records, { runId, row }, forgetsEvents)) cleaned += 1;
  }
  return cleaned;
}

/** Cleans a run. Returns `false` if it has changed since it was read. */
function cleanRun(records: Records, { runId, row }: OverRun, forgetsEvents: boolean): Promise<boolean> {
  return records.transact(runTables, 'write', async (rows) => {
    const now = await readRun(rows, runId);
    if (now.at !== row.at || now.state !== row.state) return false;
    await removeRun(rows, runId);
    if (forgetsEvents) {
      for (const table of ['events', 'event-keys'] as const) await rows.remove([table, runId]);
    }
    // Its row stays: begun once more, the run would do everything anew.
    await writeRun(rows, runId, { ...now, state: 'cleaned', steps: 0, events: forgetsEvents ? 0 : now.events });
    return true;
  });
}

/**
 * The runs that have ended, or whose conversation has nothing to do; the latest first. A row that cannot be read is
 * nobody's to forget.
 */
async function findOver(records: Records): Promise<readonly OverRun[]> {
  const { runs, members, conversations } = await records.transact(
    ['runs', 'members', 'conversations'],
    'read',
    async (rows) => ({
      runs: await rows.list(['runs']),
      members: await rows.list(['members']),
      conversations: await rows.list(['conversations']),
    }),
  );
  const quiet = new Set(
    soundRows(conversations, summaryKind.row)
      .filter(([, { state }]) => state === 'idle' || state === 'failed')
      .map(([id]) => id),
  );
  const stored = new Set(members.map(({ key: [, run] }) => run));
  const settled = new Set(members.filter(({ key: [id] }) => quiet.has(String(id))).map(({ key: [, run] }) => run));
  return (
    soundRows(runs, runShape)
      .map(([runId, row]) => ({ runId, row }))
      // A conversation knows whether its runs are needed, whatever their logs say.
      .filter(
        ({ runId, row }) =>
          settled.has(runId) || row.state === 'cleaned' || (row.state === 'ended' && !stored.has(runId)),
      )
      .sort((one, other) => other.row.at - one.row.at)
  );
}

function soundRows<ROW>(entries: readonly Entry[], shape: z.ZodMiniType<ROW>): readonly (readonly [string, ROW])[] {
  return entries.flatMap(({ key: [id = ''], row }) => {
    const parsed = z.safeParse(shape, row);
    return parsed.success ? [[String(id), parsed.data] as const] : [];
  });
}
