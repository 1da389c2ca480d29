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

/** A batch on its way to people: what the app's `ask` option gets. A batch may be a part of what deferred. */
export interface AskRequest extends AskOptions {
  /** Unique: a second question of one handler has an id of its own. */
  readonly batchId: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly round: number;
  readonly requests: DeferredToolRequests;
  /** Fires when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Says what is wrong with an answer (an edit that breaks the schema), before anything is applied. Empty: nothing. */
  readonly check: (toolCallId: string, answer: DeferredAnswer) => Promise<readonly Issue[]>;
  /** What a form for the input of an approval needs. */
  readonly form?: (toolCallId: string) => InputForm | undefined;
  /**
   * Counts a yes to a call that `needs` several people, where whoever asks gathers them: the call waits on until the last of them has answered. Without it,
   * a yes goes back with its batch like any other.
   */
  readonly count?: (toolCallId: string, answer: DeferredAnswer) => Promise<Counting>;
  /** Is told where to say what happens to its calls elsewhere. Where a batch is asked about in one place only, it is left out. */
  readonly follow?: (tell: (news: CallNews) => void) => void;
  /** Records in the run's events what people do. `metadata` was given with an answer, and is no part of what is told. */
  readonly report: (event: AnswerReport, metadata?: JSONObject) => void;
  /** Says that the work of an external call has begun: if the run is stopped before it is answered, nobody knows how far it came. */
  readonly began?: (toolCallId: string) => void;
  /** How long a batch that people have answered waits before it goes back, so that they can change their minds, in milliseconds. Default: 0. */
  readonly sendDelay?: number;
  /**
   * Set where the same calls were answered before and a server refused the answers. They are given again, but for the one that caused the refusal. Nothing is
   * sent until a person changes an answer or calls `sendNow`.
   */
  readonly refused?: RefusedAnswers;
  /** What stands about a call already, since it was asked about in an earlier life of its run. */
  readonly earlier?: (toolCallId: string) => EarlierCall;
  /** Makes the preview of a call whose `hasPreview` is set. */
  readonly preview?: (toolCallId: string, signal: AbortSignal) => Promise<Preview>;
  /** The call as grants see it, with the capabilities that are asked for; with an input, as it would be with that one. */
  readonly policyCall?: (toolCallId: string, input?: JSONValue) => Promise<Omit<GrantedCall, 'runId'>>;
}

/** An answer as it was given. */
export interface EarlierAnswer extends Pick<DecideOptions, 'by' | 'metadata'> {
  readonly answer: ItemAnswer;
}

/** Answers that a server refused: it did nothing about any of them. */
export interface RefusedAnswers {
  /** The batch that they were for. */
  readonly batchId: string;
  /** By tool call id. */
  readonly answers: Readonly<Record<string, DeferredAnswer>>;
  /** The reason, in words for people. */
  readonly message: string;
  /** The call that caused the refusal, where the server says it. */
  readonly toolCallId?: string | undefined;
}

/** What is known of a call that comes back. */
export interface EarlierCall {
  /** What a person answered in time: it is given again before any deadline is watched. */
  readonly answered?: EarlierAnswer | undefined;
  /** `open`: a server refused the answer, and a person corrects it. */
  readonly comesBack?: 'open';
  /** Until when it could be answered at last. Default: as the question says. */
  readonly expiresAt?: number | undefined;
}

/** What can be recorded about answers as they come. */
export type AnswerReport =
  | Pick<RunEventOf<'answer'>, 'type' | 'toolCallId' | 'answer' | 'by' | 'editedCall'>
  | Pick<RunEventOf<'answer-taken-back'>, 'type' | 'toolCallId' | 'by'>
  | Pick<RunEventOf<'extended'>, 'type' | 'toolCallId' | 'expiresAt' | 'by' | 'movedAt'>
  | Pick<RunEventOf<'late-answer'>, 'type' | 'toolCallId' | 'reason'>;

/** Puts a batch before people. Injected into a run, which knows no screen. */
export type AskFunction = (request: AskRequest) => Promise<DeferredToolResults | null>;

/** For a call whose time was up, where that ends the run. */
export function expired({ call }: Pick<PendingItem, 'call'>): HandlerError {
  return new HandlerError(
    'expired',
    `Nobody answered '${call.toolCallId}' (${call.title}) in time, and \`onExpiry: 'fail'\` ends the run then. It can be resumed.`,
  );
}

/** For a batch that the run does not want answered any more. */
export function noLongerWanted(): RunAborted {
  return new RunAborted(
    'ask-cancelled',
    'The question was withdrawn: the run was stopped, or its handler answered without people.',
  );
}
