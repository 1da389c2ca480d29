import { escapeUnseen } from '../approval/deceptive/escape-unseen.js';

const wrapped = new WeakMap<object, object>();

/**
 * A table of words whose functions get their arguments without unseen characters: a title in a sentence cannot turn the sentence around. The
 * same object for the same table.
 */
export function withVisibleArguments<WORDS extends object>(words: WORDS): WORDS {
  const before = wrapped.get(words);
  if (before !== undefined) return before as WORDS; // made of this very table
  const safe = Object.fromEntries(Object.entries(words).map(([name, word]) => [name, wrapWord(word)])) as WORDS; // the same members
  wrapped.set(words, safe);
  return safe;
}

function wrapWord(word: unknown): unknown {
  if (typeof word === 'function') return (...given: readonly unknown[]) => word(...given.map(visibleArgument));
  return isPlainArgument(word) ? withVisibleArguments(word) : word;
}

/** Words get texts, lists of texts, and objects that hold them. */
function visibleArgument(value: unknown): unknown {
  if (typeof value === 'string') return escapeUnseen(value);
  if (Array.isArray(value)) return value.map(visibleArgument);
  if (!isPlainArgument(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visibleArgument(member)]));
}

function isPlainArgument(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
