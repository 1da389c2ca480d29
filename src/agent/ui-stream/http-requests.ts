import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { CountersignError, RemoteError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { withoutAddresses } from '../../protocol/foreign/print-address.js';
import { checkResponse, unreachable } from './check-response.js';
import { createWatch, type Patience } from './read-events.js';
import { abridge } from './read-response.js';

/** How requests to a server are made, whatever they say. */
export interface HttpOptions {
  /** More headers, or a function that gives them before each request: a token may have changed. Default: none. */
  readonly headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);
  /** Whether cookies go with it. Default: `same-origin`. */
  readonly credentials?: RequestCredentials;
  /** How long the server may say nothing, neither a whole line of an answer nor that it lives, in milliseconds. Default: 300,000. */
  readonly idleTimeout?: number;
  /**
   * How long a response may go without a chunk, in milliseconds, whatever else shows that its server lives: a model may think for long behind
   * comments, and a tool may run. `Infinity`: for ever. Default: 3,600,000.
   */
  readonly chunkTimeout?: number;
  /** Does the request. Default: the page's `fetch`. */
  readonly fetch?: typeof fetch;
  /** Time and timers; for tests. Default: the page's own. */
  readonly clock?: Clock;
}

/**
 * Makes a request, and gives its response once that is known to be an event stream.
 *
 * @throws RemoteError
 */
export async function askServer(options: HttpOptions, url: string, init: RequestInit): Promise<Response> {
  return await askAnything(options, url, { ...init, check: checkResponse });
}

/** A request, and what looks at its response before it is given. */
export interface CheckedRequest extends RequestInit {
  readonly check: (response: Response, url: string) => Promise<Response>;
}

/**
 * The same for a response of any kind.
 *
 * @throws RemoteError, and what `check` throws.
 */
export async function askAnything(
  options: HttpOptions,
  url: string,
  { check, ...init }: CheckedRequest,
): Promise<Response> {
  const { credentials = 'same-origin', headers = {} } = options;
  // However an app spells a name, what the request needs is there once.
  const all = await beforeSending(async () => new Headers(typeof headers === 'function' ? await headers() : headers));
  if (init.body !== undefined) all.set('content-type', 'application/json');
  const silence = new AbortController();
  const signal = init.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal;
  // Looked up now: an app may replace it.
  const work = (options.fetch ?? fetch)(url, { ...init, signal, credentials, redirect: 'manual', headers: all });
  const answer = work.then(
    async (response) => await check(response, url),
    (error: unknown) => {
      // A `fetch` of this package knows more about what went wrong.
      throw CountersignError.isInstance(error) ? error : unreachable(url, error);
    },
  );
  return await inTime(answer, patienceOf(options)).catch((error: unknown) => {
    // Nobody waits for it any more.
    silence.abort();
    throw error;
  });
}

/** Waits for a server, but not for ever. */
async function inTime<T>(work: Promise<T>, patience: Patience): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const watch = createWatch({ ...patience, chunkTimeout: Number.POSITIVE_INFINITY }, reject);
    watch.begin();
    void work.then(resolve, reject).finally(watch.close);
  });
}

/** How long a server is waited for. */
export function patienceOf({
  idleTimeout = 300_000,
  chunkTimeout = 3_600_000,
  clock = systemClock,
}: HttpOptions): Patience {
  return { idleTimeout, chunkTimeout, clock };
}

/** What fails here has asked the server for nothing. */
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
