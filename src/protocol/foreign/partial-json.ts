import type { JSONValue } from '../base/json.js';
import { parseForeignJson } from './foreign-json.js';

/** Beyond this, parsing anew for every piece would cost more than a preview is worth. */
const maxLength = 0x10000;

/**
 * Reads JSON that is still being written, as far as it goes: open strings, lists and objects are closed, a number or key that
 * may go on is left out. `undefined` when there is nothing to show yet, too much, or too deep.
 */
export function parsePartialJson(text: string): JSONValue | undefined {
  if (text.length > maxLength) return undefined;
  const whole = wholePart(text);
  if (whole === undefined) return undefined;
  return parseForeignJson(whole);
}

/** Cuts the text at the last place where it is whole but for closing brackets, and closes them. */
function wholePart(text: string): string | undefined {
  const open: string[] = [];
  let end = 0;
  let isKey = false;
  // Every change to what is open sets a new end, so what is open at the end is what was open there.
  const upTo = (quote = ''): string => text.slice(0, end) + quote + [...open].reverse().join('');
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '"') {
      const string = endOfString(text, index + 1);
      if (string.isOpen && isKey) break;
      index = string.index - 1;
      if (!isKey) end = string.index;
      if (string.isOpen) return upTo('"');
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
      isKey = char === '{';
      end = index + 1;
    } else if (char === '}' || char === ']') {
      open.pop();
      isKey = false;
      end = index + 1;
    } else if (char === ',') {
      // What comes before a comma is whole, a number too.
      isKey = open.at(-1) === '}';
      end = index;
    } else if (char === ':') {
      isKey = false;
    }
  }
  return end === 0 ? undefined : upTo();
}

/** Where a string ends; an open one is cut before an escape that is not whole. */
function endOfString(text: string, start: number): { readonly index: number; readonly isOpen: boolean } {
  for (let index = start; index < text.length; index++) {
    if (text[index] === '"') return { index: index + 1, isOpen: false };
    if (text[index] !== '\\') continue;
    const length = text[index + 1] === 'u' ? 6 : 2;
    if (index + length > text.length) return { index, isOpen: true };
    index += length - 1;
  }
  return { index: text.length, isOpen: true };
}
