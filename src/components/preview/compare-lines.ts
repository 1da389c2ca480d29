import type { DiffLibrary } from './diff-library.js';

/**
 * The number of differences above which texts are not compared in detail: it would take long, and nobody could read it.
 */
const maxEditLength = 2_000;

/** A range of lines. `before` and `after` are the numbers of its first lines, from 1. */
export interface DiffBlock {
  readonly before: number;
  readonly after: number;
  /** Lines in both texts. */
  readonly same: readonly string[];
  /** The lines after them that are only in the first text, or only in the second. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Two texts, compared. */
export interface Comparison {
  /** `coarse`: everything between the first and the last difference counts as changed. */
  readonly detail: 'fine' | 'coarse';
  readonly blocks: readonly DiffBlock[];
  readonly removed: number;
  readonly added: number;
}

/**
 * Compares two texts line by line. Their common start and end cost next to nothing. Without the library, returns
 * `undefined` for texts that only it can compare: those with other lines on both sides.
 */
export function compareLines(before: string, after: string, library: DiffLibrary): Comparison;
/** Compares two texts, as far as that is possible without the library. */
export function compareLines(before: string, after: string, library: DiffLibrary | undefined): Comparison | undefined;
/** Compares two texts. */
export function compareLines(before: string, after: string, library: DiffLibrary | undefined): Comparison | undefined {
  const [a, b] = [toLines(before), toLines(after)];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isTwoSided = left.length > 0 && right.length > 0;
  if (isTwoSided && library === undefined) return undefined;
  const found = isTwoSided ? library?.diffArrays(left, right, { maxEditLength }) : undefined;
  const stretches = found ?? [
    { value: left, added: false, removed: true },
    { value: right, added: true, removed: false },
  ];
  const same = (value: readonly string[]) => ({ value, added: false, removed: false });
  const blocks = toBlocks([same(a.slice(0, start)), ...stretches, same(a.slice(a.length - end))]);
  const count = (side: 'removed' | 'added'): number => blocks.reduce((sum, block) => sum + block[side].length, 0);
  const isCoarse = found === undefined && isTwoSided;
  return { detail: isCoarse ? 'coarse' : 'fine', blocks, removed: count('removed'), added: count('added') };
}

/** Splits a text into lines. A line break at the end begins no line. */
export function toLines(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

type Stretches = NonNullable<ReturnType<DiffLibrary['diffArrays']>>;

function toBlocks(stretches: Stretches): readonly DiffBlock[] {
  const blocks: DiffBlock[] = [];
  let [before, after] = [1, 1];
  let open: DiffBlock | undefined;
  const close = (): void => {
    if (open === undefined) return;
    blocks.push(open);
    before += open.same.length + open.removed.length;
    after += open.same.length + open.added.length;
  };
  for (const { value, added, removed } of stretches) {
    if (value.length === 0) continue;
    if (open === undefined || !(added || removed)) {
      close();
      open = { before, after, same: [], removed: [], added: [] };
    }
    if (added) open = { ...open, added: [...open.added, ...value] };
    else if (removed) open = { ...open, removed: [...open.removed, ...value] };
    else open = { ...open, same: value };
  }
  close();
  return blocks;
}

/** A range of a line. */
export interface WordStretch {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The length above which a line is data that words do not describe. */
const longestCompared = 1_000;

/**
 * Splits a changed line into words that its counterpart has and words that it lacks. Returns one range when they have
 * too little in common to be useful.
 */
export function changedWords(
  text: string,
  other: string | undefined,
  library: DiffLibrary | undefined,
): readonly WordStretch[] {
  const whole = [{ text, isChanged: false }];
  if (library === undefined || other === undefined || text.length > longestCompared || other.length > longestCompared)
    return whole;
  const own = library.diffWordsWithSpace(other, text).filter(({ removed }) => !removed);
  const common = own.reduce((sum, { value, added }) => (added ? sum : sum + value.trim().length), 0);
  if (common * 3 < text.trim().length) return whole;
  return own.map(({ value, added }) => ({ text: value, isChanged: added }));
}
