import type { ModelMessage, UIMessage } from 'ai';
import type { RunInput, RunOptions } from '../../agent/run/run-options.js';
import type { EarlierAnswer } from '../../approval/broker/ask.js';
import type { PendingBatch } from '../../approval/broker/pending.js';
import type { SerializedError } from '../../protocol/base/serialize-error.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { ConversationState, ConversationStatus, Draft, UserInput } from './conversation-state.js';
import type { UserTurn } from './turns.js';

/** The options that a run starts with, besides its input. */
export type RunBeginning = Pick<RunOptions, 'messages' | 'resumeFrom' | 'deferredToolResults' | 'trigger'>;

/** An unfinished run, with everything that a later page needs to replay it from its journal. */
export interface ActiveRun {
  readonly runId: string;
  readonly input: RunInput;
  readonly from: RunBeginning;
  /**
   * The reason why a person stopped it, perhaps an empty string. Its next activation ends at the first step that is not
   * persisted.
   */
  readonly stopped?: string;
}

/** The end of the last run, if it was aborted or has failed. */
export type LastEnd =
  | { readonly type: 'aborted'; readonly reason?: string }
  | ({ readonly type: 'failed'; readonly name?: string } & Omit<SerializedError, 'name'>);

/** The part of a conversation that changes only when a run starts or ends. */
export interface RestingConversation {
  readonly messages: readonly UIMessage[];
  readonly history: readonly ModelMessage[];
  /** Messages of the last run that were not sent to the model. They are sent before the next message. */
  readonly pendingPrompt: readonly ModelMessage[];
  readonly conversationId?: string | undefined;
  /** Tools that are not offered any more, because the provider refused them. */
  readonly withoutTools?: readonly string[];
  /** The calls that the last run left open. */
  readonly parked: DeferredToolRequests | null;
  /** The end of a run after which queued messages wait. `null`: they are sent. */
  readonly lastEnd: LastEnd | null;
}

/** The part of a conversation that changes during a run. */
export interface LiveConversation {
  readonly status: ConversationStatus;
  /** All messages on screen, including those of the current run: for following pages. */
  readonly shown: readonly UIMessage[];
  readonly turns: readonly UserTurn[];
  /** The pending batches, for following pages. Missing in records of earlier versions. */
  readonly pending?: readonly PendingBatch[];
  readonly queued: readonly UserInput[];
  /** Messages that were sent to the active run, and that it has not delivered. */
  readonly steering?: ConversationState['steering'];
  /** Text and edits that people have not submitted, by tool call id. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /** The answers of people in the current run, by item id. */
  readonly choices: Readonly<Record<string, EarlierAnswer>>;
  /** The deadlines of these answers, by item id, in milliseconds since 1970. */
  readonly deadlines?: Readonly<Record<string, number>>;
}

/**
 * A conversation as plain data: JSON, except for files in inputs, which may be bytes or URLs. Immutable. During a run,
 * its messages and history are those from before the run, and `active` has everything that is needed to replay it.
 */
export interface ConversationSnapshot extends RestingConversation, LiveConversation {
  readonly v: 1;
  readonly active?: ActiveRun | undefined;
}
