import { escapeUnseen } from '../approval/deceptive/escape-unseen.js';

const wrapped = new WeakMap<object, object>();

/**
 * Wraps a string table so that its functions receive their arguments with invisible characters escaped: a title cannot
 * reorder the sentence around it. Returns the same object for the same table.
 */
export function withVisibleArguments<WORDS extends object>(words: WORDS): WORDS {
  const before = wrapped.get(words);
  if (before !== undefined) return before as WORDS; // made of this very table
  const safe = Object.fromEntries(Object.entries(words).map(([name, word]) => [name, wrapWord(word)])) as WORDS; // the same members
  wrapped.set(words, safe);
  return safe;
}

function wrapWord(word: unknown): unknown {
  if (typeof word === 'function')
    return (...given: readonly unknown[]) => word(...given.map((value) => visibleArgument(value, 0)));
  return isPlainArgument(word) ? withVisibleArguments(word) : word;
}

/** The depth below which arguments are not escaped, since no string uses it: a value may be nested without end. */
const maxDepth = 8;

/** Escapes an argument. Strings receive texts, lists of texts, and objects with them. */
function visibleArgument(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return escapeUnseen(value);
  const isList = Array.isArray(value);
  if (!isList && !isPlainArgument(value)) return value;
  if (depth === maxDepth) return '…';
  if (isList) return value.map((member) => visibleArgument(member, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visibleArgument(member, depth + 1)]));
}

function isPlainArgument(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
