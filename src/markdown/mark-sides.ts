/** A side of a run of marks, as CommonMark's rules for emphasis see it. */
type MarkSide = 'space' | 'punctuation' | 'letter';

const digit = /[0-9]/;
const punctuation = /[\p{P}\p{S}]/u;

/** Letters of scripts that write no spaces between words, or join particles and prefixes to words. */
const joiningLetter =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}])[\p{L}\p{M}\p{Script=Han}]/u;

/** Punctuation of these scripts: Arabic, Indic, Thai, Ethiopic and East Asian. */
const joiningPunctuation =
  /[\u060c\u061b\u061f\u06d4\u0964\u0965\u0e2f\u0e5a\u0e5b\u1361-\u1368\u3001-\u303f\u30fb\ufe10-\ufe6f\uff01-\uff65]/u;

/** Returns the two sides of the run of marks from `start` to `end`, and the characters there. */
export function markSides(
  text: string,
  start: number,
  end: number,
): { readonly before: MarkSide; readonly after: MarkSide; readonly characters: readonly [string, string] } {
  const before = characterBefore(text, start);
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
  // CommonMark expects spaces around words: in `**重要：**请` the second run could only open.
  const isJoined = [before, after].some((side) => joiningLetter.test(side) || joiningPunctuation.test(side));
  const sideOf = (character: string): MarkSide => {
    if (!/\S/.test(character)) return 'space';
    return !isJoined && punctuation.test(character) ? 'punctuation' : 'letter';
  };
  return { before: sideOf(before), after: sideOf(after), characters: [before, after] };
}

/** Returns `true` when a run is not a mark: one or three tildes (`5~10 kg`), or stars between digits (`2*3*4`). */
export function areNoMarks(run: string, [before, after]: readonly [string, string]): boolean {
  return run.startsWith('~') ? run.length !== 2 : run.startsWith('*') && digit.test(before) && digit.test(after);
}

/**
 * Masks a text for marked, which reads from the mask what is around a run: a run that is not a mark becomes letters,
 * and so does punctuation that does not keep a run from opening or closing. The length stays.
 */
export function maskMarks(text: string): string {
  let masked = '';
  let done = 0;
  for (const { 0: run, index: start } of text.matchAll(/\*+|~+/g)) {
    const end = start + run.length;
    const { before, after, characters } = markSides(text, start, end);
    const isText = areNoMarks(run, characters);
    const first = before === 'letter' && !isMark(characters[0]) ? start - characters[0].length : start;
    const last = after === 'letter' && !isMark(characters[1]) ? end + characters[1].length : end;
    masked += text.slice(done, Math.max(first, done));
    done = Math.max(first, done);
    masked += letters(text.slice(done, start)) + (isText ? letters(run) : run) + letters(text.slice(end, last));
    done = last;
  }
  return masked + text.slice(done);
}

const isMark = (character: string): boolean => '*_~'.includes(character);

const letters = (text: string): string => 'a'.repeat(text.length);

function characterBefore(text: string, at: number): string {
  if (at === 0) return ' ';
  const isPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(at - 2, 0), at));
  return text.slice(isPair ? at - 2 : at - 1, at);
}
