import type { DeferredAnswer } from '../protocol/answers.js';
import type { DeferredToolRequests, DeferredToolResults } from '../protocol/deferred.js';
import type { RunEventOf } from '../protocol/run-event.js';
import type { Issue } from '../protocol/signals.js';

/** A batch on its way to people: what the app's `ask` option gets. */
export interface AskRequest {
  readonly batchId: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly round: number;
  readonly requests: DeferredToolRequests;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Fires when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Says what is wrong with an answer (an edit that breaks the schema), before anything is applied. Empty: nothing. */
  readonly check: (toolCallId: string, answer: DeferredAnswer) => Promise<readonly Issue[]>;
  /** Records an answer, or one that came too late, in the run's events. */
  readonly report: (event: AnswerReport) => void;
}

/** What can be recorded about answers as they come. */
export type AnswerReport =
  | Pick<RunEventOf<'answer'>, 'type' | 'toolCallId' | 'answer'>
  | Pick<RunEventOf<'late-answer'>, 'type' | 'toolCallId' | 'by'>;

/** Puts a batch before people. Injected into a run, which knows no screen. */
export type AskPeople = (request: AskRequest) => Promise<DeferredToolResults | null>;
