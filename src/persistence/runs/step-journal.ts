import * as z from 'zod/mini';
import type { RunJournal, StepAttempt } from '../../agent/run/journal.js';
import { given, isRecord } from '../../protocol/base/record.js';
import type { Records, Rows } from '../records/records.js';
import { countShape, type DataRow, dataShape, type RowKind } from '../records/row-kinds.js';
import type { Entry } from '../tables/tables.js';
import { type RunLife, readLedRun, writeRun } from './run-rows.js';

/** A step that was kept. */
export interface KeptStep {
  readonly key: string;
  /** What the work gave. */
  readonly value: unknown;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** A journal whose steps can be looked at. */
export interface StoredJournal extends RunJournal {
  /** What was kept so far, by all lives of the run, in the order in which it was. A record that cannot be read is left out. */
  steps(): Promise<readonly KeptStep[]>;
}

interface StepRow extends DataRow {
  /** Its place in the run, from 0. */
  readonly order: number;
  readonly at: number;
}

const stepKind: RowKind<StepRow, unknown> = {
  table: 'steps',
  row: z.object({ order: countShape, at: z.number(), data: dataShape }),
  value: z.unknown(),
  nameOf: (key) => key,
};

/** What is found where a step begins. */
type Begun =
  | { readonly status: 'kept'; readonly entry: Entry }
  | { readonly status: 'new' }
  | { readonly status: 'repeated'; readonly since?: number };

/** A journal of one life of a run. */
export function createStepJournal(records: Records, life: RunLife): StoredJournal {
  // What this life itself has marked is not repeated, even if its work rejected and is tried again.
  const begun = new Set<string>();

  const begin = async (key: string, once: boolean): Promise<Begun> => {
    const found = await (once ? beginOnce(records, life, { key, begun }) : beginFreely(records, life, key));
    if (once && found.status === 'new') begun.add(key);
    return found;
  };

  return {
    step: async <T>(
      key: string,
      work: (attempt: StepAttempt) => Promise<T>,
      { once = false }: { readonly once?: boolean } = {},
    ): Promise<T> => {
      const found = await begin(key, once);
      const kept = async (entry: Entry): Promise<T> => (await records.open(stepKind, entry)).value as T; // what such a step gave
      if (found.status === 'kept') return kept(found.entry);
      const value = await work(attemptOf(found));
      const first = await keepStep(records, life, { key, value, once });
      return first === undefined ? value : kept(first);
    },
    steps: async () => {
      const entries = await records.transact(['steps'], 'read', (rows) =>
        rows.list({ table: 'steps', key: [life.runId] }),
      );
      const read = await records.openAll(stepKind, entries);
      return [...read]
        .sort((one, other) => one.row.order - other.row.order)
        .map(({ key: [, key = ''], row: { at }, value }) => ({ key: String(key), value, at }));
    },
  };
}

function attemptOf(found: Exclude<Begun, { status: 'kept' }>): StepAttempt {
  return found.status === 'new' ? { isRepeated: false } : { isRepeated: true, ...given({ since: found.since }) };
}

async function findStep(rows: Rows, key: readonly [string, string]): Promise<Entry | undefined> {
  const row = await rows.read({ table: 'steps', key }, stepKind.row);
  return row === undefined ? undefined : { key, row };
}

function beginFreely(records: Records, life: RunLife, key: string): Promise<Begun> {
  return records.transact(['runs', 'steps'], 'read', async (rows): Promise<Begun> => {
    const [, entry] = await Promise.all([readLedRun(rows, life), findStep(rows, [life.runId, key])]);
    return entry === undefined ? { status: 'new' } : { status: 'kept', entry };
  });
}

/** The mark is on the disk before the work begins: whatever happens then, another life knows that it began. */
function beginOnce(
  records: Records,
  life: RunLife,
  { key, begun }: { readonly key: string; readonly begun: ReadonlySet<string> },
): Promise<Begun> {
  return records.transact(['runs', 'steps', 'marks'], 'write-through', async (rows): Promise<Begun> => {
    const mark = { table: 'marks', key: [life.runId, key] } as const;
    const [run, entry, [found]] = await Promise.all([
      readLedRun(rows, life),
      findStep(rows, [life.runId, key]),
      // That it is there is enough: a damaged one only does not say since when.
      rows.list(mark),
    ]);
    if (entry !== undefined) return { status: 'kept', entry };
    if (found !== undefined) {
      return begun.has(key) ? { status: 'new' } : { status: 'repeated', ...given({ since: timeOf(found.row) }) };
    }
    const at = records.now();
    await Promise.all([rows.put(mark, { at }), writeRun(rows, life.runId, { ...run, at })]);
    return { status: 'new' };
  });
}

function timeOf(mark: unknown): number | undefined {
  return isRecord(mark) && typeof mark.at === 'number' ? mark.at : undefined;
}

/**
 * Gives what was kept before, if another life of the same epoch was faster: all lives go on from one value. Only how an effect ended is
 * written through. What else a loss of power undoes is asked for or worked out again, and the mark before the next effect takes all that
 * was written before it to the disk.
 */
async function keepStep(
  records: Records,
  life: RunLife,
  { key: name, value, once }: { readonly key: string; readonly value: unknown; readonly once: boolean },
): Promise<Entry | undefined> {
  const key = [life.runId, name] as const;
  const data = await records.seal({ table: 'steps', key }, value);
  return records.transact(['runs', 'steps'], once ? 'write-through' : 'write', async (rows) => {
    // Asked for at once: between a yes and what it lets run, each wait for the database counts.
    const [run, before] = await Promise.all([readLedRun(rows, life), findStep(rows, key)]);
    if (before !== undefined) return before;
    const at = records.now();
    await Promise.all([
      rows.put({ table: 'steps', key }, { order: run.steps, at, data }),
      writeRun(rows, life.runId, { ...run, steps: run.steps + 1, at }),
    ]);
    return undefined;
  });
}
