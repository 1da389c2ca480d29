import type { UIMessage } from 'ai';
import type { RunJournal } from '../../agent/run/journal.js';
import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import type { LogPart, LogPlace } from '../../conversation/state/event-log.js';
import type { ConversationStorage } from '../../conversation/state/persister.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { ConversationChannel, SubmittedAnswer } from './conversation-channel.js';

/** The exclusive right of a page to lead a conversation. */
export interface ConversationClaim {
  /**
   * Fires when the page is suspended, or another page takes the lead. Writes after another page has taken it are
   * rejected. With a CountersignError `run-cleaned` as its reason, the conversation was deleted, and the page does not
   * claim it again.
   */
  readonly lost: AbortSignal;
  /**
   * Resolves once the conversation is stored: durably at the latest when the next effect of its run starts. Rejects
   * when it cannot be stored.
   */
  save(snapshot: ConversationSnapshot): Promise<void>;
  /**
   * Stores only the text that people have typed at cards, which changes with each key. Optional: without it the whole
   * conversation is saved.
   */
  saveDrafts?(drafts: ConversationSnapshot['drafts']): Promise<void>;
  /** The journal of one of its runs. */
  journal(runId: string): RunJournal;
  /**
   * Stores an event of one of its runs, for `readLog` in later pages. Never throws: that must not end a run. Optional,
   * as `readLog` is.
   */
  told?(runId: string, event: RunEvent): void;
  /**
   * Resolves once all events so far are stored, or lost. Never rejects. Optional: without it, other pages may read the
   * log before the newest events are in it.
   */
  logStored?(): Promise<void>;
  /** Gives up the lead. */
  release(): void;
}

/** The options of {@link ConversationRepository.claim}. */
export interface ClaimOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called when another page leads the conversation, so that this one has to wait. */
  readonly onWait: () => void;
  /** Takes the lead by force once it fires: the page that has it does not respond. Default: never. */
  readonly steal?: AbortSignal;
}

/**
 * Reads and writes conversations for {@link persistConversation}, which does everything else. Its `persist` is that
 * function.
 */
export interface ConversationRepository extends ConversationStorage {
  /** Resolves once this page may lead the conversation of this key. */
  claim(key: string, options: ClaimOptions): Promise<ConversationClaim>;
  /**
   * Reads the conversation of this key, also for a page that waits; only messages of a conversation that was imported.
   */
  load(key: string): Promise<ConversationSnapshot | readonly UIMessage[] | undefined>;
  /**
   * Reads the newest `limit` events of a conversation, as its claims stored them: a repository has both or neither.
   * Without them, events are gone with the page, and all of them are held.
   *
   * @param window `before`: only events before that; `without`: a run that is left out, since it emits its events
   * again.
   */
  readLog?(
    key: string,
    window: { readonly limit: number; readonly before?: LogPlace | undefined; readonly without?: string | undefined },
  ): Promise<LogPart>;
  /**
   * Stores an answer for the page that leads the conversation. `false`: there is another one for the same call that is
   * not settled, so this one does not count. A repository has `submit`, `submitted` and `settle`, or none: then people
   * answer only in the leading page.
   */
  submit?(key: string, answer: SubmittedAnswer): Promise<boolean>;
  /** Reads the answers that were submitted for the current batches, with their outcomes. */
  submitted?(key: string): Promise<readonly SubmittedAnswer[]>;
  /** Stores the outcome of an answer. */
  settle?(key: string, answer: SubmittedAnswer): Promise<void>;
  /**
   * Notifies the other pages that have the conversation open, so that they read what was stored. `undefined`, or a
   * repository without it: a page that waits shows what was stored when it was opened.
   */
  channel?(key: string): ConversationChannel | undefined;
}
