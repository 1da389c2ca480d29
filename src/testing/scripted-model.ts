import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Clock, systemClock } from '../protocol/base/clock.js';
import { type ScriptedResponse, toParts } from './scripted-parts.js';

/** A request that fails before its response begins, with the errors of the AI SDK's providers. */
export interface ScriptedFailure {
  /** The error's message. */
  readonly fails: string;
  /** `true` if the request can be retried. Default: derived from `status`, else false. */
  readonly isRetryable?: boolean;
  /** The HTTP status: 429, 503, … */
  readonly status?: number;
  /** The response's headers, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The delay before the failure, in milliseconds. */
  readonly after?: number;
}

type Turn = string | ScriptedResponse | ScriptedFailure;

/** A response, its text only, a failure, or a function of the request. */
export type ScriptedTurn = Turn | ((request: LanguageModelV4CallOptions) => Turn | PromiseLike<Turn>);

/** A scripted model that rejects unexpected requests. */
export interface ScriptedModel extends LanguageModelV4 {
  /** The requests that the model received, in order. */
  readonly requests: readonly LanguageModelV4CallOptions[];
  /**
   * Checks that all turns were used.
   *
   * @throws Error with the number of turns that are left.
   */
  readonly assertDone: () => void;
}

type Timers = Pick<Clock, 'setTimeout'>;

/**
 * Makes a model that plays a script. It throws when it receives more requests than the script has turns; call
 * `assertDone()` at the end to detect fewer requests. Each request uses one turn, including a retry after a failure.
 * Delays use real time unless a clock is passed.
 *
 * @param turns the responses, one per request.
 * @param clock the timers for delays. Default: real timers.
 * @example
 * const model = scriptedModel([{ calls: [{ toolName: 'deleteFile', input: { path: 'a.txt' } }] }, 'Deleted.']);
 * @example
 * const turns = [{ fails: 'Overloaded', status: 529 }, { text: 'Half', breakAfter: 3 }, 'Whole.'];
 * const flaky = scriptedModel(turns, clock.environment);
 */
export function scriptedModel(turns: readonly ScriptedTurn[], clock: Timers = systemClock): ScriptedModel {
  const requests: LanguageModelV4CallOptions[] = [];
  let calls = 0;
  return {
    specificationVersion: 'v4',
    provider: 'countersign.testing',
    modelId: 'scripted',
    supportedUrls: {},
    requests,
    doGenerate: () => Promise.reject(new Error('scriptedModel only streams: a run calls doStream.')),
    doStream: async (request) => {
      const turn = turns[requests.length];
      requests.push(request);
      if (turn === undefined) {
        throw new Error(
          `scriptedModel received ${requests.length} requests, but its script has ${turns.length === 1 ? '1 turn' : `${turns.length} turns`}. Add a turn, or find out why the run continued.`,
        );
      }
      const made = typeof turn === 'function' ? await turn(request) : turn;
      const response = typeof made === 'string' ? { text: made } : made;
      if (response.after !== undefined) await delay(response.after, { clock, signal: request.abortSignal });
      if ('fails' in response) throw failure(response);
      await response.when;
      request.abortSignal?.throwIfAborted();
      const parts = toParts(response, () => `call-${++calls}`);
      return { stream: toStream(parts, response, { clock, signal: request.abortSignal }) };
    },
    assertDone: () => {
      if (requests.length < turns.length) {
        throw new Error(
          `scriptedModel has ${turns.length - requests.length} of ${turns.length} turns left, so the run made fewer requests than the script expects. Remove the turns, or find out why the run ended early.`,
        );
      }
    },
  };
}

interface Waiting {
  readonly clock: Timers;
  readonly signal: AbortSignal | undefined;
}

/** Waits, and rejects as soon as the run is stopped. */
function delay(ms: number, { clock, signal }: Waiting): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      cancel();
      reject(signal?.reason);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function failure({ fails, status, isRetryable, headers }: ScriptedFailure): Error {
  return Object.assign(new Error(fails), {
    ...(status === undefined ? { isRetryable: isRetryable ?? false } : { statusCode: status }),
    ...(isRetryable === undefined ? {} : { isRetryable }),
    ...(headers === undefined ? {} : { responseHeaders: headers }),
  });
}

function toStream(
  parts: readonly LanguageModelV4StreamPart[],
  { pace, breakAfter = parts.length, breakWith }: ScriptedResponse,
  waiting: Waiting,
): ReadableStream<LanguageModelV4StreamPart> {
  let index = 0;
  return new ReadableStream({
    pull: async (controller) => {
      if (pace !== undefined && index > 0) await delay(pace, waiting);
      const part = parts[index];
      if (index++ < breakAfter && part !== undefined) controller.enqueue(part);
      else if (breakWith === undefined || part === undefined) controller.close();
      else controller.error(breakWith);
    },
  });
}
