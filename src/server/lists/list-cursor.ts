import { isStorableText } from '../request/check-body.js';
import { Refusal } from '../request/refusal.js';

/** A position in a list. It needs an id, because several rows may have the same millisecond. */
export interface ListPosition {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly id: string;
}

/** Sorts positions oldest first. Those of the same millisecond are sorted by their ids. */
export function inListOrder(one: ListPosition, other: ListPosition): number {
  if (one.at !== other.at) return one.at - other.at;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** The maximum length of a page, and the default for lists of batches. */
export const maxListed = 200;
/** The maximum length of a cursor. A run id has up to 300 characters, each of which is encoded as up to nine. */
const maxCursorLength = 3000;

/** Encodes a position as a cursor for clients. */
export function toCursor({ at, id }: ListPosition): string {
  return `${at}.${encodeURIComponent(id)}`;
}

/**
 * Reads the `cursor` of a request.
 *
 * @throws Refusal `malformed-request`.
 */
export function readCursor(query: URLSearchParams): ListPosition | undefined {
  const text = query.get('cursor');
  if (text === null) return undefined;
  const [, at, id] = /^(\d{1,15})\.(.+)$/s.exec(text.slice(0, maxCursorLength)) ?? [];
  const decoded = id === undefined ? '' : decode(id);
  if (at === undefined || decoded === '' || !isStorableText(decoded))
    throw new Refusal('malformed-request', 'Its cursor is not from this server.');
  return { at: Number(at), id: decoded };
}

/** Reads the `limit` of a request, clamped to the allowed range. Other values than integers mean the default. */
export function readLimit(query: URLSearchParams, byDefault: number): number {
  const limit = Number(query.get('limit') ?? byDefault);
  return Number.isInteger(limit) ? Math.min(Math.max(1, limit), maxListed) : byDefault;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
