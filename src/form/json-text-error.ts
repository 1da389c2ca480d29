import { type JSONValue, maxInputDepth } from '../protocol/base/json.js';
import { isExactNumber } from '../protocol/foreign/exact-number.js';

/** The position where a text stops being JSON; lines and columns count from 1. */
export interface JsonTextError {
  readonly line: number;
  readonly column: number;
  /** The text at that position; empty at the end. */
  readonly found: string;
}

/** A text parsed as JSON. */
type ParsedText =
  | { readonly status: 'parsed'; readonly value: JSONValue }
  /** A number has more digits than JavaScript preserves, so another number would be used. */
  | { readonly status: 'inexact' }
  | { readonly status: 'broken'; readonly error: JsonTextError };

/** Parses JSON and reports where it breaks, in the same words in every browser. Too deep counts as broken, too. */
export function parseText(text: string): ParsedText {
  const offset = firstError(text);
  if (offset !== null) return { status: 'broken', error: toError(text, offset) };
  try {
    return hasInexactNumber(text) ? { status: 'inexact' } : { status: 'parsed', value: JSON.parse(text) as JSONValue };
  } catch {
    return { status: 'broken', error: toError(text, text.length) };
  }
}

/** Checks each number of a text that is JSON. */
function hasInexactNumber(text: string): boolean {
  token.lastIndex = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [, , , other] = match;
    if (other !== undefined && /\d/.test(other) && !isExactNumber(other)) return true;
  }
  return false;
}

function toError(text: string, offset: number): JsonTextError {
  const lines = text.slice(0, offset).split('\n');
  return {
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
    found: /^\S{0,12}/.exec(text.slice(offset))?.[0] ?? '',
  };
}

/** A mark, a string, or any other value. Control characters are not allowed in a string. */
const token =
  /[\t\n\r ]*(?:([{}[\],:])|("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/**
 * The tokens that may come next. `first` is a value or the end of the list, `firstKey` a name or the end of the object.
 */
type Expected = 'value' | 'first' | 'firstKey' | 'key' | 'colon' | 'after';

/** Returns the position of the first invalid token. */
function firstError(text: string): number | null {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  token.lastIndex = 0;
  for (;;) {
    const start = token.lastIndex;
    const match = token.exec(text);
    if (match === null) {
      const blank = start + (/^[\t\n\r ]*/.exec(text.slice(start))?.[0].length ?? 0);
      return blank === text.length && expected === 'after' && open.length === 0 ? null : blank;
    }
    const next = step(expected, match, open);
    if (next === null || open.length > maxInputDepth) return token.lastIndex - match[0].trimStart().length;
    expected = next;
  }
}

function step(expected: Expected, [, mark, text, other]: RegExpExecArray, open: ('{' | '[')[]): Expected | null {
  const wantsValue = expected === 'value' || expected === 'first';
  if (text !== undefined && (expected === 'key' || expected === 'firstKey')) return 'colon';
  if (text !== undefined || other !== undefined) return wantsValue ? 'after' : null;
  const inside = open.at(-1);
  if (mark === ':') return expected === 'colon' ? 'value' : null;
  if (mark === ',') return expected !== 'after' || inside === undefined ? null : inside === '{' ? 'key' : 'value';
  if (mark === '{' || mark === '[') {
    if (!wantsValue) return null;
    open.push(mark);
    return mark === '{' ? 'firstKey' : 'first';
  }
  const [opener, empty] = mark === '}' ? (['{', 'firstKey'] as const) : (['[', 'first'] as const);
  if (inside !== opener || (expected !== 'after' && expected !== empty)) return null;
  open.pop();
  return 'after';
}
