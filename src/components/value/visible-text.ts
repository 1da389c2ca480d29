import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { maxInputDepth } from '../../protocol/base/json.js';

/**
 * Escapes invisible characters in a part of a sentence and isolates it, so that its letters do not reorder the words
 * around it.
 */
export function quoteSafely(text: string): string {
  return `\u2068${escapeUnseen(text)}\u2069`;
}

/** Returns a value as JSON text with invisible characters escaped; a value that is not JSON, as text. */
export function toSafeJson(value: unknown): string {
  return escapeUnseen(toIndentedJson(value));
}

/**
 * Returns a value as indented JSON. Parts so deep that their indentation alone would fill the memory are replaced by a
 * note.
 */
export function toIndentedJson(value: unknown): string {
  return JSON.stringify(isTooDeep(value) ? withoutDepth(value, 0) : value, null, 2) ?? 'undefined';
}

/** Returns `true` when a value nests deeper than the input of a tool may. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= maxInputDepth || Object.values(value).some((member) => isTooDeep(member, depth + 1));
}

function withoutDepth(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxInputDepth) return '… [too deep]';
  if (Array.isArray(value)) return value.map((member) => withoutDepth(member, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutDepth(member, depth + 1)]));
}
