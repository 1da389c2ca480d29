import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { defaultEnvironment, type Environment } from '../agent/plumbing/environment.js';
import { type ScriptedResponse, toParts } from './scripted-parts.js';

/** A request that fails before its response begins, the way the AI SDK's providers fail. */
export interface ScriptedFailure {
  /** The error's message. */
  readonly fails: string;
  /** Default: what `status` says, else false. */
  readonly isRetryable?: boolean;
  /** The HTTP status: 429, 503, … */
  readonly status?: number;
  /** The response's headers, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds before it fails. */
  readonly after?: number;
}

type Turn = string | ScriptedResponse | ScriptedFailure;

/** A response, its text alone, a failure, or a function of the request. */
export type ScriptedTurn = Turn | ((request: LanguageModelV4CallOptions) => Turn | PromiseLike<Turn>);

/** A strict stand-in for a model. */
export interface ScriptedModel extends LanguageModelV4 {
  /** What it was asked, in order. */
  readonly requests: readonly LanguageModelV4CallOptions[];
  /**
   * Checks that the whole script was used.
   *
   * @throws Error naming how many turns are left.
   */
  readonly assertDone: () => void;
}

type Timers = Pick<Environment, 'setTimeout'>;

/**
 * A model that plays a script. It throws when it is asked more often than the script says; call `assertDone()` at the end
 * to catch a run that asked too little. Each request takes one turn, also one that is made again after a failure. Delays take
 * real time unless a clock is passed.
 *
 * @param turns what it answers, one a request.
 * @param clock for its delays, in milliseconds. Default: real timers.
 * @example
 * const model = scriptedModel([{ calls: [{ toolName: 'deleteFile', input: { path: 'a.txt' } }] }, 'Deleted.']);
 * @example
 * const flaky = scriptedModel([{ fails: 'Overloaded', status: 529 }, { text: 'Half', breakAfter: 3 }, 'Whole.'], clock.environment);
 */
export function scriptedModel(turns: readonly ScriptedTurn[], clock: Timers = defaultEnvironment): ScriptedModel {
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
          `scriptedModel was asked ${requests.length} times, but its script has ${turns.length === 1 ? '1 turn' : `${turns.length} turns`}. Add a turn, or find out why the run went on.`,
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
          `scriptedModel has ${turns.length - requests.length} of ${turns.length} turns left: the run ended earlier than the script says.`,
        );
      }
    },
  };
}

interface Waiting {
  readonly clock: Timers;
  readonly signal: AbortSignal | undefined;
}

/** Rejects as soon as the run is stopped. */
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
