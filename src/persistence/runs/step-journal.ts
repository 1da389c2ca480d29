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
  /** The time at which it was persisted, in milliseconds since 1970. */
  readonly at: number;
}

/** A journal whose persisted steps can be listed. */
export interface StoredJournal extends RunJournal {
  /** Returns the steps persisted by all activations of the run, in order. Unreadable records are left out. */
  steps(): Promise<readonly PersistedStep[]>;
}

interface StepRow extends DataRow {
  /** The index of the step in the run. */
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

const firstAttempt: StepAttempt = { isRepeated: false };

const markShape = z.object({ at: z.number() });

/** A finished step that is persisted in the transaction of the next step. */
interface HeldStep {
  readonly key: string;
  readonly data: Data;
}

/**
 * Creates the journal of one activation of a run.
 *
 * @param activation the run and the epoch that the activation writes with.
 * @param isOnly `true` if no other activation writes with the same epoch. Then the journal does not look up steps any
 *   more once this activation has requested all persisted ones, and persists steps with `soon` in the transaction of
 *   the next step. So there is only one transaction between an approval and its effect. The lead is still checked
 *   whenever steps are persisted, and before each step with `once`.
 */
export function createStepJournal(records: Records, activation: RunLead, isOnly = false): StoredJournal {
  // The keys of steps that this activation has found, marked or persisted. An attempt for one of them is not
  // `isRepeated`, also when the work rejected and is retried.
  const known = new Set<string>();
  // The number of persisted steps that this activation has not requested yet.
  let unseen: number | undefined;
  const held: HeldStep[] = [];
  // Pending transactions that persist held steps.
  let pending: Promise<unknown> | undefined;

  const addPending = (transaction: Promise<unknown>): void => {
    pending = Promise.all([pending, transaction]);
    // The next step awaits it, and rejects with its error.
    pending.catch(() => {});
  };
  const persistHeld = (): void => {
    if (held.length > 0) addPending(persistSteps(records, activation, { steps: held.splice(0), once: false }));
  };
  const lookUp = async (key: string, once: boolean): Promise<StepStart> => {
    const steps = held.splice(0);
    const transaction = beginStep(records, activation, { key, once, held: steps });
    if (steps.length > 0) addPending(transaction);
    const { entry, attempt, count } = await transaction;
    const isKnown = known.has(key);
    unseen ??= count;
    if (entry !== undefined && !isKnown) unseen -= 1;
    if (entry !== undefined || (once && !attempt.isRepeated)) known.add(key);
    return { entry, attempt: isKnown ? firstAttempt : attempt };
  };

  return {
    step: async <T>(
      key: string,
      work: (attempt: StepAttempt) => Promise<T>,
      { once = false, soon = false }: Parameters<RunJournal['step']>[2] = {},
    ): Promise<T> => {
      const isNew = isOnly && !once && unseen === 0 && !known.has(key);
      const isHeld = isNew && soon;
      if (!once && !isHeld) persistHeld();
      const { entry, attempt }: StepStart = isNew ? { attempt: firstAttempt } : await lookUp(key, once);
      // A parallel step may have started to persist held steps. They have to be stored before this one works.
      await pending;
      // The value of a key has the type that the step of this key returned.
      const stored = async (found: Entry): Promise<T> => (await records.open(stepKind, found)).value as T;
      if (entry !== undefined) return stored(entry);
      const value = await work(attempt);
      const step = { key, data: await records.seal(['steps', activation.runId, key], value) };
      known.add(key);
      if (isHeld) {
        held.push(step);
        // In case that no step follows.
        setTimeout(persistHeld);
        return value;
      }
      const before = await persistSteps(records, activation, { steps: [step], once });
      return before === undefined ? value : stored(before);
    },
    steps: () => listSteps(records, activation),
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
 * Looks up a step, and returns the number of persisted steps. For a new step with `once`, also stores a mark, which is
 * on the disk before the work begins: whatever happens then, a later activation knows that the work began.
 */
function beginStep(
  records: Records,
  activation: RunLead,
  { key, once, held }: { readonly key: string; readonly once: boolean; readonly held: readonly HeldStep[] },
): Promise<StepStart & { readonly count: number }> {
  return records.transact(['runs', 'steps', 'marks'], once ? 'write-through' : 'read', async (rows) => {
    const mark = ['marks', activation.runId, key] as const;
    const [run, entry, [marked]] = await Promise.all([
      readLedRun(rows, activation),
      rows.find(stepKind, [activation.runId, key]),
      // Listed without validation: a damaged mark, too, shows that the step began. Only its time is unknown.
      once ? rows.list(mark) : [],
    ]);
    const isNew = once && entry === undefined && marked === undefined;
    if (isNew || held.length > 0) {
      const at = records.now();
      await Promise.all([isNew && rows.put(mark, { at }), putSteps(rows, activation, { run, at, steps: held })]);
    }
    const attempt =
      marked === undefined
        ? firstAttempt
        : { isRepeated: true, ...definedProps({ since: z.safeParse(markShape, marked.row).data?.at }) };
    return { entry, attempt, count: run.steps };
  });
}

/**
 * Persists steps. If another activation with the same epoch has persisted one of them before, returns its entry
 * instead, so that all activations continue from the same value.
 *
 * Only the result of a step with `once` is written through to the disk. Other steps may be lost when the power fails,
 * and are repeated then. The mark before the next effect also writes through everything that was written before it.
 */
function persistSteps(
  records: Records,
  activation: RunLead,
  { steps, once }: { readonly steps: readonly HeldStep[]; readonly once: boolean },
): Promise<Entry | undefined> {
  return records.transact(['runs', 'steps'], once ? 'write-through' : 'write', async (rows) => {
    // Read in parallel, because each round trip to the database delays the step after an approval.
    const [run, ...found] = await Promise.all([
      readLedRun(rows, activation),
      ...steps.map(({ key }) => rows.find(stepKind, [activation.runId, key])),
    ]);
    const before = found.find((entry) => entry !== undefined);
    if (before === undefined) await putSteps(rows, activation, { run, at: records.now(), steps });
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
