import { cutAddress } from './link-end.js';
import { areNoMarks, markSides } from './mark-sides.js';

/** An open emphasis: its mark, and its position in the completed text. */
interface Open {
  readonly mark: string;
  length: number;
  readonly at: number;
}

/** The state of reading: the text, the position, and the completed text. */
interface Reading {
  readonly text: string;
  next: number;
  shown: string;
  readonly open: Open[];
}

/** The length above which paragraphs are shown as they are: finding emphasis takes quadratic time. */
export const maxInline = 6_000;

/** Addresses contain no emphasis. */
const address = /https?:\/\/[^\s<>()]+/y;

/** The beginning of a link between angle brackets. */
const openAddress = /^<[a-z][a-z0-9+.-]*:[^\s<>]*$/i;

/**
 * Completes unfinished syntax in a piece of running text: code, emphasis, links. A mark at the very end is held back
 * until it is unambiguous.
 */
export function completeInline(text: string): string {
  if (text.length > maxInline || !/[`*_~[<\\]/.test(text)) return text;
  const reading: Reading = { text, next: 0, shown: '', open: [] };
  while (reading.next < text.length) readNext(reading);
  return close(reading);
}

function readNext(reading: Reading): void {
  const { text, next } = reading;
  const character = text.charAt(next);
  if (character === '\\') pass(reading, next + 1 < text.length ? 2 : 0, 2);
  else if (character === '`') readCode(reading);
  else if (character === '[') readLink(reading);
  else if (character === '!' && text.charAt(next + 1) === '[') readPicture(reading);
  else if ('*_~'.includes(character)) readEmphasis(reading);
  else if (character === '<') pass(reading, openAddress.test(text.slice(next, next + 2_000)) ? 0 : 1, 1);
  else if (character === 'h') {
    address.lastIndex = next;
    pass(reading, cutAddress(address.exec(text)?.[0] ?? character).length);
  } else pass(reading, 1);
}

/** Copies some characters, and advances by them, or by a given number. */
function pass(reading: Reading, shown: number, read: number = shown): void {
  reading.shown += reading.text.slice(reading.next, reading.next + shown);
  reading.next += read;
}

function readCode(reading: Reading): void {
  const { text, next } = reading;
  const run = /^`+/.exec(text.slice(next))?.[0] ?? '`';
  const rest = text.slice(next + run.length);
  const closing = new RegExp(`(?<!\`)${run}(?!\`)`).exec(rest);
  if (closing !== null) {
    pass(reading, run.length + closing.index + run.length);
    return;
  }
  const code = rest.replace(/`+$/, '');
  if (code.trim() !== '') reading.shown += run + code + run;
  reading.next = text.length;
}

/** Returns the position that closes the bracket at `from`; -1 without one. */
function closingOf(text: string, from: number): number {
  const [opening, closing] = text.charAt(from) === '(' ? ['(', ')'] : ['[', ']'];
  if (!text.includes(closing, from)) return -1;
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === opening) depth++;
    else if (character === closing && --depth === 0) return at;
  }
  return -1;
}

/** Omits an unfinished picture. */
function readPicture(reading: Reading): void {
  const { text, next } = reading;
  const end = endOfLink(text, next + 1);
  if (end === 'open') reading.next = text.length;
  else pass(reading, end === 'none' ? 1 : end - next);
}

/** Reads a link. Its text is shown without brackets until its address is complete. */
function readLink(reading: Reading): void {
  const { text, next } = reading;
  const end = endOfLink(text, next);
  const label = closingOf(text, next);
  if (end !== 'open') pass(reading, end === 'none' ? 1 : end - next);
  else if (label < 0) pass(reading, 0, 1);
  else {
    reading.shown += completeInline(text.slice(next + 1, label));
    reading.next = text.length;
  }
}

/** Returns the end of the link that begins at `from`; `open`: unfinished; `none`: not a link. */
function endOfLink(text: string, from: number): number | 'open' | 'none' {
  const label = closingOf(text, from);
  if (label < 0 || label === text.length - 1) return 'open';
  if (!'(['.includes(text.charAt(label + 1))) return 'none';
  const end = closingOf(text, label + 1);
  return end < 0 ? 'open' : end + 1;
}

function readEmphasis(reading: Reading): void {
  const { text, next, open } = reading;
  const mark = text.charAt(next);
  let length = 1;
  while (text.charAt(next + length) === mark) length++;
  const isEnd = next + length === text.length;
  const { before, after, characters } = markSides(text, next, next + length);
  if (areNoMarks(mark.repeat(length), characters)) {
    pass(reading, mark === '~' && isEnd && length < 3 ? 0 : length, length);
    return;
  }
  const opens = after !== 'space' && (after === 'letter' || before !== 'letter');
  const closes = before !== 'space' && (before === 'letter' || after !== 'letter');
  // Within a word, an underscore is one of its letters.
  const canOpen = opens && !(mark === '_' && closes && before === 'letter');
  const canClose = closes && !(mark === '_' && opens && after === 'letter');
  const left = canClose ? closeOpen(open, mark, length) : length;
  // Marks at the very end count only if they close something.
  const isHeldBack = left > 0 && isEnd;
  if (left > 0 && canOpen) open.push({ mark, length: left, at: reading.shown.length + length - left });
  pass(reading, isHeldBack ? length - left : length, length);
}

/** Closes open emphasis with a mark, and returns how much of the run of marks is left. */
function closeOpen(open: Open[], mark: string, length: number): number {
  let left = length;
  for (let at = open.length - 1; at >= 0 && left > 0; at--) {
    const one = open[at];
    if (one?.mark !== mark) continue;
    const closed = Math.min(left, one.length);
    left -= closed;
    one.length -= closed;
    open.length = one.length === 0 ? at : at + 1; // emphasis that was opened inside is text
  }
  return left;
}

/** Closes all open emphasis, the last first; omits empty ones. */
function close({ shown, open }: Reading): string {
  let text = shown;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const body = text.trimEnd();
    const isEmpty = body.length <= one.at + one.length;
    text = isEmpty ? body.slice(0, one.at) : `${body}${one.mark.repeat(one.length)}${text.slice(body.length)}`;
  }
  return text;
}
