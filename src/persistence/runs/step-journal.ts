import * as z from 'zod/mini';
import type { RunJournal, StepAttempt } from '../../agent/run/journal.js';
import { definedProps } from '../../protocol/base/record.js';
import type { Records, Rows } from '../records/records.js';
import { countShape, type Data, type DataRow, dataShape, type RowKind, type RunRow } from '../records/row-kinds.js';
import type { Entry } from '../tables/place.js';
import { type RunLead, readLedRun, writeRun } from './run-rows.js';

/** A persisted step. */
export interface PersistedStep {
  readonly key: string;
  /** The result of the work. */
  readonly value: unknown;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** A journal whose steps can be looked at. */
export interface StoredJournal extends RunJournal {
  /** Returns the steps persisted by all activations of the run, in order. Unreadable records are left out. */
  steps(): Promise<readonly PersistedStep[]>;
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
};

/** The state of a step when it starts: its persisted entry, if any, and the attempt for its work. */
interface StepStart {
  readonly entry?: Entry | undefined;
  readonly attempt: StepAttempt;
}

const first: StepAttempt = { isRepeated: false };

const markShape = z.object({ at: z.number() });

/** A step that is kept with the next one. */
interface HeldStep {
  readonly key: string;
  readonly data: Data;
}

/**
 * Creates a journal of one activation of a run.
 *
 * @param isOnly no other activation of the same epoch writes. Once this one has seen all persisted steps, it does not
 * look up steps any more, and persists steps with `soon` in one transaction with the next step: between an approval and
 * its effect there is one transaction then. The lead is checked whenever a step is persisted, and before each step that
 * may run only once.
 */
export function createStepJournal(records: Records, life: RunLead, isOnly = false): StoredJournal {
  // What this life knows to be kept, and what it has marked: that is not repeated, even if its work rejected and is
  // tried again.
  const known = new Set<string>();
  // How many steps were kept before this life that it has not seen.
  let unseen: number | undefined;
  const held: HeldStep[] = [];
  // What was held, and is being kept.
  let behind: Promise<unknown> | undefined;

  const follow = (keeping: Promise<unknown>): void => {
    behind = Promise.all([behind, keeping]);
    // Whichever step comes next says so.
    behind.catch(() => {});
  };
  const keepHeld = (): void => {
    if (held.length > 0) follow(persistSteps(records, life, { steps: held.splice(0), once: false }));
  };
  const look = async (key: string, once: boolean): Promise<StepStart> => {
    const steps = held.splice(0);
    const looking = beginStep(records, life, { key, once, held: steps });
    if (steps.length > 0) follow(looking);
    const { entry, attempt, count } = await looking;
    const isKnown = known.has(key);
    unseen ??= count;
    if (entry !== undefined && !isKnown) unseen -= 1;
    if (entry !== undefined || (once && !attempt.isRepeated)) known.add(key);
    return { entry, attempt: isKnown ? first : attempt };
  };

  return {
    step: async <T>(
      key: string,
      work: (attempt: StepAttempt) => Promise<T>,
      { once = false, soon = false }: Parameters<RunJournal['step']>[2] = {},
    ): Promise<T> => {
      const isNew = isOnly && !once && unseen === 0 && !known.has(key);
      const isHeld = isNew && soon;
      if (!once && !isHeld) keepHeld();
      const { entry, attempt }: StepStart = isNew ? { attempt: first } : await look(key, once);
      // Also what another step has taken along.
      await behind;
      const stored = async (found: Entry): Promise<T> => (await records.open(stepKind, found)).value as T; // what such a step gave
      if (entry !== undefined) return stored(entry);
      const value = await work(attempt);
      const step = { key, data: await records.seal(['steps', life.runId, key], value) };
      known.add(key);
      if (isHeld) {
        held.push(step);
        // Perhaps nothing comes that would take it along.
        setTimeout(keepHeld);
        return value;
      }
      const before = await persistSteps(records, life, { steps: [step], once });
      return before === undefined ? value : stored(before);
    },
    steps: () => listSteps(records, life),
  };
}

async function listSteps(records: Records, { runId }: RunLead): Promise<readonly PersistedStep[]> {
  const entries = await records.transact(['steps'], 'read', (rows) => rows.list(['steps', runId]));
  const read = await records.openAll(stepKind, entries);
  return [...read]
    .sort((one, other) => one.row.order - other.row.order)
    .map(({ key: [, key = ''], row: { at }, value }) => ({ key: String(key), value, at }));
}

/**
 * Looks for a step, and gives how many there are. The mark of one that may run once is on the disk before the work
 * begins: whatever happens then, another life knows that it began.
 */
function beginStep(
  records: Records,
  life: RunLead,
  { key, once, held }: { readonly key: string; readonly once: boolean; readonly held: readonly HeldStep[] },
): Promise<StepStart & { readonly count: number }> {
  return records.transact(['runs', 'steps', 'marks'], once ? 'write-through' : 'read', async (rows) => {
    const mark = ['marks', life.runId, key] as const;
    const [run, entry, [marked]] = await Promise.all([
      readLedRun(rows, life),
      rows.find(stepKind, [life.runId, key]),
      // That it is there is enough: a damaged one only does not say since when.
      once ? rows.list(mark) : [],
    ]);
    const isNew = once && entry === undefined && marked === undefined;
    if (isNew || held.length > 0) {
      const at = records.now();
      await Promise.all([isNew && rows.put(mark, { at }), putSteps(rows, life, { run, at, steps: held })]);
    }
    const attempt =
      marked === undefined
        ? first
        : { isRepeated: true, ...definedProps({ since: z.safeParse(markShape, marked.row).data?.at }) };
    return { entry, attempt, count: run.steps };
  });
}

/**
 * Gives what was kept before, if another life of the same epoch was faster: all lives go on from one value. Only how an
 * effect ended is written through. What else a loss of power undoes is asked for or worked out again, and the mark
 * before the next effect takes all that was written before it to the disk.
 */
function persistSteps(
  records: Records,
  life: RunLead,
  { steps, once }: { readonly steps: readonly HeldStep[]; readonly once: boolean },
): Promise<Entry | undefined> {
  return records.transact(['runs', 'steps'], once ? 'write-through' : 'write', async (rows) => {
    // Parallel reads: each wait for the database delays the step after an approval.
    const [run, ...found] = await Promise.all([
      readLedRun(rows, life),
      ...steps.map(({ key }) => rows.find(stepKind, [life.runId, key])),
    ]);
    const before = found.find((entry) => entry !== undefined);
    if (before === undefined) await putSteps(rows, life, { run, at: records.now(), steps });
    return before;
  });
}

async function putSteps(
  rows: Rows,
  { runId }: RunLead,
  { run, at, steps }: { readonly run: RunRow; readonly at: number; readonly steps: readonly HeldStep[] },
): Promise<void> {
  await Promise.all([
    ...steps.map(({ key, data }, index) => rows.put(['steps', runId, key], { order: run.steps + index, at, data })),
    writeRun(rows, runId, { ...run, steps: run.steps + steps.length, at }),
  ]);
}
