import { type DeceptiveMark, maxMarks, spanOf, type TextKind } from './deceptive-mark.js';
import { rightToLeft } from './right-to-left.js';

/** Scripts in use today, and other scripts with letters that look like Latin ones. */
const names: readonly string[] =
  'Latin Cyrillic Greek Armenian Cherokee Coptic Lisu Tifinagh Canadian_Aboriginal Osage Deseret Georgian Han Hiragana Katakana Bopomofo Hangul Arabic Hebrew Syriac Thaana Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Ethiopic Mongolian'.split(
    ' ',
  );
/** Scripts that occur in one word in ordinary writing (Unicode Technical Standard 39, "highly restrictive"). */
const together = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul'];
/** Scripts that also occur together in prose, and cannot be confused: `γ線`. */
const besides = ['Greek Han Hiragana Katakana', 'Greek Han Hangul'];

const classOf = (scripts: string): string =>
  `[${scripts.replace(/\w+/g, '\\p{scx=$&}').replaceAll(' ', '')}\\p{scx=Common}\\p{sc=Inherited}]+`;
const wholly = (sets: readonly string[]): RegExp => new RegExp(`^(?:${sets.join('|')})$`, 'u');

interface Patterns {
  readonly each: ReadonlyMap<string, RegExp>;
  readonly host: RegExp;
  readonly prose: RegExp;
  readonly attached: RegExp;
}

let patterns: Patterns | undefined;

/** Returns the patterns. They are compiled at first use, because there are forty and most apps start without them. */
function scriptPatterns(): Patterns {
  if (patterns !== undefined) return patterns;
  const unnamed = `[^${names.map((name) => `\\p{scx=${name}}`).join('')}]+`;
  const strict = [...names, ...together].map(classOf);
  patterns = {
    each: new Map(names.map((name) => [name, new RegExp(`\\p{sc=${name}}`, 'u')])),
    host: wholly([...strict, unnamed]),
    prose: wholly([...strict, ...besides.map(classOf), unnamed]),
    attached: wholly(names.slice(names.indexOf('Arabic')).map(classOf)),
  };
  return patterns;
}

/** Returns the scripts of a text's letters, named as in Unicode. */
export function scriptsOf(text: string): readonly string[] {
  return names.filter((name) => scriptPatterns().each.get(name)?.test(text));
}

/** Finds words with letters of scripts that do not occur together. In a host, the whole text (a label) is one word. */
export function findMixedScripts(text: string, kind: TextKind): readonly DeceptiveMark[] {
  const words = kind === 'host' ? /^.+/gsu : /[\p{L}\p{M}\p{Default_Ignorable_Code_Point}]+/gu;
  const marks: DeceptiveMark[] = [];
  if (!/[^\0-\x7F]/.test(text)) return marks;
  for (const { 0: word, index } of text.matchAll(words)) {
    if (marks.length > maxMarks) break;
    const letters = word.replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
    if (/[^\0-\x7F]/.test(letters) && isMixed(letters, kind))
      marks.push({ kind: 'mixed-script', ...spanOf(word, index), scripts: scriptsOf(letters) });
  }
  return marks;
}

function isMixed(word: string, kind: TextKind): boolean {
  const { host, prose } = scriptPatterns();
  if (kind === 'host') return !host.test(word);
  if (prose.test(word) || isAttached(word)) return false;
  return kind === 'path' || kind === 'url' || !isFormula(word);
}

/** Returns `true` when one Latin name is next to letters that are written without spaces: `ใช้Google`, `בGoogle`. */
function isAttached(word: string): boolean {
  const latin = word
    .split(/[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]+/u)
    .filter((part) => /\p{sc=Latin}/u.test(part));
  const rest = word.replace(/\p{sc=Latin}+/gu, '');
  return latin.length === 1 && (rest.length > 1 || rightToLeft.test(rest)) && scriptPatterns().attached.test(rest);
}

/**
 * Returns `true` when the Greek letters are symbols of quantities and units (`kΩ`, `Δt`, `αx`, `TNFα`), not imitations
 * of Latin ones.
 */
function isFormula(word: string): boolean {
  const rest = word.replace(/[ΓΔΘΛΞΠΣΦΨΩβδζθλμξπσφψ]/g, '');
  return /^(?:[\p{sc=Latin}α-ω]{2}|\p{Lu}+[α-ω]\p{Lu}*)$/u.test(rest) || scriptPatterns().prose.test(rest);
}
