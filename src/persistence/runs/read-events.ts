import * as z from 'zod/mini';
import type { RunEvent } from '../../protocol/run-event.js';
import type { Records } from '../records/records.js';
import { countShape, type DataRow, dataShape, type RowKind } from '../records/row-kinds.js';
import { CorruptRow } from '../tables/corrupt-row.js';
import type { Entry } from '../tables/place.js';
import type { EventWindow, LoggedEvent } from './event-log.js';
import { readWhole } from './long-texts.js';
import { readRun } from './read-run.js';

interface EventRow extends DataRow {
  readonly key: string;
}

/**
 * Validates the members that all events have. The other members are validated by their readers: doing it here would
 * double the size of the code that is loaded for events.
 */
export const eventShape: z.ZodMiniType<RunEvent> = z.custom<RunEvent>((data) => z.safeParse(envelope, data).success);

const envelope = z.looseObject({
  v: z.literal(1),
  seq: countShape,
  at: z.number(),
  runId: z.string(),
  agentPath: z.array(z.string()),
  type: z.string(),
});

const eventKind: RowKind<EventRow, unknown> = {
  table: 'events',
  row: z.object({ key: z.string(), data: dataShape }),
  value: z.unknown(),
  // By its key, because its serial is not known when it is encrypted.
  nameOf: ([table, runId = ''], { key }) => [table, runId, key],
};

/** Returns a part of the log of a run. */
export async function readEvents(
  records: Records,
  runId: string,
  { from = 0, limit = 1000 }: { readonly from?: number; readonly limit?: number },
): Promise<EventWindow> {
  const { entries, end } = await records.transact(['runs', 'events'], 'read', async (rows) => ({
    entries: await rows.list(['events', runId], { from, limit }),
    end: (await readRun(rows, runId)).events,
  }));
  const next = Number(entries.at(-1)?.key[1]) + 1;
  return { entries: await openEvents(records, entries), ...(entries.length === limit && next < end ? { next } : {}) };
}

/** Returns the number of events in the log of a run. */
export function countEvents(records: Records, runId: string): Promise<number> {
  return records.transact(['runs'], 'read', async (rows) => (await readRun(rows, runId)).events);
}

/** Returns the events of rows. Unreadable events are left out and reported. */
export async function openEvents(records: Records, rows: readonly Entry[]): Promise<readonly LoggedEvent[]> {
  const read = await records.openAll(eventKind, rows);
  const values = await readWhole(
    records,
    read.map(({ value }) => value),
  );
  const events = read.map(async ({ key, row }, index): Promise<readonly LoggedEvent[]> => {
    const { success, data } = z.safeParse(eventShape, values[index]);
    if (success) return [{ serial: Number(key[1]), key: row.key, event: data }];
    await records.quarantine(new CorruptRow(['events', ...key], 'it is not an event', row));
    return [];
  });
  return (await Promise.all(events)).flat();
}
