import { UserError } from '../../protocol/base/errors.js';
import { invokeCallback } from '../../protocol/base/invoke-callback.js';
import { Refusal } from './refusal.js';

/** The server options that the check uses. */
interface OriginOptions {
  readonly origins?: readonly string[] | undefined;
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

/**
 * Refuses requests from pages of other sites, unless `origins` lists their origin. Clients other than pages send no
 * origin.
 *
 * The response contains only what its sender knows, the two origins. The log of the server also has the list `origins`.
 *
 * @throws Refusal `origin-not-allowed`.
 */
export function checkOrigin(request: Request, { origins = [], onProblem }: OriginOptions): void {
  const origin = request.headers.get('origin');
  const own = new URL(request.url).origin;
  if (origin === null || origin === own || origins.includes(origin)) return;
  const [page, server] = [printOrigin(origin), printOrigin(own)];
  if (isFirst(`${page} ${server}`)) invokeCallback(onProblem ?? warn, originRefused(page, server, origins));
  throw new Refusal('origin-not-allowed', `The origin of the page is ${page}, that of the server ${server}.`);
}

function originRefused(page: string, server: string, origins: readonly string[]): UserError {
  const list = origins.length === 0 ? 'is empty' : `holds ${origins.join(', ')}`;
  return new UserError(
    'origin-not-allowed',
    `A request from a page at ${page} was refused (403): \`request.url\` has the origin ${server}, and the option \`origins\` ${list}. ` +
      `If that page is yours, add its origin to \`origins\`, or let the proxy in front of this server keep the \`Host\` header and the scheme. This is reported once for these two origins.`,
  );
}

/** Warns on the console. Without `onProblem`, it is the only place where a developer can find the cause. */
function warn(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.warn(error instanceof Error ? error.message : error);
}

const longest = 75;

/** Formats the header `origin`, which a client can set to anything. */
function printOrigin(origin: string): string {
  const known = URL.canParse(origin) ? new URL(origin).origin : 'null';
  const text = known === 'null' ? `'null' (a file, a sandboxed frame, or not an origin)` : known;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/**
 * The pairs of origins that were reported. The list is limited, because clients other than browsers can send any
 * origin.
 */
const reported: Set<string> = new Set();
const maxReported = 50;

function isFirst(pair: string): boolean {
  if (reported.has(pair) || reported.size >= maxReported) return false;
  reported.add(pair);
  return true;
}
