import type { ModelMessage, UserContent } from 'ai';
import { toBase64 } from './base64.js';
import { isPlain, isRecord } from './record.js';

/**
 * Converts messages to plain JSON with the same meaning. Bytes (`Uint8Array`, `Buffer`, `ArrayBuffer`) become base64
 * strings. A `URL` and file data of the form `{ type: 'url', url: URL }` become the address as a string.
 */
export function toJsonMessages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  return JSON.parse(toJsonText(messages));
}

/** Serializes any value with the conversions of {@link toJsonMessages}. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value, replaceFileData);
}

/** Reads the member itself: the `value` is already the result of the `toJSON` of a `Buffer` or `URL`. */
function replaceFileData(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const raw = this[key];
  if (raw instanceof Uint8Array) return toBase64(raw);
  if (raw instanceof ArrayBuffer) return toBase64(new Uint8Array(raw));
  return isRecord(raw) && raw.type === 'url' && raw.url instanceof URL ? raw.url.href : value;
}

/** The depth of the deepest bytes in the content of a message: list, part, file data, bytes. */
const contentDepth = 3;

/**
 * Returns the content of a message with bytes as base64 and URLs as addresses. Other values that are not JSON stay as
 * they are, so that a later check can refuse them.
 */
export function bytesAsText(content: unknown, depth: number = 0): unknown {
  if (content instanceof Uint8Array) return toBase64(content);
  if (content instanceof ArrayBuffer) return toBase64(new Uint8Array(content));
  if (content instanceof URL) return content.href;
  if (depth > contentDepth) return content;
  if (Array.isArray(content)) return content.map((part) => bytesAsText(part, depth + 1));
  if (!isRecord(content) || !isPlain(content)) return content;
  return Object.fromEntries(Object.entries(content).map(([key, member]) => [key, bytesAsText(member, depth + 1)]));
}

/**
 * Returns `true` for JSON that the AI SDK accepts as the content of a user message: a string, or a list of text, image
 * and file parts. Any other content fails the model request, and with it the run.
 */
export function isUserContent(value: unknown): value is UserContent {
  return typeof value === 'string' || (Array.isArray(value) && value.every(isMessagePart));
}

function isMessagePart(part: unknown): boolean {
  if (!isRecord(part) || !isOptional(part.providerOptions, isProviderOptions)) return false;
  const { type, text, image, data, mediaType, filename } = part;
  switch (type) {
    case 'text':
      return typeof text === 'string';
    case 'image':
      return (typeof image === 'string' || isFileReference(image)) && isOptional(mediaType, isString);
    case 'file':
      return isFileData(data) && isString(mediaType) && isOptional(filename, isString);
    default:
      return false;
  }
}

function isFileData(data: unknown): boolean {
  if (typeof data === 'string') return true;
  if (!isRecord(data)) return false;
  switch (data.type) {
    case 'data':
      return isString(data.data);
    case 'url':
      return isString(data.url);
    case 'text':
      return isString(data.text);
    case 'reference':
      return isFileReference(data.reference) || isFileReference(data);
    default:
      return isFileReference(data);
  }
}

/** The ids of a file that was uploaded to providers, by provider. */
function isFileReference(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isString);
}

function isProviderOptions(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isRecord);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isOptional(value: unknown, check: (value: unknown) => boolean): boolean {
  return value === undefined || check(value);
}

/**
 * Returns `true` when no file of user content has to be loaded from an address: all are base64, `data:` URLs or files
 * that were uploaded to a provider. A server must not load addresses for a client: it can reach hosts that the client
 * cannot, and a failed download fails the run.
 */
export function hasFilesInline(content: UserContent): boolean {
  if (typeof content === 'string') return true;
  return content.every((part) => {
    if (part.type === 'text') return true;
    const data: unknown = part.type === 'file' ? part.data : part.image;
    if (typeof data === 'string') return isBase64(data) || isDataUrl(data);
    if (!isRecord(data)) return false;
    if (data.type === 'data') return isString(data.data) && (isBase64(data.data) || isDataUrl(data.data));
    return data.type !== 'url' || (isString(data.url) && isDataUrl(data.url));
  });
}

/** Returns `true` for a `data:` URL. If it says that its content is base64, the content must be valid base64. */
export function isDataUrl(text: string): boolean {
  const comma = text.indexOf(',');
  if (!text.startsWith('data:') || comma === -1) return false;
  return !text.slice(0, comma).endsWith(';base64') || isBase64(text.slice(comma + 1));
}

function isBase64(text: string): boolean {
  return /^[\w+/-]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1;
}
