import { APICallError } from '@ai-sdk/provider';
import { isLocalNetwork, isLoopback } from './base-url.js';
import type { Page } from './page.js';
import type { ProblemKind } from './problems.js';

/** The kind of an error, with the text of the server. */
export interface ClassifiedError {
  readonly kind: ProblemKind;
  readonly status?: number;
  readonly detail?: string;
}

const NO_TOOLS =
  /(?:not support|unsupported|no endpoints found that support|does not allow)[^.]{0,60}\b(?:tools?|functions?)\b|\b(?:tools?|functions?)\b[^.]{0,60}(?:not (?:be )?supported|unsupported|not available)/i;

function kindOfStatus(status: number): ProblemKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return 'not-found';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429) return 'rate-limited';
  return 'server-error';
}

/** Classifies a response of a server. */
export function classifyAnswer(status: number, body: string, message: string): ClassifiedError {
  const said = `${message}\n${body}`;
  if (status >= 400 && NO_TOOLS.test(said)) return { kind: 'no-tool-support', status, detail: message };
  // A 405, or a success with an unreadable body, is not from a chat completions endpoint.
  if (status < 400 || status === 405) return { kind: 'unreadable', status, detail: message };
  return { kind: kindOfStatus(status), status, detail: message };
}

// Chrome has renamed and split this permission, so query each name.
const PERMISSIONS = ['local-network-access', 'loopback-network', 'local-network'];

async function isBlockedLocally(url: string, page: Page): Promise<boolean> {
  if (!isLocalNetwork(url)) return false;
  const other = isLoopback(url) ? 'local-network' : 'loopback-network';
  const names = PERMISSIONS.filter((name) => name !== other);
  const states = await Promise.all(names.map((name) => page.permission(name)));
  return states.includes('denied');
}

// A page cannot distinguish a refused connection from a response without CORS headers. A no-cors request succeeds only
// in the second case.
async function answersAtAll(url: string, page: Page, signal: AbortSignal): Promise<boolean> {
  try {
    await page.fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal });
    return true;
  } catch {
    return false;
  }
}

/** The kinds of problems without a readable response. */
export type Silence = Extract<ProblemKind, 'local-network-blocked' | 'cors' | 'refused'>;

/** Finds the reason for a request without a readable response, by sending another one. */
export async function classifySilence(
  url: string,
  page: Page,
  signal: AbortSignal,
): Promise<{ readonly kind: Silence }> {
  if (await isBlockedLocally(url, page)) return { kind: 'local-network-blocked' };
  return { kind: (await answersAtAll(url, page, signal)) ? 'cors' : 'refused' };
}

/** Returns `true` for an error response of a server, which has a status. */
export function isAnswer(error: unknown): error is APICallError & { statusCode: number } {
  return APICallError.isInstance(error) && error.statusCode !== undefined;
}
