import type { DeferredAnswer } from '../../protocol/answers.js';
import { HandlerError, RunAborted } from '../../protocol/base/errors.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import type { Preview } from '../../protocol/preview.js';
import type { RunEventOf } from '../../protocol/run-event.js';
import type { Issue } from '../../protocol/signals.js';
import type { GrantedCall } from '../grants/grant.js';
import type { CallNews, Counting, DecideOptions } from './decision.js';
import type { AskOptions } from './handler.js';
import type { InputForm, ItemAnswer, PendingItem } from './pending.js';

/** The argument of the app's `ask` option: a batch for people, or a part of one. */
export interface AskRequest extends AskOptions {
  /** Unique: each question of a handler has its own id. */
  readonly batchId: string;
  /** The id of the batch on the run server that asks. Missing if this page executes the run. */
  readonly servedId?: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly round: number;
  readonly requests: DeferredToolRequests;
  /** Aborts when the answer is no longer needed. */
  readonly signal: AbortSignal;
  /**
   * Returns the issues of an answer (such as an edit that violates the schema) before it is applied. Empty when it is
   * valid.
   */
  readonly check: (toolCallId: string, answer: DeferredAnswer) => Promise<readonly Issue[]>;
  /** Returns the form for the input of an approval. */
  readonly form?: (toolCallId: string) => InputForm | undefined;
  /**
   * Counts an approval of a call whose `needs` requires several people, if the asking side collects them: the call
   * stays open until the last of them has approved. If missing, an approval is returned with its batch like any other.
   */
  readonly count?: (toolCallId: string, answer: DeferredAnswer) => Promise<Counting>;
  /** Subscribes to changes of calls in other places. Missing if the batch is asked about in one place only. */
  readonly follow?: (tell: (news: CallNews) => void) => void;
  /**
   * Records people's actions in the run's events. `metadata` was passed with an answer, and is not part of the event.
   */
  readonly report: (event: AnswerReport, metadata?: JSONObject) => void;
  /**
   * Reports that the work of an external call has started: if the run is stopped before an answer, the call's end is
   * unknown.
   */
  readonly began?: (toolCallId: string) => void;
  /**
   * The delay before an answered batch is sent, so that people can change their answers, in milliseconds. Default: 0.
   */
  readonly sendDelay?: number;
  /**
   * The rejected answers, if a server rejected earlier answers to the same calls. They are pre-filled, except the one
   * that caused the rejection. Nothing is sent until a person changes an answer or calls `sendNow`.
   */
  readonly refused?: RefusedAnswers;
  /** Returns the known state of a call that an earlier activation of its run asked about. */
  readonly earlier?: (toolCallId: string) => EarlierCall;
  /** Makes the preview of a call whose `hasPreview` is set. */
  readonly preview?: (toolCallId: string, signal: AbortSignal) => Promise<Preview>;
  /**
   * Returns the call as grants see it, with the capabilities that require approval; with `input`, the call with that
   * input.
   */
  readonly policyCall?: (toolCallId: string, input?: JSONValue) => Promise<Omit<GrantedCall, 'runId'>>;
}

/** An answer with its author and metadata. */
export interface EarlierAnswer extends Pick<DecideOptions, 'by' | 'metadata'> {
  readonly answer: ItemAnswer;
  /** The time of the answer, in milliseconds since 1970, if known. */
  readonly at?: number;
}

/** Answers that a server rejected. It applied none of them. */
export interface RefusedAnswers {
  /** The batch of the answers. */
  readonly batchId: string;
  /** By tool call id. */
  readonly answers: Readonly<Record<string, DeferredAnswer>>;
  /** The reason, in words for people. */
  readonly message: string;
  /** The call that caused the rejection, if the server reports it. */
  readonly toolCallId?: string | undefined;
  /** The place in the input or result of that call that is invalid, if the server reports it. */
  readonly issue?: Issue | undefined;
}

/** The known state of a call that is asked about again. */
export interface EarlierCall {
  /** A person's answer that was in time: it is applied before any deadline is checked. */
  readonly answered?: EarlierAnswer | undefined;
  /** `open`: a server rejected the answer, and a person has to correct it. */
  readonly comesBack?: 'open';
  /** The last deadline. Default: that of the request. */
  readonly expiresAt?: number | undefined;
}

/** An event about an answer, reported when it arrives. */
export type AnswerReport =
  | Pick<RunEventOf<'answer'>, 'type' | 'toolCallId' | 'answer' | 'by' | 'editedCall'>
  | Pick<RunEventOf<'answer-retracted'>, 'type' | 'toolCallId' | 'by'>
  | Pick<RunEventOf<'extended'>, 'type' | 'toolCallId' | 'expiresAt' | 'by' | 'movedAt'>
  | Pick<RunEventOf<'late-answer'>, 'type' | 'toolCallId' | 'reason'>;

/** Asks people about a batch. It is passed to a run, which does not depend on a user interface. */
export type AskFunction = (request: AskRequest) => Promise<DeferredToolResults | null>;

/** Makes the error of a call that expired, if that ends the run. */
export function expired({ call }: Pick<PendingItem, 'call'>): HandlerError {
  return new HandlerError(
    'expired',
    `Nobody answered '${call.toolCallId}' (${call.title}) in time, and \`onExpiry: 'fail'\` ends the run then. It can be resumed.`,
  );
}

/** Makes the error of a batch that the run no longer needs answered. */
export function batchAborted(): RunAborted {
  return new RunAborted(
    'ask-cancelled',
    'The question was withdrawn: the run was stopped, or its handler answered without people.',
  );
}
