import type { RunStorage } from '../../persistence/run-storage.js';
import type { EventEntry } from '../../persistence/runs/event-log.js';
import { WholeTexts } from '../../persistence/runs/whole-texts.js';
import type { BatchRecord } from '../../remote/run-protocol/batch-record.js';
import type { NewRun, Person, RunState, ServedEvent } from '../../remote/run-protocol/run-record.js';
import { isSamePerson } from '../request/person.js';
import type { RunHost } from '../runs/execute-run.js';
import type { RunActivation } from '../runs/run-activation.js';
import type { OperatorAction, RunOperation } from '../runs/run-store.js';

/** A run of a `LocalRunStore`, with its state in this process. */
export interface LocalRun {
  readonly run: NewRun;
  readonly log: ServedEvent[];
  readonly keys: Set<string>;
  readonly texts: WholeTexts;
  /** The actions of operators, oldest first. */
  readonly operations: RunOperation[];
  /** The storage of the run's journal. */
  readonly storage: RunStorage;
  /** The agent that executes the run. Absent if the caller executes it. */
  readonly host: RunHost | undefined;
  state: RunState;
  /** The number of activations in this process. */
  epoch: number;
  /** Aborted when a later activation begins. */
  stale: AbortController;
  updatedAt: number | undefined;
  stopReason: string | undefined;
  isExecuted: boolean;
  activation: RunActivation | undefined;
  /** The promise that loads the persisted log, once it was requested. */
  reading: Promise<void> | undefined;
  /** Settles after all events so far were persisted and sent. */
  sent: Promise<void> | undefined;
}

/** Returns a run without events. */
export function toLocalRun(known: Pick<LocalRun, 'run' | 'storage' | 'host' | 'state' | 'updatedAt'>): LocalRun {
  return {
    ...{ ...known, log: [], keys: new Set(), texts: new WholeTexts(), operations: [] },
    ...{ epoch: 0, stale: new AbortController(), stopReason: undefined, isExecuted: false },
    ...{ activation: undefined, reading: undefined, sent: undefined },
  };
}

/** Returns `true` for a run that answers a turn of this chat. */
export function isTurnOf({ turn, conversationId }: NewRun, chat: string): boolean {
  return turn !== undefined && conversationId === chat;
}

/** Counts the running and waiting runs of a person. */
export function countOpenRuns(runs: Iterable<LocalRun>, person: Person): number {
  return [...runs].filter(
    ({ run, state: { type } }) => (type === 'running' || type === 'waiting') && isSamePerson(run.startedBy, person),
  ).length;
}

/** Returns `true` while people may answer the batches of a run: it was not stopped, and has not ended. */
export function isOpenFor({ stopReason, state }: LocalRun): boolean {
  return stopReason === undefined && state.type !== 'ended';
}

/** Returns `true` if an action of an operator has an effect on a run. Nothing notifies people of batches here. */
export function isOperable(
  { state, host, isExecuted }: LocalRun,
  { type }: OperatorAction,
  batches: ReadonlyMap<string, BatchRecord>,
): boolean {
  if (type === 'notify' || state.type === 'ended') return false;
  if (type === 'cancel') return true;
  const isAsking = state.type === 'waiting' && batches.get(state.batchId)?.state === 'open';
  return host !== undefined && !isExecuted && !isAsking;
}

/** Adds an event to the log of a run, and returns it with its serial. */
export function addToLog({ log, keys }: LocalRun, { key, event }: EventEntry): ServedEvent {
  const served = { serial: log.length, event };
  keys.add(key);
  log.push(served);
  return served;
}
