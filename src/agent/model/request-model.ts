import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { CountersignError } from '../../protocol/base/errors.js';
import { definedProps } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { cutOffError } from '../../protocol/outcome.js';
import { refusedContent, type SentRequest } from '../failures/content-refusal.js';
import { emptyResponse, failureText, modelError, retryDelay, statusOf } from '../failures/model-failure.js';
import { fitFiles, withoutRefusedFiles } from '../fit/fit-files.js';
import { fitToolNames } from '../fit/tool-names.js';
import { abortable, runAborted } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { Environment } from '../plumbing/environment.js';
import { pauseFor } from '../plumbing/pause.js';
import type { CallIds } from './call-ids.js';
import { type ModelResponse, readResponse } from './read-response.js';

/** Options of a model request and of reading its response. */
interface RequestOptions extends Pick<SentRequest, 'history' | 'sent'> {
  readonly model: LanguageModelV4;
  /** The maximum number of repeated requests. */
  readonly retries: number;
  readonly ids: CallIds;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly emit: Emit;
}

/**
 * Sends a request until it yields a complete response. A request that fails, before or during its response, is repeated
 * after a delay if that
 * can help; its partial response is discarded.
 *
 * @throws ModelError when no retries are left, or RunAborted.
 */
export async function requestModel(
  request: LanguageModelV4CallOptions,
  { model, retries, ids, environment, signal, emit, history, sent }: RequestOptions,
): Promise<ModelResponse> {
  const partIds = new Set<string>();
  let { request: fitted, restore } = fitToolNames(request);
  fitFiles(fitted, model.provider);
  for (let attempt = 1; ; attempt++) {
    let responded: 'none' | 'started' = 'none';
    try {
      const { stream } = await abortable(signal, () => model.doStream(fitted));
      responded = 'started';
      const response = await readResponse(stream, { emit, ids, partIds, signal, restore });
      if (holdsNothing(response)) throw emptyResponse();
      return response;
    } catch (error) {
      if (signal.aborted) throw runAborted(signal);
      const smaller = withoutRefusedFiles(fitted, error);
      if (smaller !== undefined) {
        fitted = smaller.request;
        attempt -= 1; // No request was made.
        emit({ type: 'warning', code: 'file-left-out', message: leftOut(smaller.names) });
        continue;
      }
      const delay = attempt > retries ? undefined : retryDelay(error, attempt, environment.now());
      if (delay === undefined) {
        const toolNameOf = (toolName: string): string =>
          restore({ type: 'tool-call', toolCallId: '', toolName, input: '' }).toolName;
        const refused = refusedContent(error, { request: fitted, history, sent, toolNameOf });
        throw modelError(error, { attempts: attempt, model, response: responded, refused });
      }
      emit({
        type: 'model-retry',
        attempt,
        delay,
        ...definedProps({ status: statusOf(error) }),
        error: serializeError(asError(error)),
      });
      await pauseFor(delay, environment, signal);
    }
  }
}

function leftOut(names: readonly string[]): string {
  return `The model's package refuses ${names.join(', ')}. The model reads a note in place of each.`;
}

/** Reasoning alone is not an answer. A response that was cut off may contain nothing else. */
function holdsNothing({ content, finishReason }: ModelResponse): boolean {
  if (cutOffError(finishReason) !== undefined) return false;
  return !content.some((part) => part.type !== 'reasoning' && (part.type !== 'text' || part.text.trim() !== ''));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new CountersignError('model-failed', failureText(error));
}
