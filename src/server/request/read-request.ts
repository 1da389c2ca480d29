import type { UIMessage } from 'ai';
import { isRecord } from '../../protocol/base/record.js';
import { isStorableText } from './check-body.js';
import { type RequestLimits, readLastMessages } from './read-json.js';
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

const maxIdLength = 200;

/**
 * Reads what a client asks for, no more than it may send.
 *
 * @throws Refusal that says what is wrong with it.
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

/** Clients that reset their message, as the AI SDK's do, name no index. */
function indexIn(url: string): number | undefined {
  const index = new URL(url).searchParams.get('startIndex');
  if (index === null) return undefined;
  if (/^\d{1,9}$/.test(index)) return Number(index);
  throw new Refusal('malformed-request', 'Its startIndex is no number.');
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
  if (typeof id === 'string' && id !== '' && id.length <= maxIdLength && isStorableText(id)) return id;
  throw new Refusal('malformed-request', 'Its id is not a well-formed string of 1 to 200 characters.');
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
    isStorableText(value.id) &&
    (value.role === 'user' || value.role === 'assistant' || value.role === 'system') &&
    Array.isArray(value.parts) &&
    value.parts.every((part: unknown) => isRecord(part) && typeof part.type === 'string')
  );
}
