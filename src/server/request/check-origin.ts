import { callApp } from '../../protocol/base/call-app.js';
import { UserError } from '../../protocol/base/errors.js';
import { Refusal } from './refusal.js';

/** The part of a server's options that its check of origins reads. */
interface OriginOptions {
  readonly origins?: readonly string[] | undefined;
  readonly onProblem?: ((error: unknown) => void) | undefined;
}

/**
 * Refuses requests of pages of other sites, unless the app named their origin. Clients that are not pages send no origin.
 *
 * The response names only what its sender knows: its own origin, and the origin that it asked. The server's log also has the list of the app.
 *
 * @throws Refusal `origin-not-allowed`.
 */
export function checkOrigin(request: Request, { origins = [], onProblem }: OriginOptions): void {
  const origin = request.headers.get('origin');
  const own = new URL(request.url).origin;
  if (origin === null || origin === own || origins.includes(origin)) return;
  const [page, server] = [printOrigin(origin), printOrigin(own)];
  if (isFirst(`${page} ${server}`)) callApp(onProblem ?? warn, originRefused(page, server, origins));
  throw new Refusal('origin-not-allowed', `The page's origin is ${page}, and the server's is ${server}.`);
}

function originRefused(page: string, server: string, origins: readonly string[]): UserError {
  const list = origins.length === 0 ? 'is empty' : `holds ${origins.join(', ')}`;
  return new UserError(
    'origin-not-allowed',
    `A request of a page at ${page} was refused (403): \`request.url\` has the origin ${server}, and the option \`origins\` ${list}. ` +
      `If that page is yours, add its origin to \`origins\`, or let the proxy in front of this server keep the \`Host\` header and the scheme. This is reported once for these two origins.`,
  );
}

/** Without `onProblem`, the console is the only place where a developer can find the cause. */
function warn(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: see above
  console.warn(error instanceof Error ? error.message : error);
}

const longest = 75;

/** The header may hold anything. */
function printOrigin(origin: string): string {
  const known = URL.canParse(origin) ? new URL(origin).origin : 'null';
  const text = known === 'null' ? `'null' (a file, a sandboxed frame, or not an origin)` : known;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Pairs of origins that were reported. Any sender can choose its header, so the list is short, and what is beyond it is not reported. */
const reported: Set<string> = new Set();
const maxReported = 50;

function isFirst(pair: string): boolean {
  if (reported.has(pair) || reported.size >= maxReported) return false;
  reported.add(pair);
  return true;
}
