import type { DiffLibrary } from './diff-library.js';

/** A stretch of a line. */
export interface WordStretch {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Longer lines are data, in which words say nothing. */
const maxLength = 1_000;

/**
 * Parts a changed line into what its counterpart has as well and what it has not. One stretch when they have too little in common
 * for that to be of help.
 */
export function changedWords(text: string, other: string | undefined, library: DiffLibrary): readonly WordStretch[] {
  const whole = [{ text, isChanged: false }];
  if (other === undefined || text.length > maxLength || other.length > maxLength) return whole;
  const own = library.diffWordsWithSpace(other, text).filter(({ removed }) => !removed);
  const common = own.reduce((sum, { value, added }) => (added ? sum : sum + value.trim().length), 0);
  if (common * 3 < text.trim().length) return whole;
  return own.map(({ value, added }) => ({ text: value, isChanged: added }));
}
