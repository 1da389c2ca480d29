import type { ModelMessage, UIMessage } from 'ai';
import type { RunJournal } from '../../agent/run/journal.js';
import type { RunInput, RunOptions } from '../../agent/run/run-options.js';
import type { EarlierAnswer } from '../../approval/broker/ask.js';
import type { PendingBatch } from '../../approval/broker/pending.js';
import type { SerializedError } from '../../protocol/base/serialize-error.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { ConversationStatus, Draft, UserInput } from '../state/conversation-state.js';
import type { SaidTurn } from '../state/turns.js';
import type { ConversationChannel, SubmittedAnswer } from './channel.js';
import type { LogPart, LogPlace } from './log-part.js';

/** What a run begins with, besides its input. */
export type RunBeginning = Pick<RunOptions, 'messages' | 'resumeFrom' | 'deferredToolResults' | 'trigger'>;

/** A run that goes on, and all that it takes to begin it again from its journal. */
export interface ActiveRun {
  readonly runId: string;
  readonly input: RunInput;
  readonly from: RunBeginning;
  /** Why a person stopped it, which may be an empty text: its next life ends where that found it. */
  readonly stopped?: string;
}

/** How the last run ended, where it was neither completed nor is to be resumed. */
export type LastEnd =
  | { readonly type: 'aborted'; readonly reason?: string }
  | ({ readonly type: 'failed'; readonly name?: string } & Omit<SerializedError, 'name'>);

/** What stands in a conversation between two runs. */
export interface RestingConversation {
  readonly messages: readonly UIMessage[];
  readonly history: readonly ModelMessage[];
  /** What the last run left to the one that goes on. */
  readonly pendingPrompt: readonly ModelMessage[];
  readonly conversationId?: string | undefined;
  /** Tools that are not offered any more, because the provider refused them. */
  readonly withoutTools?: readonly string[];
  /** What the last run left open. */
  readonly parked: DeferredToolRequests | null;
  /** After it what is queued waits. `null`: it is sent. */
  readonly lastEnd: LastEnd | null;
}

/** A conversation as a storage keeps it: JSON, but for files in inputs, which may be bytes or URLs (`toJsonText`). It is never changed in place. While a run goes on, it is as it stood before. */
export interface StoredConversation extends RestingConversation {
  readonly v: 1;
  /** What the conversation did when it was kept. */
  readonly status: ConversationStatus;
  /** All that is shown, with what the run that goes on has said so far: for pages that only look on. */
  readonly shown: readonly UIMessage[];
  readonly turns: readonly SaidTurn[];
  /** The batches that wait for people: for pages that follow. Absent in records of earlier versions. */
  readonly pending?: readonly PendingBatch[];
  readonly queued: readonly UserInput[];
  /** What people have begun and not sent, by tool call id. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** What people have answered in the run that goes on, by item id. */
  readonly choices: Readonly<Record<string, EarlierAnswer>>;
  /** Until when they can answer it, by item id, in milliseconds since 1970. */
  readonly deadlines?: Readonly<Record<string, number>>;
  readonly active?: ActiveRun | undefined;
}

/** A page's right to go on with a conversation, which no other page has at the same time. */
export interface ConversationClaim {
  /**
   * Fires when the page is put away, and the right with it. What is written after another page has taken it is refused. With a
   * CountersignError `run-cleaned` as its reason, the conversation was deleted, and the page asks for the right no more.
   */
  readonly lost: AbortSignal;
  /** Resolves once the conversation is kept: for good at the latest when the next effect of its run begins. Rejects where it is not. */
  save(conversation: StoredConversation): Promise<void>;
  /** Stores what people have typed at cards alone, which changes with each key. Optional: without it the whole conversation is saved. */
  saveDrafts?(drafts: StoredConversation['drafts']): Promise<void>;
  /** The journal of one of its runs. */
  journal(runId: string): RunJournal;
  /** Writes down what happens in one of its runs, for `readLog` in pages to come. Never throws: that is no reason to end a run. Optional, as that is. */
  told?(runId: string, event: RunEvent): void;
  /** Gives the right back. */
  release(): void;
}

/** What {@link ConversationStorage.claim} takes. */
export interface ClaimOptions {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called when another page has the conversation, so that it has to be waited for. */
  readonly onWait: () => void;
  /** Takes the right by force once it fires: the page that has it does not answer. Default: never. */
  readonly steal?: AbortSignal;
}

/** Keeps conversations beyond the life of a page. */
export interface ConversationStorage {
  /** Resolves once this page may go on with the conversation of this key. */
  claim(key: string, options: ClaimOptions): Promise<ConversationClaim>;
  /** What was kept under this key, also for a page that has to wait; messages alone of a conversation that came from elsewhere. */
  load(key: string): Promise<StoredConversation | readonly UIMessage[] | undefined>;
  /**
   * What happened in the runs of a conversation, the newest `limit` events of it, as its claims were `told`: a storage has both or neither. Without them events
   * are gone with the page, and all of them are held; with this alone, those that are not held are said to be `kept` and are not.
   *
   * @param window `before`: only what happened before that; `without`: a run that is left out, since it tells its events again.
   */
  readLog?(
    key: string,
    window: { readonly limit: number; readonly before?: LogPlace | undefined; readonly without?: string | undefined },
  ): Promise<LogPart>;
  /**
   * Stores an answer for the page that leads the conversation. `false`: another one for the same call is there and not settled, so this one does not count.
   * A storage has `submit`, `submitted` and `settle`, or none: then people answer in the page that leads only.
   */
  submit?(key: string, answer: SubmittedAnswer): Promise<boolean>;
  /** The answers that were submitted for the current batches, with their outcomes. */
  submitted?(key: string): Promise<readonly SubmittedAnswer[]>;
  /** Stores the outcome of an answer. */
  settle?(key: string, answer: SubmittedAnswer): Promise<void>;
  /**
   * Notifies the pages that have the conversation open that something was stored, so that they read it. `undefined`, or a storage without it: a page that waits
   * shows what was stored when it was opened.
   */
  channel?(key: string): ConversationChannel | undefined;
}
