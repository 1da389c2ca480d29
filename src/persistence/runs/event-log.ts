import { CountersignError } from '../../protocol/base/errors.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';
import type { Records, Rows } from '../records/records.js';
import type { Data, RunRow } from '../records/row-kinds.js';
import type { LongTexts } from './long-texts.js';
import { type RunLead, readLedRun, writeRun } from './run-rows.js';

/** An event that is to be kept. */
export interface EventEntry {
  /** The identity of the event: the log stores each key once. */
  readonly key: string;
  readonly event: RunEvent;
}

/** An event that was kept. */
export interface LoggedEvent extends EventEntry {
  /** Its place in the run's log, from 0 without gaps. */
  readonly serial: number;
}

/** A part of a log. */
export interface EventWindow {
  /** Those that cannot be read are left out. */
  readonly entries: readonly LoggedEvent[];
  /** The first serial of the next part; absent at the end of the log. */
  readonly next?: number;
}

/** The lasting log of a run. */
export interface EventLog {
  /**
   * Stores events, each key once, in the order of the calls. Events that cannot be stored are dropped and reported to
   * `onProblem`, because a log must not end a run.
   *
   * @param entries in the order in which they happened.
   * @throws CountersignError `stale-leader` or `run-cleaned`: this activation may not write any more.
   */
  append(entries: readonly EventEntry[]): Promise<void>;
  /**
   * Reads a part of the log.
   *
   * @param window `from`: the first serial, default 0; `limit`: how many at most, default 1,000.
   */
  read(window?: { readonly from?: number; readonly limit?: number }): Promise<EventWindow>;
  /** Returns the number of events. */
  count(): Promise<number>;
}

/** Why a writer has to stop, as against a disk that only misses something. */
const refusals: readonly string[] = ['stale-leader', 'run-cleaned'];

/** Writes the log of a run, for one of its lives. */
export function eventAppender(records: Records, life: RunLead, texts?: LongTexts): EventLog['append'] {
  let tail: Promise<unknown> = Promise.resolve();
  // A full disk is told once, not with every event.
  let told = '';
  const append = async (entries: readonly EventEntry[]): Promise<void> => {
    try {
      await appendEvents(records, life, { entries, texts });
      told = '';
    } catch (cause) {
      if (!CountersignError.isInstance(cause) || refusals.includes(cause.code)) throw cause;
      // A damaged record was told when it was put aside.
      if (cause.code !== told && cause.code !== 'corrupt-record') records.tell(cause);
      told = cause.code;
    }
  };
  return (entries) => {
    const result = tail.then(() => append(entries));
    tail = result.catch(() => undefined);
    return result;
  };
}

/** An event as it is stored. */
interface SealedEvent extends EventEntry {
  readonly data: Data;
}

async function appendEvents(
  records: Records,
  life: RunLead,
  { entries, texts }: { readonly entries: readonly EventEntry[]; readonly texts: LongTexts | undefined },
): Promise<void> {
  const sealed = await sealEvents(records, life.runId, { entries, texts });
  await records.transact(eventTables, 'write', (rows) => putEvents(rows, life, { sealed, at: records.now() }));
}

/** The tables that {@link putEvents} writes to. */
export const eventTables = ['runs', 'events', 'event-keys', 'batches'] as const;

/** Encrypts events, before the transaction that stores them: it may wait for nothing else. */
export async function sealEvents(
  records: Records,
  runId: string,
  { entries, texts }: { readonly entries: readonly EventEntry[]; readonly texts?: LongTexts | undefined },
): Promise<readonly SealedEvent[]> {
  return await Promise.all(
    entries.map(async (entry) => {
      const stored = texts === undefined ? entry.event : await texts.split(entry.event);
      return { ...entry, data: await records.seal(['events', runId, entry.key], stored) };
    }),
  );
}

/** Stores events within a transaction, each key once. */
export async function putEvents(
  rows: Rows,
  life: RunLead,
  { sealed, at }: { readonly sealed: readonly SealedEvent[]; readonly at: number },
): Promise<void> {
  const run = await readLedRun(rows, life);
  const fresh = await missingEvents(rows, life.runId, sealed);
  if (fresh.length === 0) return;
  await Promise.all(fresh.map((entry, index) => putEvent(rows, life.runId, { ...entry, serial: run.events + index })));
  const state: RunRow['state'] = fresh.some(({ event }) => isEndOf(life.runId, event)) ? 'ended' : run.state;
  await writeRun(rows, life.runId, { ...run, events: run.events + fresh.length, state, at });
}

/** Those that are not kept, each once. All are asked for at once: one after the other takes several times as long. */
async function missingEvents(
  rows: Rows,
  runId: string,
  entries: readonly SealedEvent[],
): Promise<readonly SealedEvent[]> {
  const first = new Map<string, SealedEvent>();
  for (const entry of entries) if (!first.has(entry.key)) first.set(entry.key, entry);
  const once = [...first.values()];
  const taken = await Promise.all(once.map(({ key }) => rows.get(['event-keys', runId, key])));
  return once.filter((_, index) => taken[index] === undefined);
}

async function putEvent(
  rows: Rows,
  runId: string,
  { key, event, data, serial }: SealedEvent & { readonly serial: number },
): Promise<void> {
  await Promise.all([
    rows.put(['event-keys', runId, key], { serial }),
    rows.put(['events', runId, serial], { key, data }),
    // So that the answers of a run are found when it is deleted.
    event.type === 'deferred-request' && rows.put(['batches', runId, event.batchId], {}),
  ]);
}

function isEndOf(runId: string, event: RunEvent): boolean {
  return endsRun(event) && event.runId === runId;
}
