import { DBOS } from '@dbos-inc/dbos-sdk';
import type { RunJournal } from '../agent/run/journal.js';
import { patiently } from '../postgres/patiently.js';
import type { RunTables } from '../postgres/run-tables.js';

/** What the journal of a life has to know of it. */
export interface JournaledLife {
  readonly runId: string;
  /** Resolves with the question for which this life ends. */
  readonly parked: Promise<string>;
  /** Whether this life was told to go no further here: then none of its steps may keep anything. */
  readonly isLeft: () => boolean;
  /** The run waits for a question, from which it is begun again at this step. */
  readonly onParked: (batchId: string, step: number) => void;
}

/** What a step of the workflow gives. */
type StepValue<T> =
  | { readonly type: 'kept'; readonly value: T }
  /** Its work rejected, which is no end: another life that finds this does it again, behind it. */
  | { readonly type: 'rejected' }
  | { readonly type: 'parked'; readonly batchId: string; readonly step: number };

const noEnd = async (): Promise<never> => await new Promise(() => {});

/**
 * The journal of a run whose life is a workflow of the engine: each step is one of the workflow's. A step in which people are asked ends with what the run
 * waits for; once they have answered, the workflow is sent back to it.
 */
export function dbosJournal(tables: RunTables, life: () => JournaledLife, now: () => number): RunJournal {
  return {
    async step<T>(...[key, work, { once = false } = {}]: Parameters<RunJournal['step']>): Promise<T> {
      for (;;) {
        let failure: { readonly error: unknown } | undefined;
        const attempt = async (): Promise<StepValue<T>> => {
          try {
            return await Promise.race([workOn(), parkedAt(life())]);
          } catch (error) {
            // What a life that is left rejects with is no end of a step.
            if (life().isLeft()) return await noEnd();
            failure = { error };
            return { type: 'rejected' };
          }
        };
        const workOn = async (): Promise<StepValue<T>> => {
          const mark = () => patiently(() => tables.mark(life().runId, key, now()), life().isLeft);
          const since = once ? await mark() : undefined;
          const value = await work({ isRepeated: since !== undefined, ...since });
          return { type: 'kept', value: value as T }; // its own
        };
        const given = await DBOS.runStep(attempt, { name: key });
        if (given.type === 'kept') return given.value;
        if (failure !== undefined) throw failure.error;
        if (given.type === 'rejected') continue;
        life().onParked(given.batchId, given.step);
        return await noEnd();
      }
    },
  };
}

async function parkedAt({ parked }: JournaledLife): Promise<StepValue<never>> {
  return { type: 'parked', batchId: await parked, step: DBOS.stepID ?? 0 };
}
