import type { JSONValue } from '../base/json.js';
import { parseForeignJson } from './foreign-json.js';

/** The length above which parsing again for every piece costs more than the preview is worth. */
const maxLength = 0x10000;

/**
 * Parses JSON that is still being written: open strings, lists and objects are closed, and an unfinished number or key
 * is left out. Returns
 * `undefined` if there is nothing to show yet, or the text is too long or too deep.
 */
export function parsePartialJson(text: string): JSONValue | undefined {
  if (text.length > maxLength) return undefined;
  const whole = wholePart(text);
  if (whole === undefined) return undefined;
  return parseForeignJson(whole);
}

/** Cuts the text at the last place where only closing brackets are missing, and adds them. */
function wholePart(text: string): string | undefined {
  const open: string[] = [];
  let end = 0;
  let isKey = false;
  // Every change of `open` sets a new end, so `open` is what was open at the end.
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
      // A value before a comma is complete, a number too.
      isKey = open.at(-1) === '}';
      end = index;
    } else if (char === ':') {
      isKey = false;
    }
  }
  return end === 0 ? undefined : upTo();
}

/** Finds the end of a string. An open string is cut before an incomplete escape. */
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
