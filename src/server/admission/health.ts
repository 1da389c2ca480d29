import type { Clock } from '../../protocol/base/clock.js';

/** The time limit for the store's response, in milliseconds. Probes of Kubernetes wait for one second by default. */
const pingTimeoutMs = 900;

/** Options of {@link HealthChecks}. */
export interface HealthOptions {
  readonly store: { ping?(): Promise<void> };
  readonly base: string;
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly isClosing: () => boolean;
}

type Readiness = 'ready' | 'closing' | 'store-unavailable' | 'store-timeout';

/**
 * Responds to the probes of load balancers and orchestrators, without authentication: `healthz` while the process
 * lives, `readyz` while it can serve requests.
 */
export class HealthChecks {
  readonly #options: HealthOptions;
  /** The current check of the store. Concurrent probes share it, so that they use one connection at most. */
  #ping: Promise<Readiness> | undefined;

  constructor(options: HealthOptions) {
    this.#options = options;
  }

  /** Returns the response to a probe, or `undefined` for any other request. */
  async answer({ method, url }: Request): Promise<Response | undefined> {
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const { pathname } = new URL(url);
    const { base } = this.#options;
    if (pathname === `${base}/healthz`) return toResponse(method, { status: 'ok' });
    if (pathname !== `${base}/readyz`) return undefined;
    const readiness = await this.#readiness();
    return toResponse(method, readiness === 'ready' ? { status: 'ready' } : { status: 'not-ready', reason: readiness });
  }

  async #readiness(): Promise<Readiness> {
    const { isClosing, clock } = this.#options;
    if (isClosing()) return 'closing';
    this.#ping ??= this.#pingStore().finally(() => {
      this.#ping = undefined;
    });
    let cancel = (): void => {};
    const timeout = new Promise<Readiness>((resolve) => {
      cancel = clock.setTimeout(() => resolve('store-timeout'), pingTimeoutMs);
    });
    return await Promise.race([this.#ping, timeout]).finally(() => cancel());
  }

  async #pingStore(): Promise<Readiness> {
    try {
      await this.#options.store.ping?.();
      return 'ready';
    } catch {
      return 'store-unavailable';
    }
  }
}

function toResponse(
  method: string,
  body: { readonly status: 'ok' | 'ready' | 'not-ready'; readonly reason?: Readiness },
): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return new Response(method === 'HEAD' ? null : JSON.stringify(body), {
    status: body.status === 'not-ready' ? 503 : 200,
    headers,
  });
}
