import { isStorableText } from '../request/check-body.js';
import { Refusal } from '../request/refusal.js';

/** A position in a list. The time alone does not name one: several rows may have the same millisecond. */
export interface ListPosition {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly id: string;
}

/** The most that a page of a list has, and its default for questions. */
export const maxListed = 200;
/** The longest run id is 300 characters, and each takes up to nine in a cursor. */
const maxCursorLength = 3000;

/** Writes a position as a cursor for clients. */
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
    throw new Refusal('malformed-request', 'Its cursor was not made by this server.');
  return { at: Number(at), id: decoded };
}

/** Reads the `limit` of a request: as many as are allowed, or the default for values that are not a number. */
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
