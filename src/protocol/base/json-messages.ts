import type { ModelMessage } from 'ai';
import { toBase64 } from './base64.js';
import { isPlain, isRecord } from './record.js';

/**
 * Messages as plain JSON that means the same: bytes (`Uint8Array`, `Buffer`, `ArrayBuffer`) become base64 text, and a `URL`,
 * bare or in tagged file data, becomes the text of its address. Both are ways in which a message may write a file.
 */
export function toJsonMessages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  return JSON.parse(toJsonText(messages));
}

/** The same for any part of a message, as text. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value, asText);
}

/** Reads the member itself: a `Buffer` or `URL` has a `toJSON` that was asked already. */
function asText(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  const raw = this[key];
  if (raw instanceof Uint8Array) return toBase64(raw);
  if (raw instanceof ArrayBuffer) return toBase64(new Uint8Array(raw));
  return isRecord(raw) && raw.type === 'url' && raw.url instanceof URL ? raw.url.href : value;
}

/** How deep the data of a file lies in a message's content at most: in tagged data of a part of the list. */
const contentDepth = 3;

/** The content of a message with its bytes as base64, as messages keep them. What is no JSON beside is left for who checks it. */
export function bytesAsText(content: unknown, depth: number = 0): unknown {
  if (content instanceof Uint8Array) return toBase64(content);
  if (content instanceof ArrayBuffer) return toBase64(new Uint8Array(content));
  if (content instanceof URL) return content.href;
  if (depth > contentDepth) return content;
  if (Array.isArray(content)) return content.map((part) => bytesAsText(part, depth + 1));
  if (!isRecord(content) || !isPlain(content)) return content;
  return Object.fromEntries(Object.entries(content).map(([key, member]) => [key, bytesAsText(member, depth + 1)]));
}
