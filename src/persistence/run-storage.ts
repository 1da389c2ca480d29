import type { GrantStorage } from '../approval/grants/grant.js';
import type {
  ConversationRecord,
  ConversationSummary,
  ExportedConversation,
} from './conversations/conversation-record.js';
import type { ConversationRepository } from './plugin/conversation-repository.js';
import type { EventLog } from './runs/event-log.js';
import type { StoredJournal } from './runs/step-journal.js';
import type { AnswerResult, StoredAnswers } from './runs/stored-answers.js';

/** A storage that persists runs and conversations. */
export interface RunStorage extends ConversationRepository {
  /**
   * Returns the journal for one activation of a run: `agent.run(prompt, { runId, journal: storage.journal(runId) })`.
   *
   * @param runId the id of the run.
   * @param options `epoch`: the epoch that {@link RunStorage.lead} returned. Without it, the journal works only as long
   *   as no page leads the run.
   * @throws CountersignError when a step is requested: `stale-leader`, `run-cleaned`, `corrupt-record`,
   *   `not-decrypted`, `storage-full`, `storage-failed`, `storage-closed`.
   */
  journal(runId: string, options?: { readonly epoch?: number }): StoredJournal;
  /**
   * Stores answers to calls of a batch. The first answer to a call wins, whichever tab it comes from, and is final. If
   * one of the calls already has an answer, none of the new ones is stored.
   *
   * @param batchId the id of the batch.
   * @param answers the answers by tool call id.
   * @param options `runId`: the run of the batch, so that the answers are deleted with it. Not needed if the events of
   *   the run are stored.
   * @throws CountersignError `corrupt-record` if a stored answer cannot be read; `run-cleaned` if the run was cleaned
   *   up or deleted.
   */
  answer(batchId: string, answers: StoredAnswers, options?: { readonly runId?: string }): Promise<AnswerResult>;
  /**
   * Returns the answers of a batch, by tool call id.
   *
   * @throws CountersignError `corrupt-record` if one of them cannot be read.
   */
  answersOf(batchId: string): Promise<StoredAnswers>;
  /**
   * Returns the log of a run.
   *
   * @param options `epoch`: as for {@link RunStorage.journal}.
   */
  events(runId: string, options?: { readonly epoch?: number }): EventLog;
  readonly conversations: Conversations;
  /**
   * Stores the grants of all tabs. A grant that is added or revoked in one tab takes effect in the others at once.
   *
   * @example const grants = createGrants({ storage: storage.grants });
   */
  readonly grants: GrantStorage;
  /**
   * Takes the lead of a run, and returns its epoch. Activations with an earlier epoch then fail with `stale-leader`.
   */
  lead(runId: string): Promise<number>;
  /**
   * Frees space: removes steps, marks, answers and events of finished runs, which cannot continue then (`run-cleaned`).
   * The messages of conversations stay. Conversations that are running, waiting or deferred are not changed.
   *
   * @returns the number of runs that were cleaned.
   */
  clean(options: CleanOptions): Promise<number>;
  /** Closes the storage. Later operations reject with `storage-closed`. */
  close(): Promise<void>;
}

/** The options of {@link RunStorage.clean}. */
export interface CleanOptions {
  /** Cleans finished runs whose last change is before this time, in milliseconds since 1970. */
  readonly olderThan: number;
  /** Removes the events of such runs before this time, in milliseconds since 1970. Default: `olderThan`. */
  readonly eventsOlderThan?: number;
  /** The maximum number of finished runs to leave uncleaned. Older ones are cleaned, too. Default: any number. */
  readonly maxRuns?: number;
}

/** The conversations of a storage. */
export interface Conversations {
  /** Returns all conversations without their messages, the latest first. Unreadable ones are left out. */
  list(): Promise<readonly ConversationSummary[]>;
  /**
   * Returns a conversation with its messages, or `undefined` if it does not exist.
   *
   * @throws CountersignError `corrupt-record` if it cannot be read.
   */
  get(id: string): Promise<ConversationRecord | undefined>;
  /**
   * Stores a whole conversation. Replaces the stored one.
   *
   * @param record the conversation.
   * @param lead the run that writes it, with the epoch that {@link RunStorage.lead} returned. Default: not checked.
   * @throws CountersignError `stale-leader` if another tab leads that run by now; `run-cleaned` if it was cleaned up or
   *   deleted.
   */
  put(record: ConversationRecord, lead?: { readonly runId: string; readonly epoch: number }): Promise<void>;
  /** Changes the title of a conversation. Does nothing if it does not exist. */
  rename(id: string, title: string): Promise<void>;
  /**
   * Deletes a conversation with all its runs: steps, marks, events, answers. A page that has it open cannot store it
   * any more, and has the error `conversation-gone`. Its runs cannot continue (`run-cleaned`). A new conversation can
   * have the same id.
   */
  delete(id: string): Promise<void>;
  /** Returns the messages and events of a conversation as JSON, or `undefined` if it does not exist. */
  export(id: string): Promise<ExportedConversation | undefined>;
  /**
   * Makes a new conversation from an export. Calls without a result are shown as interrupted, and do not run. The
   * conversation and its runs have new ids, so that they cannot affect stored ones.
   *
   * @param json the result of `export`.
   * @returns the id of the new conversation.
   * @throws UserError `imported-conversation` with the reason if it is not an export. Nothing is stored then.
   */
  import(json: unknown): Promise<string>;
  /** Calls back when the list has changed, in this page or another. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}
