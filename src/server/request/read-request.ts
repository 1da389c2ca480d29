import type { UIMessage } from 'ai';
import { isRecord } from '../../protocol/base/record.js';
import { Refusal } from './refusal.js';

/** What a client asks for. */
export type ChatRequest =
  /** The response that goes on: from one of its chunks on, or with all that its message has had before. */
  | { readonly type: 'stream'; readonly id: string; readonly startIndex: number | undefined }
  | {
      readonly type: 'message';
      readonly id: string;
      readonly trigger: 'submit-message' | 'regenerate-message';
      /** The last message of the client, and the one before it: the history itself is the server's. */
      readonly last: UIMessage;
      readonly before: UIMessage | undefined;
    };

/** What a request may be. */
export interface RequestLimits {
  readonly origins?: readonly string[] | undefined;
  readonly maxBytes?: number | undefined;
}

const defaultMaxBytes = 1_000_000;
const maxIdLength = 200;

/**
 * Whether a page may ask: one of this origin, or of those that the app named. What is no page sends no origin.
 *
 * @throws Refusal `origin-not-allowed`.
 */
export function checkOrigin(request: Request, { origins = [] }: RequestLimits): void {
  const origin = request.headers.get('origin');
  if (origin === null || origin === new URL(request.url).origin || origins.includes(origin)) return;
  throw new Refusal('origin-not-allowed');
}

/**
 * Reads what a client asks for, no more than it may send.
 *
 * @throws Refusal that says what is wrong with it.
 */
export async function readChatRequest(
  request: Request,
  { maxBytes = defaultMaxBytes }: RequestLimits,
): Promise<ChatRequest> {
  if (request.method === 'GET') return { type: 'stream', id: idInPath(request.url), startIndex: indexIn(request.url) };
  if (request.method !== 'POST') throw new Refusal('method-not-allowed');
  // A form of another page could send anything else without being asked.
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  if (mediaType.trim().toLowerCase() !== 'application/json') throw new Refusal('not-json');
  return toChatRequest(parseBody(await readText(request, maxBytes)));
}

function idInPath(url: string): string {
  const [, id] = /\/([^/]+)\/stream\/?$/.exec(new URL(url).pathname) ?? [];
  if (id === undefined) throw new Refusal('method-not-allowed');
  try {
    return checkId(decodeURIComponent(id));
  } catch {
    throw new Refusal('malformed-request');
  }
}

/** Clients that reset their message, as the AI SDK's do, name no index. */
function indexIn(url: string): number | undefined {
  const index = new URL(url).searchParams.get('startIndex');
  if (index === null) return undefined;
  if (/^\d{1,9}$/.test(index)) return Number(index);
  throw new Refusal('malformed-request', 'Its startIndex is no number.');
}

async function readText({ headers, body }: Request, maxBytes: number): Promise<string> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw new Refusal('too-large');
  if (body === null) throw new Refusal('malformed-request', 'It has no body.');
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Refusal('too-large');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed-request', 'Its body is no JSON.');
  }
}

function toChatRequest(body: unknown): ChatRequest {
  if (!isRecord(body)) throw new Refusal('malformed-request', 'Its body is no object.');
  const { id, trigger = 'submit-message', messages, message } = body;
  if (trigger !== 'submit-message' && trigger !== 'regenerate-message')
    throw new Refusal('malformed-request', 'Its trigger is unknown.');
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [message];
  const last = checkMessage(list.at(-1));
  const before = list.length > 1 ? checkMessage(list.at(-2)) : undefined;
  return { type: 'message', id: checkId(id), trigger, last, before };
}

function checkId(id: unknown): string {
  if (typeof id === 'string' && id !== '' && id.length <= maxIdLength) return id;
  throw new Refusal('malformed-request', 'Its id is no text of up to 200 characters.');
}

function checkMessage(value: unknown): UIMessage {
  if (isUiMessage(value)) return value;
  throw new Refusal('malformed-request', 'Its last messages are no UI messages.');
}

/** What is read of its parts is looked at where it is read. */
function isUiMessage(value: unknown): value is UIMessage {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    value.id.length <= maxIdLength &&
    (value.role === 'user' || value.role === 'assistant' || value.role === 'system') &&
    Array.isArray(value.parts) &&
    value.parts.every((part: unknown) => isRecord(part) && typeof part.type === 'string')
  );
}
