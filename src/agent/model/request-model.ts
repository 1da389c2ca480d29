import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { CountersignError } from '../../protocol/errors.js';
import { serializeError } from '../../protocol/serialize-error.js';
import { abortable, runAborted } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { RunScope } from '../run/run-scope.js';
import { messageOf, modelError, retryDelay } from './model-failure.js';
import { type ModelResponse, readResponse } from './read-response.js';

/**
 * Makes a request until it yields a whole response. One that fails, before or in the middle of its response, is made again
 * after a while if that can help; nothing of it counts.
 *
 * @throws ModelError when no retries are left, or RunAborted.
 */
export async function requestModel(
  run: RunScope,
  request: LanguageModelV4CallOptions,
  emit: Emit,
): Promise<ModelResponse> {
  const { config, signal } = run;
  const { ids } = run.memory;
  const partIds = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    try {
      const { stream } = await abortable(signal, () => config.model.doStream(request));
      return await readResponse(stream, { emit, ids, partIds, signal });
    } catch (error) {
      if (signal.aborted) throw runAborted(signal);
      const delay = attempt > config.modelRetries ? undefined : retryDelay(error, attempt, config.environment.now());
      if (delay === undefined) throw modelError(error, attempt);
      emit({ type: 'model-retry', attempt, delay, error: serializeError(asError(error)) });
      await wait(run, delay);
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new CountersignError('model-failed', messageOf(error));
}

async function wait({ config, signal }: RunScope, delay: number): Promise<void> {
  let callOff: () => void = () => {};
  try {
    await abortable(
      signal,
      () =>
        new Promise<void>((resolve) => {
          callOff = config.environment.setTimeout(resolve, delay);
        }),
    );
  } finally {
    callOff();
  }
}
