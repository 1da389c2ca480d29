import type { GrantStorage } from '../approval/grants/grant.js';
import type {
  ConversationRecord,
  ConversationSummary,
  ExportedConversation,
} from './conversations/conversation-record.js';
import type { ConversationRepository } from './plugin/conversation-repository.js';
import type { AnswerResult, StoredAnswers } from './runs/answer-book.js';
import type { EventLog } from './runs/event-log.js';
import type { StoredJournal } from './runs/step-journal.js';

/** A storage that persists runs and conversations. */
export interface RunStorage extends ConversationRepository {
  /**
   * The journal of a run, for one life of it: `agent.run(prompt, { runId, journal: storage.journal(runId) })`.
   *
   * @param runId of the run.
   * @param options `epoch`: what {@link RunStorage.lead} gave. Without it, only as long as nobody leads.
   * @throws CountersignError, from its steps: `stale-leader`, `run-cleaned`, `corrupt-record`, `not-decrypted`,
   * `storage-full`, `storage-failed`, `storage-closed`.
   */
  journal(runId: string, options?: { readonly epoch?: number }): StoredJournal;
  /**
   * Answers calls of a batch. The first answer to a call wins, whichever tab it comes from, and is final. If one of the
   * calls has an answer, none of these is kept.
   *
   * @param batchId of the batch that asked.
   * @param answers by tool call id.
   * @param options `runId`: the run that asked, so that its deletion takes them along. Without it, that is known if the
   * run's events are kept.
   * @throws CountersignError `corrupt-record`: somebody has answered, and nobody can read what; `run-cleaned`: its run
   * was cleaned up or deleted.
   */
  answer(batchId: string, answers: StoredAnswers, options?: { readonly runId?: string }): Promise<AnswerResult>;
  /**
   * Returns the answers of a batch, by tool call id. @throws CountersignError `corrupt-record`, as for {@link
   * RunStorage.answer}.
   */
  answersOf(batchId: string): Promise<StoredAnswers>;
  /** The lasting log of a run. @param options `epoch` as for {@link RunStorage.journal}. */
  events(runId: string, options?: { readonly epoch?: number }): EventLog;
  readonly conversations: Conversations;
  /**
   * Keeps the decisions that people want remembered, for all tabs: what one adds or takes back holds in the others at
   * once.
   *
   * @example const grants = createGrants({ storage: storage.grants });
   */
  readonly grants: GrantStorage;
  /** Takes the lead of a run, and gives its epoch. All who took it before are refused from then on: `stale-leader`. */
  lead(runId: string): Promise<number>;
  /**
   * Makes room: forgets steps, marks, answers and events of runs that are over. Conversations keep their messages, and
   * one that runs, waits or was put off is left alone. Such a run cannot go on any more: `run-cleaned`.
   *
   * @returns how many runs were cleaned.
   */
  clean(options: CleanOptions): Promise<number>;
  /** Closes the storage. Later calls are refused: `storage-closed`. */
  close(): Promise<void>;
}

/** The options of {@link RunStorage.clean}. */
export interface CleanOptions {
  /** Runs in which nothing was kept since, in milliseconds since 1970. */
  readonly olderThan: number;
  /** The same for events, which may stay longer: milliseconds since 1970. Default: `olderThan`. */
  readonly eventsOlderThan?: number;
  /** The number of finished runs whose steps and events may remain, the latest first. Default: any number. */
  readonly maxRuns?: number;
}

/** The conversations of a storage. */
export interface Conversations {
  /** All of them, the latest first, without their messages. One that cannot be read is left out. */
  list(): Promise<readonly ConversationSummary[]>;
  /**
   * Returns a conversation with its messages, or `undefined` if it does not exist. @throws CountersignError
   * `corrupt-record`: it cannot be read.
   */
  get(id: string): Promise<ConversationRecord | undefined>;
  /**
   * Keeps a conversation, whole.
   *
   * @param record what it is from now on.
   * @param lead which run writes it, and the epoch that {@link RunStorage.lead} gave. Without it, nobody is asked.
   * @throws CountersignError `stale-leader`: another tab leads that run by now; `run-cleaned`: it was cleaned up or
   * deleted.
   */
  put(record: ConversationRecord, lead?: { readonly runId: string; readonly epoch: number }): Promise<void>;
  /** Gives it another title. Does nothing if it is gone. */
  rename(id: string, title: string): Promise<void>;
  /**
   * Deletes it with all of its runs: steps, marks, events, answers. A page that has it open can keep nothing of it any
   * more, and says so (`conversation-gone`); its runs cannot go on (`run-cleaned`). Another conversation may begin
   * under its id.
   */
  delete(id: string): Promise<void>;
  /** Returns its messages and events as JSON, without answers and steps, or `undefined` if it does not exist. */
  export(id: string): Promise<ExportedConversation | undefined>;
  /**
   * Makes a new conversation of an export. Nothing in it counts as an answer or as done: calls that it leaves open are
   * shown as interrupted, and none runs. Its runs have other ids here, so that nothing of it meets what is stored.
   *
   * @param json what `export` gave.
   * @returns the id of the new conversation.
   * @throws UserError `imported-conversation` that names what is wrong with it; then nothing of it is kept.
   */
  import(json: unknown): Promise<string>;
  /** Calls back when the list has changed, in this page or another; gives a function that ends it. */
  subscribe(listener: () => void): () => void;
}
