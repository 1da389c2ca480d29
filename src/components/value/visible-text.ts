import { maxInputDepth } from '../../protocol/base/json.js';

/** What takes no room, shows nothing or changes how its neighbours are shown. Tabs and line breaks are left alone. */
const unseen = /[^\P{C}\t\n]|[\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029]/gu;

/** A text in which every character can be seen: the others stand as the escapes that JSON and JavaScript have for them. */
export function escapeUnseen(text: string): string {
  return text.replace(unseen, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** The same for a part of a sentence: its letters do not change the order of the words around. */
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
