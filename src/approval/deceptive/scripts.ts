import { type DeceptiveMark, maxMarks, spanOf, type TextKind } from './deceptive-mark.js';
import { rightToLeft } from './right-to-left.js';

/** Scripts in use today, and those others whose letters pass for Latin ones. */
const names: readonly string[] =
  'Latin Cyrillic Greek Armenian Cherokee Coptic Lisu Tifinagh Canadian_Aboriginal Osage Deseret Georgian Han Hiragana Katakana Bopomofo Hangul Arabic Hebrew Syriac Thaana Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Ethiopic Mongolian'.split(
    ' ',
  );
/** These stand in one word in ordinary writing (Unicode Technical Standard 39, "highly restrictive"). */
const together = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul'];
/** Nobody mistakes these for each other either: `γ線`. */
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

/** Made at first use: there are forty, and most apps start without needing any. */
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

/** The scripts that the letters of a text belong to, named as in Unicode. */
export function scriptsOf(text: string): readonly string[] {
  return names.filter((name) => scriptPatterns().each.get(name)?.test(text));
}

/** Finds words with letters of scripts that do not go together. In a host the word is the whole text: a label. */
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

/** Whether one Latin name stands beside, not within, letters that are written without a space: `ใช้Google`, `בGoogle`. */
function isAttached(word: string): boolean {
  const latin = word
    .split(/[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]+/u)
    .filter((part) => /\p{sc=Latin}/u.test(part));
  const rest = word.replace(/\p{sc=Latin}+/gu, '');
  return latin.length === 1 && (rest.length > 1 || rightToLeft.test(rest)) && scriptPatterns().attached.test(rest);
}

/** Whether Greek letters stand for quantities and units (`kΩ`, `Δt`, `αx`, `TNFα`), and not for Latin ones. */
function isFormula(word: string): boolean {
  const rest = word.replace(/[ΓΔΘΛΞΠΣΦΨΩβδζθλμξπσφψ]/g, '');
  return /^(?:[\p{sc=Latin}α-ω]{2}|\p{Lu}+[α-ω]\p{Lu}*)$/u.test(rest) || scriptPatterns().prose.test(rest);
}
