import type { RunJournal } from '../../agent/run/journal.js';
import type { Clock } from '../../protocol/base/clock.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type {
  AcceptedAnswer,
  AnswerReceipt,
  BatchRecord,
  MovedDeadline,
  ServedBatch,
  UnusableAnswer,
} from '../../remote/run-protocol/batch-record.js';
import type { ListedRun, NewRun, Person, RunState, ServedEvent } from '../../remote/run-protocol/run-record.js';
import type { DecidedBatch, DecidedQuery } from '../lists/decided-list.js';
import type { ListPosition } from '../lists/list-cursor.js';
import type { WaitingBatch, WaitingQuery } from '../lists/waiting-list.js';
import type { NewsOrGap } from '../streams/news-hub.js';

/** A filter for lists of runs, which are sorted newest first. */
export interface RunQuery {
  /** Only runs that this person started. Their id and tenant are compared. */
  readonly startedBy?: Person | undefined;
  /** Only turns of the chat with this conversation id. */
  readonly chat?: string | undefined;
  readonly state?: RunState['type'] | undefined;
  /** Only runs of the agent with this name. */
  readonly agent?: string | undefined;
  /** Only runs that people of this tenant started. `''` stands for people without a tenant. */
  readonly tenant?: string | undefined;
  /** Only runs whose title contains this text, in upper or lower case. */
  readonly title?: string | undefined;
  /** Only runs that were started at this time or later, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** The maximum number of runs. Default: 50. */
  readonly limit?: number | undefined;
  /** Only runs that were started before this time, in milliseconds since 1970. */
  readonly before?: number | undefined;
  /** The position after which the list continues. `id` is a run id. */
  readonly after?: ListPosition | undefined;
}

/** An action of an operator on a run. */
export type OperatorAction =
  /** Continues a run that is stuck, or that no process executes. */
  | { readonly type: 'retry' }
  /** Stops the run, and ends a stuck one. */
  | { readonly type: 'cancel'; readonly reason: string }
  /** Notifies people of an open batch again. */
  | { readonly type: 'notify'; readonly batchId: string };

/** An action of an operator, as it is recorded with the run. */
export interface RunOperation {
  readonly runId: string;
  readonly action: OperatorAction;
  readonly by: Person;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Limits and options for starting a run. */
export interface StartLimits {
  /** The maximum number of running or waiting runs of one person. Default: no limit. */
  readonly maxOpen?: number | undefined;
  /**
   * `caller`: the caller executes the run, with {@link RunStore.activate}. Default: the store or its workers execute
   * it.
   */
  readonly executor?: 'caller' | undefined;
}

/**
 * The contract for storing runs, batches and events on a server. Each method may be called from any process, and from
 * several at once.
 */
export interface RunStore {
  /**
   * Starts a run. `exists`: a run with this id, or of the same turn of a chat, exists and is unchanged. `full`: the
   * person has `maxOpen` runs that are running or waiting. The limit also holds for concurrent calls.
   */
  start(run: NewRun, limits?: StartLimits): Promise<'started' | 'exists' | 'full'>;
  find(runId: string): Promise<ListedRun | undefined>;
  /** Returns the run as it was started. */
  read(runId: string): Promise<NewRun | undefined>;
  /**
   * Begins an activation of a run that the caller executes. From now on, earlier activations can store nothing more.
   * Returns `undefined` if the run is over or waits for answers.
   */
  activate(runId: string): Promise<Activation | undefined>;
  /** Lists runs, newest first. Runs of the same millisecond are sorted by their ids. */
  list(query: RunQuery): Promise<readonly ListedRun[]>;
  findBatch(batchId: string): Promise<BatchRecord | undefined>;
  /** Returns the open batches of a run, oldest first. */
  openBatches(query: { readonly runId: string }): Promise<readonly BatchRecord[]>;
  /**
   * Returns the open batches that may concern a person, oldest first. Those of the same millisecond have a stable
   * order.
   */
  waiting(query: WaitingQuery): Promise<readonly WaitingBatch[]>;
  /** Returns the batches with answers of a person, newest answer first. Retracted answers do not count. */
  decided(query: DecidedQuery): Promise<readonly DecidedBatch[]>;
  /**
   * Stores answers to calls of one batch atomically. The first answer to a call counts and is never replaced. The
   * answer that completes the batch wakes the run. The caller has validated the answers.
   */
  answer(batchId: string, answers: readonly AcceptedAnswer[]): Promise<readonly AnswerReceipt[]>;
  /** Moves the deadline of an open call, and stores who moved it. Returns `undefined` if the call is no longer open. */
  extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined>;
  /** Stops a running or waiting run. A run that is over is unchanged. */
  stop(runId: string, reason: string): Promise<void>;
  /**
   * Executes an action of an operator, and records it with the run. Returns `skipped`, and records nothing, if the
   * action has no effect: the run is over, a process executes it, or the store cannot do it.
   */
  operate(operation: RunOperation): Promise<'done' | 'skipped'>;
  /** Returns the recorded actions of operators on a run, oldest first. */
  operations(runId: string): Promise<readonly RunOperation[]>;
  /** Deletes a run with its events and batches. Its activations can store nothing more. */
  delete(runId: string): Promise<void>;
  /** Reads up to `limit` stored events of a run, in order: those after the serial `after`, or from the first. */
  readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]>;
  /**
   * Emits the news of a run from now on, until the signal fires or the run is over. Stored events are never skipped,
   * but may be repeated. Text deltas are emitted in order with them. For a slow listener, a store buffers a limited
   * number of news, then replaces them with a `gap`.
   */
  listen(runId: string, signal: AbortSignal): AsyncIterable<NewsOrGap>;
  /** Marks a link token as used. Returns `false` if it was used before. */
  spend(token: string, expiresAt: number): Promise<boolean>;
  /** Returns `true` if a link token is marked as used. */
  isSpent(token: string): Promise<boolean>;
  /** Resolves when the store can be used, for `readyz`. Rejects otherwise. */
  ping?(): Promise<void>;
  /**
   * Returns `true` for an error that means that the store cannot be used for now: its database cannot be reached or is
   * overloaded. The response is then 503 instead of 500, and clients retry.
   */
  isUnavailable?(error: unknown): boolean;
  /**
   * Returns the time by which deadlines are judged, in milliseconds since 1970. A store that several computers share
   * has one clock for all of them, because their own clocks may be wrong. Default: the clock of the process.
   */
  now?(): number;
}

/** Returns a clock with the time of the store, if the store has one, and the timers of `clock`. */
export function clockOfStore(store: Pick<RunStore, 'now'>, clock: Clock): Clock {
  return {
    now: () => store.now?.() ?? clock.now(),
    setTimeout: (callback, ms) => clock.setTimeout(callback, ms),
  };
}

/** One period in which a process executes a run. */
export interface Activation extends ActivationStore {
  readonly run: NewRun;
  readonly journal: RunJournal;
  /** Fires when a later activation has begun, so that this one can store nothing more. */
  readonly stale: AbortSignal;
  /** The reason to end the run at once. */
  readonly stopReason: string | undefined;
  /**
   * Stores the state of the run at the end of the activation. Returns `stale` if a later activation has begun, so that
   * nothing was stored.
   */
  end(state: RunState): Promise<'stored' | 'stale'>;
}

/** The operations of a store that an executing run needs. {@link RunStore} has those for clients. */
export interface ActivationStore {
  /**
   * Stores an event and sends it to listeners, in the order of the calls. An event with a known key is skipped. Text
   * deltas are sent, but not stored.
   */
  tell(event: RunEvent): void;
  findBatch(batchId: string): Promise<BatchRecord | undefined>;
  /** Stores a batch, so that people can answer it, and returns its record. An existing batch is unchanged. */
  ask(batch: ServedBatch): Promise<BatchRecord>;
  /**
   * Deletes the answers to these calls, stores `refused` as a member of the batch, and sets its state to `open`.
   *
   * @param refused the answer that the run cannot use. Cards show it with its reason.
   */
  retract(batchId: string, toolCallIds: readonly string[], refused: UnusableAnswer): Promise<void>;
}
