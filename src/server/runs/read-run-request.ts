import * as z from 'zod/mini';
import { isRecord } from '../../protocol/base/record.js';
import { isStorableText } from '../request/check-body.js';
import { isModelMessage, isPrompt } from '../request/prompt-shape.js';
import { messagesMaxBytes, type RequestLimits, readJson } from '../request/read-json.js';
import { Refusal } from '../request/refusal.js';
import type { SentAnswers } from './check-answers.js';

/** The body of a request that starts a run. */
export interface StartBody {
  readonly agent: string;
  readonly key?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly input?: unknown;
  readonly messages: readonly { readonly role: string }[];
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

interface ExtendBody {
  readonly toolCallId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The maximum length of an id in a URL. */
const maxIdLength = 300;
const idShape: z.ZodMiniType<string> = z
  .string()
  .check(z.minLength(1), z.maxLength(maxIdLength), z.refine(isStorableText));

const startShape: z.ZodMiniType<StartBody> = z.object({
  agent: idShape,
  key: z.optional(idShape),
  // It is stored only as JSON, which escapes unpaired surrogates, so it need not be a storable key.
  conversationId: z.optional(
    z.string().check(
      z.minLength(1),
      z.maxLength(maxIdLength),
      z.refine((id) => !id.includes('\0')),
    ),
  ),
  input: z.optional(z.unknown().check(z.refine(isPrompt))),
  messages: z._default(z.array(z.custom<{ readonly role: string }>(isModelMessage)), []),
  metadata: z.optional(z.record(z.string(), z.unknown())),
});

const answersShape: z.ZodMiniType<{ readonly answers: SentAnswers }> = z.object({
  answers: z.record(idShape, z.object({ answer: z.unknown(), digest: z.optional(z.string()) })),
});

/** The bounds of the deadline are checked later, together with the batch. */
const extendShape: z.ZodMiniType<ExtendBody> = z.object({ toolCallId: idShape, expiresAt: z.number() });

const stopShape: z.ZodMiniType<{ readonly reason: string }> = z.object({
  reason: z._default(z.string().check(z.maxLength(1000)), ''),
});

/** A request to a run server, parsed. */
export type RunRequest =
  | ({ readonly type: 'start' } & StartBody)
  | { readonly type: 'list'; readonly query: URLSearchParams }
  | { readonly type: 'waiting'; readonly query: URLSearchParams }
  | { readonly type: 'decided'; readonly query: URLSearchParams }
  | { readonly type: 'run' | 'record'; readonly runId: string }
  | { readonly type: 'events'; readonly runId: string; readonly after: number | undefined }
  | { readonly type: 'stop'; readonly runId: string; readonly reason: string }
  | { readonly type: 'batch'; readonly batchId: string }
  | { readonly type: 'answer'; readonly batchId: string; readonly answers: SentAnswers }
  | ({ readonly type: 'extend'; readonly batchId: string } & ExtendBody)
  | { readonly type: 'link'; readonly token: string }
  | { readonly type: 'answer-link'; readonly token: string; readonly answers: SentAnswers };

/**
 * Parses a request within the size limits.
 *
 * @param base the path of the server, without a trailing slash.
 * @throws Refusal when the request is malformed, too large or for an unknown address.
 */
export async function readRunRequest(
  request: Request,
  { base, ...limits }: RequestLimits & { readonly base: string },
): Promise<RunRequest> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== base && !pathname.startsWith(`${base}/`)) throw new Refusal('unknown-address');
  const [collection = '', id, action, ...more] = pathname.slice(base.length).split('/').slice(1).map(decodePart);
  if (more.length > 0) throw new Refusal('unknown-address');
  const address = `${request.method} ${collection}${id === undefined ? '' : '/:'}${action === undefined ? '' : `/${action}`}`;
  const name = id ?? '';
  const body = async <T>(shape: z.ZodMiniType<T>, usual?: number): Promise<T> =>
    readShape(shape, await readJson(request, limits, usual));
  switch (address) {
    case 'POST runs':
      return { type: 'start', ...(await body(startShape, messagesMaxBytes)) };
    case 'GET runs':
      return { type: 'list', query: searchParams };
    case 'GET waiting':
      return { type: 'waiting', query: searchParams };
    case 'GET decided':
      return { type: 'decided', query: searchParams };
    case 'GET runs/:':
      return { type: 'run', runId: name };
    case 'GET runs/:/record':
      return { type: 'record', runId: name };
    case 'GET runs/:/events':
      return { type: 'events', runId: name, after: cursorOf(request, searchParams) };
    case 'POST runs/:/stop':
      return { type: 'stop', runId: name, ...(await body(stopShape)) };
    case 'GET batches/:':
      return { type: 'batch', batchId: name };
    case 'POST batches/:/answers':
      return { type: 'answer', batchId: name, ...(await body(answersShape)) };
    case 'POST batches/:/extend':
      return { type: 'extend', batchId: name, ...(await body(extendShape)) };
    case 'GET links/:':
      return { type: 'link', token: name };
    case 'POST links/:/answers':
      return { type: 'answer-link', token: name, ...(await body(answersShape)) };
    default:
      throw new Refusal('unknown-address');
  }
}

function decodePart(part: string): string {
  try {
    const text = decodeURIComponent(part);
    if (text.length <= 2000 && isStorableText(text)) return text;
  } catch {
    // Refused below.
  }
  throw new Refusal('malformed-request', 'The URL contains characters that cannot be decoded or stored.');
}

function readShape<T>(shape: z.ZodMiniType<T>, body: unknown): T {
  const { success, data, error } = z.safeParse(shape, body);
  if (success) return data;
  const [issue] = error.issues;
  const where = isRecord(issue) && Array.isArray(issue.path) ? issue.path.join('.') : '';
  throw new Refusal('malformed-request', where === '' ? '' : `The member '${where}' is invalid.`);
}

/** Returns the serial of the last event that a reader has: its stream continues after it. */
function cursorOf({ headers }: Request, query: URLSearchParams): number | undefined {
  const text = headers.get('last-event-id') ?? query.get('after');
  if (text === null || text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Refusal('malformed-request', 'The last event id is not a number.');
}
