import type { RunJournal } from '../../agent/run/journal.js';
import type {
  AnswerReceipt,
  BatchRecord,
  MovedDeadline,
  ServedBatch,
  TakenAnswer,
} from '../../agent/run-server/batch-record.js';
import type { ListedRun, NewRun, Person, RunState, ServedEvent } from '../../agent/run-server/run-record.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { ListPosition } from '../lists/list-cursor.js';
import type { WaitingBatch, WaitingQuery } from '../lists/waiting-list.js';
import type { HeardNews } from '../streams/news-hub.js';

/** Which runs a list has, newest first. */
export interface RunQuery {
  /** Those that this person started, by their id and tenant. */
  readonly startedBy?: Person | undefined;
  /** The turns of one chat, by its conversation id. */
  readonly chat?: string | undefined;
  readonly state?: RunState['type'] | undefined;
  /** At most so many. Default: 50. */
  readonly limit?: number | undefined;
  /** Those that were started before this time, in milliseconds since 1970. */
  readonly before?: number | undefined;
  /** Those behind this one in the list. `id` is a run id. */
  readonly after?: ListPosition | undefined;
}

/** How many runs somebody may start. */
export interface StartLimits {
  /** Runs of one person that are running or waiting. Default: any number. */
  readonly maxOpen?: number | undefined;
  /** `caller`: whoever starts it executes it, with {@link RunStore.activate}. Default: the store has it executed. */
  readonly executor?: 'caller' | undefined;
}

/**
 * Where a run server keeps runs, and how it wakes them. Each method may be called from any process, and
 * from several at once.
 */
export interface RunStore {
  /**
   * Begins a run; one with this id, or of the same turn of a chat, that exists is left as it is (`exists`). A run that would be one more than `maxOpen` of its person that are running or waiting is
   * not begun (`full`), also where many are asked for at the same moment.
   */
  start(run: NewRun, limits?: StartLimits): Promise<'started' | 'exists' | 'full'>;
  find(runId: string): Promise<ListedRun | undefined>;
  /** The run as it was asked for. */
  read(runId: string): Promise<NewRun | undefined>;
  /**
   * Begins an activation of a run that its caller executes: from now on, earlier ones can store nothing more. `undefined`: the run is over, or waits for
   * answers.
   */
  activate(runId: string): Promise<Activation | undefined>;
  /** Newest first; runs of the same millisecond by their ids. */
  list(query: RunQuery): Promise<readonly ListedRun[]>;
  findBatch(batchId: string): Promise<BatchRecord | undefined>;
  /** The open batches of a run, oldest first. */
  openBatches(query: { readonly runId: string }): Promise<readonly BatchRecord[]>;
  /** The open batches that may concern a person, oldest first; those of the same millisecond in an order that stays. */
  waiting(query: WaitingQuery): Promise<readonly WaitingBatch[]>;
  /**
   * Takes answers to calls of one batch: all of them at once, the first for each call counts, for ever. The one that completes the batch
   * wakes its run. What the answers say was checked before.
   */
  answer(batchId: string, answers: readonly TakenAnswer[]): Promise<readonly AnswerReceipt[]>;
  /** Moves the deadline of an open call, and persists who did. `undefined`: it is not open any more. */
  extend(batchId: string, moved: MovedDeadline): Promise<BatchRecord | undefined>;
  /** Ends a run that goes on or waits; one that is over stays as it is. */
  stop(runId: string, reason: string): Promise<void>;
  /** Deletes a run with its events and batches: its activations can store nothing more. */
  delete(runId: string): Promise<void>;
  /** What is kept of what happened in a run, in order: at most `limit` events behind the one with this serial, or from the first. */
  readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]>;
  /**
   * What happens in a run from now on, until the signal fires or the run is over. Kept events may be told that a reader has, and none is
   * left out; parts of texts come in their place between them. A store holds a bounded number of news for a slow listener, then drops them for a `gap`.
   */
  listen(runId: string, signal: AbortSignal): AsyncIterable<HeardNews>;
  /** Uses up a link once: `false` where it was used before. */
  spend(token: string, expiresAt: number): Promise<boolean>;
}

/** One period in which a process executes a run. */
export interface Activation extends RunKeeper {
  readonly run: NewRun;
  readonly journal: RunJournal;
  /** Fires when a later activation has begun: this one can store nothing more. */
  readonly stale: AbortSignal;
  /** The reason why the run shall end at once. */
  readonly stopReason: string | undefined;
  /** Stores the state of the run at the end of the activation. `stale`: a later activation has begun, and nothing was stored. */
  end(state: RunState): Promise<'stored' | 'stale'>;
}

/** What one life of a run needs of the place where it is kept: {@link RunStore} is the other side of it. */
export interface RunKeeper {
  /** Keeps events, each once by its key, and tells them; parts of texts are only told. In the order of the calls. */
  tell(event: RunEvent): void;
  findBatch(batchId: string): Promise<BatchRecord | undefined>;
  /** Puts a batch before people, and gives it as it stands. One that was put before stays as it is, with its deadlines. */
  ask(batch: ServedBatch): Promise<BatchRecord>;
  /** Takes back answers that the run cannot use: their calls are open again. */
  takeBack(batchId: string, toolCallIds: readonly string[]): Promise<void>;
}
