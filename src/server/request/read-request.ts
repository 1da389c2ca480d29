import type { UIMessage } from 'ai';
import { isRecord } from '../../protocol/base/record.js';
import { isStorableText } from './check-body.js';
import { type RequestLimits, readLastMessages } from './read-json.js';
import { Refusal } from './refusal.js';

/** A request of a chat client, parsed. */
export type ChatRequest =
  /** A request to resume a response: from a chunk index, or from the start of its message. */
  | { readonly type: 'stream'; readonly id: string; readonly startIndex: number | undefined }
  | {
      readonly type: 'message';
      readonly id: string;
      readonly trigger: 'submit-message' | 'regenerate-message';
      /** The last message of the client, and the one before it. The server has its own history. */
      readonly last: UIMessage;
      readonly before: UIMessage | undefined;
    };

const maxIdLength = 200;

/**
 * Parses a request within the size limits.
 *
 * @throws Refusal when the request is malformed, too large or has another method.
 */
export async function readChatRequest(request: Request, limits: RequestLimits): Promise<ChatRequest> {
  if (request.method === 'GET') return { type: 'stream', id: idInPath(request.url), startIndex: indexIn(request.url) };
  if (request.method !== 'POST') throw new Refusal('method-not-allowed');
  return toChatRequest(await readLastMessages(request, limits));
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

/** Returns the index of the first chunk to send. AI SDK clients omit it, since they rebuild the whole message. */
function indexIn(url: string): number | undefined {
  const index = new URL(url).searchParams.get('startIndex');
  if (index === null) return undefined;
  if (/^\d{1,9}$/.test(index)) return Number(index);
  throw new Refusal('malformed-request', 'Its startIndex is not a number.');
}

function toChatRequest(body: unknown): ChatRequest {
  if (!isRecord(body)) throw new Refusal('malformed-request', 'Its body is not an object.');
  const { id, trigger = 'submit-message', messages, message } = body;
  if (trigger !== 'submit-message' && trigger !== 'regenerate-message')
    throw new Refusal('malformed-request', 'Its trigger is unknown.');
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [message];
  const last = checkMessage(list.at(-1));
  const before = list.length > 1 ? checkMessage(list.at(-2)) : undefined;
  return { type: 'message', id: checkId(id), trigger, last, before };
}

function checkId(id: unknown): string {
  if (typeof id === 'string' && id !== '' && id.length <= maxIdLength && isStorableText(id)) return id;
  throw new Refusal('malformed-request', 'Its id is not a well-formed string of 1 to 200 characters.');
}

function checkMessage(value: unknown): UIMessage {
  if (isUiMessage(value)) return value;
  throw new Refusal('malformed-request', 'Its last messages are not UI messages.');
}

/** Checks the frame of a message only. Code that reads a part validates it. */
function isUiMessage(value: unknown): value is UIMessage {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    value.id.length <= maxIdLength &&
    isStorableText(value.id) &&
    (value.role === 'user' || value.role === 'assistant' || value.role === 'system') &&
    Array.isArray(value.parts) &&
    value.parts.every((part: unknown) => isRecord(part) && typeof part.type === 'string')
  );
}
