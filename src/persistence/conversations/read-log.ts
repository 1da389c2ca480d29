import * as z from 'zod/mini';
import type { LogPart, LogPlace } from '../../conversation/state/event-log.js';
import type { Records, Rows } from '../records/records.js';
import { countShape } from '../records/row-kinds.js';
import { openEvents } from '../runs/read-events.js';
import { readRun } from '../runs/read-run.js';
import type { Entry } from '../tables/place.js';
import { listRunIds } from './conversation-members.js';

/** The part of a log to read. */
export interface LogWindow {
  /** Only events before this one are returned. Default: the newest events. */
  readonly before?: LogPlace | undefined;
  /** A run that is left out, because it emits its events itself. */
  readonly without?: string | undefined;
  /** The maximum number of events. */
  readonly limit: number;
}

/** Returns the newest events of the runs of a conversation, in the order of the runs. */
export async function readLog(records: Records, id: string, window: LogWindow): Promise<LogPart> {
  const tables = ['members', 'runs', 'events', 'event-keys'] as const;
  const { found, earlier } = await records.transact(tables, 'read', (rows) => readNewestFirst(rows, id, window));
  return { events: (await openEvents(records, found)).map(({ event }) => event), earlier };
}

/** Reads the logs from the newest run backwards, until there are enough events. */
async function readNewestFirst(
  rows: Rows,
  id: string,
  { before, without, limit }: LogWindow,
): Promise<{ readonly found: readonly Entry[]; readonly earlier: LogPart['earlier'] }> {
  const all = (await listRunIds(rows, id)).filter((runId) => runId !== without);
  const runIds = before === undefined ? all : all.slice(0, all.indexOf(before.runId) + 1);
  let found: readonly Entry[] = [];
  for (const runId of runIds.toReversed()) {
    const to = runId === before?.runId ? await serialOf(rows, before) : (await readRun(rows, runId)).events;
    const from = Math.max(0, to - (limit - found.length));
    const part = to > from ? await rows.list(['events', runId], { from, limit: to - from }) : [];
    found = [...part, ...found];
    if (from > 0) return { found, earlier: 'kept' };
  }
  return { found, earlier: 'none' };
}

/** Returns the serial of an event in the log of its run. 0 for an unknown event, before which nothing can be read. */
async function serialOf(rows: Rows, { runId, key }: LogPlace): Promise<number> {
  return (await rows.read(['event-keys', runId, key], serialShape))?.serial ?? 0;
}

const serialShape = z.object({ serial: countShape });
