import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { maxInputDepth } from '../../protocol/base/json.js';

/** Makes a part of a sentence visible and isolates it: its letters do not change the order of the words around it. */
export function quoteSafely(text: string): string {
  return `\u2068${escapeUnseen(text)}\u2069`;
}

/** A value as JSON text in which every character can be seen; what is no JSON as the text that it is. */
export function toSafeJson(value: unknown): string {
  return escapeUnseen(toIndentedJson(value));
}

/** A value as JSON text. What lies so deep that its indentation alone would fill the memory is left out, and says so. */
export function toIndentedJson(value: unknown): string {
  return JSON.stringify(isTooDeep(value) ? withoutDepth(value, 0) : value, null, 2) ?? 'undefined';
}

/** Whether a value nests deeper than the input of a tool may. */
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
