import { systemClock } from '../../protocol/base/clock.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { discardBody } from '../admission/discard-body.js';
import { HealthChecks } from '../admission/health.js';
import { RequestGate } from '../admission/request-gate.js';
import { toRefusal } from '../admission/to-refusal.js';
import { checkOrigin } from '../request/check-origin.js';
import { readPerson } from '../request/person.js';
import { readHistory } from '../request/read-history.js';
import { Refusal } from '../request/refusal.js';
import { allowOrigin, preflight } from '../wire/cors.js';
import { type RunRequest, readRunRequest } from './read-run-request.js';
import { RunHandler, type ServedRuns } from './run-handler.js';
import type { RunServer, RunServerOptions } from './run-server-options.js';
import { clockOfStore } from './run-store.js';

/**
 * Creates an HTTP server for runs: it starts and lists runs, lists pending batches, streams events, and accepts answers
 * from authorized people. It stores nothing itself; any number of processes may serve one store.
 *
 * Requests, under `base`: `POST runs`, `GET runs`, `GET waiting`, `GET runs/{id}`, `GET runs/{id}/events` (server-sent
 * events, with `Last-Event-ID`), `GET runs/{id}/record`, `POST runs/{id}/stop`, `GET batches/{id}`, `POST
 * batches/{id}/answers`, `POST batches/{id}/extend`, `GET links/{token}`, `POST links/{token}/answers`; without
 * authentication, `GET healthz` and `GET readyz`. A refused request gets `{ error: { code, message } }` with a status.
 *
 * @param options the agents, the store, the identification of people and their authorization.
 * @returns a function for any fetch-style route, with a method that closes the server.
 * @example
 * const authorize = ({ roles = [] }: Person): boolean => roles.includes('ops');
 * const server = createRunServer({ agents, store: memoryRunStore({ agents }), identify: userOf, authorize });
 * export const GET = server; export const POST = server;
 */
export function createRunServer(options: RunServerOptions): RunServer {
  return serveRuns({ ...options, readHistory });
}

/** The longest time that `close()` waits for requests and event streams, in milliseconds. */
const closeTimeoutMs = 10_000;

/** Serves runs to clients whose histories are read with `readHistory`. */
export function serveRuns(options: ServedRuns): RunServer {
  const clock = clockOfStore(options.store, options.clock ?? systemClock);
  const handler = new RunHandler(options, clock);
  const gate = new RequestGate();
  const base = (options.base ?? '').replace(/\/$/, '');
  const health = new HealthChecks({ store: options.store, base, clock, isClosing: () => gate.isClosing });
  let closing: Promise<void> | undefined;
  return Object.assign(serve, { close: () => (closing ??= close()) });

  async function serve(request: Request): Promise<Response> {
    const { origins, onProblem } = options;
    let answer: Response;
    try {
      const probed = await health.answer(request);
      if (probed !== undefined) return probed;
      checkOrigin(request, { origins, onProblem });
      answer = request.method === 'OPTIONS' ? preflight(request) : await handle(request);
    } catch (error) {
      const refusal = toRefusal(error, options);
      answer = refusal.toResponse();
      if (refusal.code === 'origin-not-allowed') return answer;
      discardBody(request);
    }
    return allowOrigin(request, answer);
  }

  async function handle(request: Request): Promise<Response> {
    const { maxBytes, maxRequests } = options;
    gate.check(maxRequests);
    const asked = await readRunRequest(request, { base, maxBytes });
    return await gate.admit(() => respond(request, asked), maxRequests);
  }

  async function respond(request: Request, asked: RunRequest): Promise<Response> {
    const person = readPerson(await options.identify(request));
    if (person === null) throw new Refusal('not-signed-in');
    const identifyAgain = async (): Promise<Person | undefined> =>
      readPerson(await options.identify(request)) ?? undefined;
    return await handler.answer({ person, signal: request.signal, identifyAgain }, asked);
  }

  async function close(): Promise<void> {
    const closed = Promise.all([gate.close(), handler.closeStreams()]);
    let cancel = (): void => {};
    const timeout = new Promise<void>((resolve) => {
      cancel = clock.setTimeout(resolve, closeTimeoutMs);
    });
    await Promise.race([closed, timeout]).finally(() => cancel());
  }
}
