import { given } from '../../protocol/base/record.js';
import type { LogPart, LogPlace } from '../../store/keeping/stored-conversation.js';
import type { Records, Rows } from '../records/records.js';
import { openEvents } from '../runs/event-log.js';
import { readRun } from '../runs/run-rows.js';
import type { Entry } from '../tables/tables.js';
import { listRunIds } from './conversation-shelf.js';

/** What is read of a log. */
export interface LogWindow {
  /** Only what happened before this. Default: up to the newest. */
  readonly before?: LogPlace | undefined;
  /** A run that is left out: it tells its own. */
  readonly without?: string | undefined;
  /** How many events at most. */
  readonly limit: number;
}

/** The newest part of what happened in the runs of a conversation, one after the other. */
export async function readLog(records: Records, id: string, window: LogWindow): Promise<LogPart> {
  const { rows, earlier } = await records.transact(['members', 'runs', 'events'], 'read', (rows) =>
    readBack(rows, id, window),
  );
  const events = (await openEvents(records, rows)).map(({ event }) => event);
  return { events, ...given({ earlier }) };
}

/** From the newest run back, until there are enough. */
async function readBack(
  rows: Rows,
  id: string,
  { before, without, limit }: LogWindow,
): Promise<{ readonly rows: readonly Entry[]; readonly earlier: LogPlace | undefined }> {
  const all = (await listRunIds(rows, id)).filter((runId) => runId !== without);
  const runIds = before === undefined ? all : all.slice(0, all.indexOf(before.runId) + 1);
  let found: readonly Entry[] = [];
  for (const runId of runIds.toReversed()) {
    if (found.length === limit) return { rows: found, earlier: { runId, serial: Number.MAX_SAFE_INTEGER } };
    const there = (await readRun(rows, runId)).events;
    const to = Math.min(there, runId === before?.runId ? before.serial : there);
    const from = Math.max(0, to - (limit - found.length));
    const part = to === 0 ? [] : await rows.list({ table: 'events', key: [runId] }, { from, limit: to - from });
    found = [...part, ...found];
    if (from > 0) return { rows: found, earlier: { runId, serial: from } };
  }
  return { rows: found, earlier: undefined };
}
