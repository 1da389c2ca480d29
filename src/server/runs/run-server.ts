import { systemClock } from '../../protocol/base/clock.js';
import { invokeCallback } from '../../protocol/base/invoke-callback.js';
import type { Person } from '../../remote/run-protocol/run-record.js';
import { checkOrigin } from '../request/check-origin.js';
import { readPerson } from '../request/person.js';
import { readHistory } from '../request/read-history.js';
import { Refusal } from '../request/refusal.js';
import { allowOrigin, preflight } from '../wire/cors.js';
import { type RunRequest, readRunRequest } from './read-run-request.js';
import { RunHandler, type ServedRuns } from './run-handler.js';
import type { RunServerOptions } from './run-server-options.js';
import { clockOfStore } from './run-store.js';

/**
 * Creates an HTTP server for runs: it starts and lists runs, lists pending batches, streams events, and accepts answers
 * from authorized people. It stores nothing itself; any number of processes may serve one store.
 *
 * Requests, under `base`: `POST runs`, `GET runs`, `GET waiting`, `GET runs/{id}`, `GET runs/{id}/events` (server-sent
 * events, with `Last-Event-ID`), `GET runs/{id}/record`, `POST runs/{id}/stop`, `GET batches/{id}`, `POST
 * batches/{id}/answers`, `POST batches/{id}/extend`, `GET links/{token}`, `POST links/{token}/answers`. A refused
 * request gets `{ error: { code, message } }` with a status.
 *
 * @param options the agents, the store, the identification of people and their authorization.
 * @returns a function for any fetch-style route. It never rejects.
 * @example
 * const authorize = ({ roles = [] }: Person): boolean => roles.includes('ops');
 * const server = createRunServer({ agents, store: memoryRunStore({ agents }), identify: userOf, authorize });
 * export const GET = server; export const POST = server;
 */
export function createRunServer(options: RunServerOptions): (request: Request) => Promise<Response> {
  return serveRuns({ ...options, readHistory });
}

/** Serves runs to clients whose histories are read with `readHistory`. */
export function serveRuns(options: ServedRuns): (request: Request) => Promise<Response> {
  const desk = new RunHandler(options, clockOfStore(options.store, options.clock ?? systemClock));
  const base = (options.base ?? '').replace(/\/$/, '');
  const { origins, maxBytes, onProblem } = options;
  return async (request) => {
    let answer: Response;
    try {
      checkOrigin(request, { origins, onProblem });
      answer =
        request.method === 'OPTIONS'
          ? preflight(request)
          : await handle(request, await readRunRequest(request, { base, maxBytes }));
    } catch (error) {
      if (!(error instanceof Refusal)) invokeCallback(options.onProblem, error);
      const refusal = error instanceof Refusal ? error : new Refusal('server-failed');
      answer = refusal.toResponse();
      if (refusal.code === 'origin-not-allowed') return answer;
    }
    return allowOrigin(request, answer);
  };

  async function handle(request: Request, asked: RunRequest): Promise<Response> {
    const person = readPerson(await options.identify(request));
    if (person === null) throw new Refusal('not-signed-in');
    const identifyAgain = async (): Promise<Person | undefined> =>
      readPerson(await options.identify(request)) ?? undefined;
    return await desk.answer({ person, signal: request.signal, identifyAgain }, asked);
  }
}
