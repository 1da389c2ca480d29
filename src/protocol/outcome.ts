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
  /** Input tokens read from the provider's cache; present only if the provider reports it, like the next two. */
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
  /** The cost, if the agent's `costOf` computes it. */
  readonly cost?: number;
}

/** The usage of a run that has not started. */
export const noUsage: RunUsage = Object.freeze({ requests: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0 });

/** Marks the text or the call with which the model returns the output of the run. */
export interface OutputMark {
  readonly isOutput?: true;
}

interface OutcomeBase {
  readonly runId: string;
  readonly conversationId: string;
  /** The whole history, ready for the next run. */
  readonly messages: readonly ModelMessage[];
  /** The messages that this run added to the history. */
  readonly newMessages: readonly ModelMessage[];
  readonly usage: RunUsage;
  /** The reason why the model's last response ended. */
  readonly finishReason?: FinishReason;
  /** The provider's metadata about that response as a whole: log probabilities, safety ratings. */
  readonly providerMetadata?: ProviderMetadata;
}

/** The end of a run. Every end is a value: a run never throws. */
export type RunOutcome<OUTPUT = string> =
  | (OutcomeBase & { readonly type: 'completed'; readonly output: OUTPUT })
  | (OutcomeBase & {
      readonly type: 'deferred';
      readonly requests: DeferredToolRequests;
      /**
       * Messages that could not be sent beside the open calls (a prompt, a person's notes). Pass them to the run that
       * resumes.
       */
      readonly prompt?: readonly ModelMessage[];
    })
  | (OutcomeBase & { readonly type: 'aborted'; readonly reason?: string })
  /** This activation of the run was suspended: nothing was cancelled, and the run can continue from its journal. */
  | (OutcomeBase & { readonly type: 'suspended' })
  | (OutcomeBase & {
      readonly type: 'failed';
      readonly error: CountersignError;
      /** As for a deferred run: messages that a run which continues from here still has to send. */
      readonly prompt?: readonly ModelMessage[];
    });

/**
 * Returns `true` if a run stopped to wait for answers. Its outcome is not an answer of the model: guards and loggers
 * check this first.
 *
 * @param outcome of a run of any agent.
 * @example if (isDeferred(outcome)) await save(outcome.messages, outcome.requests);
 */
export function isDeferred<OUTPUT>(
  outcome: RunOutcome<OUTPUT>,
): outcome is Extract<RunOutcome<OUTPUT>, { type: 'deferred' }> {
  return outcome.type === 'deferred';
}

/** Returns the error for an incomplete answer, or `undefined` for a complete one. */
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
