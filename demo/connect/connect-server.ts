import type { RunEvent } from 'countersign';
import { isMixedContent, readAddress } from './base-url.js';
import { classifySilence, type Silence } from './classify.js';
import type { ConnectEnvironment } from './connect-model.js';
import { currentPage, type Page } from './page.js';
import type { ConnectProblem } from './problems.js';
import { type Server, serverAgent } from './server.js';
import { describeServerProblem, type ServerProblem } from './server-problems.js';

/** A connected server, or the problem. */
export type ConnectServerResult =
  | { readonly status: 'ready'; readonly server: Server }
  | { readonly status: 'failed'; readonly problem: ConnectProblem };

const DEFAULT_TIMEOUT_MS = 45_000;

/** The message of the check, a small but real request in a new conversation. */
const CHECK = 'Reply with the word ok.';

const SIGNS_OF_LIFE: ReadonlySet<RunEvent['type']> = new Set(['text-start', 'reasoning-start', 'tool-call']);

interface Check {
  readonly server: Server;
  readonly token: string;
  readonly page: Page;
  readonly timeoutMs: number;
  readonly abortSignal: AbortSignal | undefined;
}

/** Sends a request, and reads until the agent responds. Returns `null` then, or the problem. */
async function tryServer({ server, token, page, timeoutMs, abortSignal }: Check): Promise<ServerProblem | null> {
  let isSilent = false;
  const watched: typeof fetch = async (...request) => {
    try {
      return await page.fetch(...request);
    } catch (error) {
      isSilent = true;
      throw error;
    }
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  const signals = [timeout, ...(abortSignal === undefined ? [] : [abortSignal])];
  const run = serverAgent(server, { token, fetch: watched, retries: 0 }).run(CHECK, {
    deferredToolHandler: null,
    abortSignal: AbortSignal.any(signals),
  });
  for await (const { type } of run) {
    if (!SIGNS_OF_LIFE.has(type)) continue;
    run.abort();
    return null;
  }
  const outcome = await run.outcome;
  abortSignal?.throwIfAborted();
  if (timeout.aborted) return { kind: 'timeout' };
  if (outcome.type !== 'failed') return null;
  if (isSilent) return await whySilent(server, page, timeoutMs);
  const { error } = outcome;
  return { kind: 'answered', code: error.code ?? '', message: error.message };
}

async function whySilent({ url }: Server, page: Page, timeoutMs: number): Promise<{ readonly kind: Silence }> {
  return await classifySilence(url, page, AbortSignal.timeout(timeoutMs));
}

/**
 * Checks that an agent responds at a URL by sending a message. Problems are returned, not thrown. It rejects only after
 * an abort by `abortSignal`.
 */
export async function connectServer(
  { kind, url: typed, token = '' }: Server & { readonly token?: string },
  { page = currentPage(), timeoutMs = DEFAULT_TIMEOUT_MS, abortSignal }: ConnectEnvironment = {},
): Promise<ConnectServerResult> {
  const address = readAddress(typed);
  const url = address?.href ?? typed;
  const failed = (problem: ServerProblem): ConnectServerResult => ({
    status: 'failed',
    problem: describeServerProblem(problem, { url, kind, pageOrigin: page.origin, timeoutMs, token }),
  });
  if (address === null) return failed({ kind: 'invalid-url' });
  if (isMixedContent(url, page.origin)) return failed({ kind: 'mixed-content' });
  if (/[^\u0021-\u007e]/.test(token)) return failed({ kind: 'invalid-token' });
  const server = { kind, url };
  const problem = await tryServer({ server, token, page, timeoutMs, abortSignal });
  return problem === null ? { status: 'ready', server } : failed(problem);
}
