import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { CountersignError, RemoteError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { withoutAddresses } from '../../protocol/foreign/print-address.js';
import { checkResponse, unreachable } from './check-response.js';
import { createWatch, type Patience } from './read-events.js';
import { abridge } from './read-response.js';

/** Options of every request to a server. */
export interface HttpOptions {
  /**
   * Additional headers, or a function that returns them before each request, because a token may have changed. Default:
   * none.
   */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
  /** The credentials mode of the request, which decides about cookies. Default: `same-origin`. */
  readonly credentials?: RequestCredentials;
  /** The longest time without a complete line of a response, comments included, in milliseconds. Default: 300,000. */
  readonly idleTimeout?: number;
  /**
   * The longest time without a chunk, in milliseconds, even if comments show that the server is alive: a model may
   * think for long, and a tool may
   * run. `Infinity`: no limit. Default: 3,600,000.
   */
  readonly chunkTimeout?: number;
  /** Performs the request. Default: the page's `fetch`. */
  readonly fetch?: typeof fetch;
  /** Time and timers; for tests. Default: the page's own. */
  readonly clock?: Clock;
}

/**
 * Sends a request and returns its response after checking that it is an event stream.
 *
 * @throws RemoteError
 */
export async function askServer(options: HttpOptions, url: string, init: RequestInit): Promise<Response> {
  return await askAnything(options, url, { ...init, check: checkResponse });
}

/** A request, and the check of its response. */
export interface CheckedRequest extends RequestInit {
  readonly check: (response: Response, url: string) => Promise<Response>;
}

/**
 * Sends a request for a response of any kind.
 *
 * @throws RemoteError, and the errors of `check`.
 */
export async function askAnything(
  options: HttpOptions,
  url: string,
  { check, ...init }: CheckedRequest,
): Promise<Response> {
  const { credentials = 'same-origin', headers = {} } = options;
  // `Headers` ignores case, so a header that the app spells differently is not sent twice.
  const all = await beforeSending(async () => new Headers(typeof headers === 'function' ? await headers() : headers));
  if (init.body !== undefined) all.set('content-type', 'application/json');
  const silence = new AbortController();
  const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
  // Looked up for each request, because an app may replace it.
  const work = (options.fetch ?? fetch)(url, { ...init, signal, credentials, redirect: 'manual', headers: all });
  const answer = work.then(
    async (response) => await check(response, url),
    (error: unknown) => {
      // A `fetch` of this package throws a more precise error.
      throw CountersignError.isInstance(error) ? error : unreachable(url, error);
    },
  );
  return await inTime(answer, patienceOf(options)).catch((error: unknown) => {
    // The response is not needed any more.
    silence.abort();
    throw error;
  });
}

/** Waits for a server with a time limit. */
async function inTime<T>(work: Promise<T>, patience: Patience): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const watch = createWatch({ ...patience, chunkTimeout: Number.POSITIVE_INFINITY }, reject);
    watch.begin();
    void work.then(resolve, reject).finally(watch.close);
  });
}

/** Returns the time limits for a server. */
export function patienceOf({
  idleTimeout = 300_000,
  chunkTimeout = 3_600_000,
  clock = systemClock,
}: HttpOptions): Patience {
  return { idleTimeout, chunkTimeout, clock };
}

/** Runs code before the request, whose failure means that the server received nothing. */
export async function beforeSending<T>(make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (RemoteError.isInstance(error) && error.code === 'remote-refused') throw error;
    const { message } = serializeError(error);
    throw new RemoteError('remote-refused', `Nothing was sent: ${abridge(message)}`, {
      cause: withoutAddresses(error),
    });
  }
}
