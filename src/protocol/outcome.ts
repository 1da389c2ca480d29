import type { FinishReason, ModelMessage, ProviderMetadata } from 'ai';
import { type CountersignError, ModelError } from './base/errors.js';
import type { DeferredToolRequests } from './deferred.js';

/** Tokens and calls of a run. */
export interface RunUsage {
  /** Requests to the model. */
  readonly requests: number;
  /** Tool calls that ran. */
  readonly toolCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Input tokens read from the provider's cache; only where it says so, like the next two. */
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
  /** What it cost, where the agent's `costOf` says so. */
  readonly cost?: number;
}

/** The usage of a run that has not begun. */
export const noUsage: RunUsage = Object.freeze({ requests: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0 });

/** By this the model gives the output of the run: a text that is JSON, or a call. */
export interface OutputMark {
  readonly isOutput?: true;
}

interface OutcomeBase {
  readonly runId: string;
  readonly conversationId: string;
  /** The whole history, ready for the next run. */
  readonly messages: readonly ModelMessage[];
  /** What this run added to it. */
  readonly newMessages: readonly ModelMessage[];
  readonly usage: RunUsage;
  /** Why the model's last response ended. */
  readonly finishReason?: FinishReason;
  /** What the provider said about that response as a whole: log probabilities, safety ratings. */
  readonly providerMetadata?: ProviderMetadata;
}

/** How a run ended. Every ending is a value: a run never throws. */
export type RunOutcome<OUTPUT = string> =
  | (OutcomeBase & { readonly type: 'completed'; readonly output: OUTPUT })
  | (OutcomeBase & {
      readonly type: 'deferred';
      readonly requests: DeferredToolRequests;
      /** What could not be said yet beside the open calls (a prompt, a person's notes): pass it to the run that resumes. */
      readonly prompt?: readonly ModelMessage[];
    })
  | (OutcomeBase & { readonly type: 'aborted'; readonly reason?: string })
  /** This life of the run was left: nothing was cancelled or told, and the run can begin again from its journal. */
  | (OutcomeBase & { readonly type: 'left' })
  | (OutcomeBase & {
      readonly type: 'failed';
      readonly error: CountersignError;
      /** The same as of a deferred run: what a run that goes on from here has still to say. */
      readonly prompt?: readonly ModelMessage[];
    });

/**
 * Tells whether a run stopped to wait for answers. Its outcome is no answer of the model: guards and loggers check this first.
 *
 * @param outcome of a run of any agent.
 * @example if (isDeferred(outcome)) await save(outcome.messages, outcome.requests);
 */
export function isDeferred<OUTPUT>(
  outcome: RunOutcome<OUTPUT>,
): outcome is Extract<RunOutcome<OUTPUT>, { type: 'deferred' }> {
  return outcome.type === 'deferred';
}

/** The error for an answer that ends before its end; `undefined` for a whole answer. */
export function cutOffError(finishReason: FinishReason | undefined): ModelError | undefined {
  switch (finishReason) {
    case 'length':
      return new ModelError(
        'model-cut-off',
        'The answer was cut off at the length limit of the model, so it is not complete. Its beginning is in the history. Ask the model to continue. An app can raise `maxOutputTokens`.',
      );
    case 'error':
      return new ModelError(
        'model-cut-off',
        'The model ended its answer with an error, so it is not complete. Its beginning is in the history. Try again.',
      );
    case 'content-filter':
      return new ModelError(
        'model-filtered',
        'The content filter of the provider stopped the answer, so it is not complete. Its beginning is in the history. Word the request differently.',
      );
    default:
      return undefined;
  }
}
