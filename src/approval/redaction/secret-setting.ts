import { isSecretName, nameWords } from './secret-key.js';
import { charsOf, isBlank, isPathLike, type Span, type TextScan } from './text-scan.js';

const isNameChar = charsOf(/[\w.-]/);
const isQuote = charsOf(/["']/);
/** A backslash, which escapes within texts of texts. */
export const isBackslash: (code: number) => boolean = charsOf(/\\/);
const isMoreSeparator = charsOf(/[=>]/);
/** What no shell reads as more than itself. `%` counts only before two hexadecimal digits. */
const isPlainChar = charsOf(/[\w.~+/=-]/, (code) => /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code)));
const isHex = charsOf(/[\dA-Fa-f]/);

const longestName = 128;
const maxBlanks = 16;

/** Names of what is run, read or contacted: who has to judge a command has to see it. */
const acts =
  / (?:command|cmd|exec|process|helper|program|script|hook|handler|plugin|module|lib|library|provider|shell|bin|files?|paths?|dir|socket|sock|host|server|domain|ur[il]|endpoint|address|origin|proxy)$/;
const literals = /^(?:true|false|null|nil|none|undefined|yes|no|on|off|string|number|boolean)$/i;
const header = /^(?:[\w-]*-)?authorization$|^x-[\w-]*(?:key|token|secret)$/i;
const authScheme = /^(?:bearer|basic|token|digest|negotiate)$/i;

/** What stands on both sides of a `=` or a `:`. */
interface Setting {
  readonly name: string;
  /** The name in words. */
  readonly words: string;
  /** Where its name begins. */
  readonly start: number;
  readonly separator: '=' | ':';
  /** `tight`: no blank on either side. `half`: only behind a `=`, where shells end the value and begin a command. */
  readonly spacing: 'tight' | 'half' | 'loose';
  readonly isQuoted: boolean;
  readonly value: Span;
}

/** Where a value of plain characters ends. */
export function plainEnd(scan: TextScan, start: number): number {
  const { text } = scan;
  let at = scan.endOf(start, isPlainChar);
  while (text[at] === '%' && isHex(text.charCodeAt(at + 1)) && isHex(text.charCodeAt(at + 2)))
    at = scan.endOf(at + 3, isPlainChar);
  return at;
}

/**
 * Finds values that a name in the text itself tells to be secrets: `API_KEY=…`, `--password=…`, `#access_token=…`, headers, JSON,
 * lines of settings. As far as a value is made of plain characters, and never what a shell would run in its place.
 */
export function findSettings(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  const calls = new Called(text);
  const names = new Names();
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 61 && code !== 58) continue;
    const setting = settingAt(scan, at, { from, names });
    if (setting === undefined) continue;
    const { start, end } = setting.value;
    const isHidden = end > start && hidesValue(scan, setting, calls);
    if (isHidden) found.push(setting.value);
    // A stretch behind a colon holds no other colon, and may hold settings: it is read twice. No other is.
    if (!isHidden && setting.separator === ':') continue;
    at = Math.max(at, end - 1);
    from = end;
  }
  return found;
}

interface Known {
  /** Where the last value ended. */
  readonly from: number;
  readonly names: Names;
}

/** The setting around a separator, where its name is a secret’s. */
function settingAt(scan: TextScan, at: number, { from, names }: Known): Setting | undefined {
  const { text } = scan;
  const separator = text[at] === '=' ? '=' : ':';
  const nameEnd = scan.startOf(at, isBlank, maxBlanks);
  const bracket = text[nameEnd - 1] === ']' ? nameEnd - 1 : nameEnd;
  const isQuotedName = isQuote(text.charCodeAt(bracket - 1));
  const end = isQuotedName ? scan.startOf(bracket - 1, isBackslash, 4) : bracket;
  const start = Math.max(from, scan.startOf(end, isNameChar, longestName));
  if (start >= end) return undefined;
  const name = text.slice(start, end);
  const words = names.secret(name);
  if (words === undefined) return undefined;
  const behind = scan.endOf(at + 1, isMoreSeparator, 2);
  const first = scan.endOf(behind, isBlank, maxBlanks);
  const slashes = scan.endOf(first, isBackslash, 4);
  const isQuoted = isQuote(text.charCodeAt(slashes));
  const valueStart = isQuoted ? slashes + 1 : first;
  const hasLead = nameEnd < at;
  const spacing = !hasLead && first === behind ? 'tight' : hasLead || separator === ':' ? 'loose' : 'half';
  const value = settingSpan(scan, valueStart, isQuoted || separator === ':');
  return { name, words, start, separator, spacing, isQuoted: isQuoted || (isQuotedName && separator === ':'), value };
}

/** The value, behind the word that says how a header proves who asks. */
function settingSpan(scan: TextScan, start: number, mayHaveScheme: boolean): Span {
  const { text } = scan;
  const end = plainEnd(scan, start);
  if (!mayHaveScheme || !authScheme.test(text.slice(start, Math.min(end, start + 16)))) return { start, end };
  const next = scan.endOf(end, isBlank, maxBlanks);
  // The word alone is no secret.
  return next === end ? { start: end, end } : { start: next, end: plainEnd(scan, next) };
}

function hidesValue({ text }: TextScan, setting: Setting, calls: Called): boolean {
  const { name, words, start, separator, spacing, isQuoted, value } = setting;
  const word = text.slice(value.start, value.end);
  const isNumber = word.length < 20 && /^\d+(?:\.\d+)?$/.test(word);
  if (literals.test(word.slice(0, 16)) || !isSecretName(words, isNumber ? Number(word) : word)) return false;
  // A part of an address names where it leads; an alias is a command; what is called or looked up is no value.
  const before = text.slice(Math.max(0, start - 8), start);
  if (/(?:\/\/|@)$|(?:^|\W)alias\s+$/.test(before)) return false;
  if (!isQuoted && (isPathLike(word.slice(0, 32)) || /[([{`]/.test(text.charAt(value.end)))) return false;
  if (spacing === 'half' || calls.runs(name, word)) return false;
  if (isQuoted || (separator === '=' && spacing === 'tight')) return true;
  if (word.startsWith('/')) return false;
  if (header.test(name)) return true;
  const isLine = /(?:^|[\r\n])[ \t]*(?:export |set |- )?["']?$/.test(before);
  const isLiteral = /\d/.test(word) || !/[a-z]/.test(name) || (isLine && word.length >= 8);
  return spacing === 'loose' && word.length >= 3 && isLiteral;
}

/** Names that were looked up: most texts have few. */
class Names {
  readonly #known = new Map<string, string | undefined>();

  /** The words of a name that is a secret’s. */
  secret(name: string): string | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const words = nameWords(name);
    const found = isSecretName(words, '') && !acts.test(words) ? words : undefined;
    if (this.#known.size < 1_000) this.#known.set(name, found);
    return found;
  }
}

/** Which variables of a text are run: `TOKEN=rm; $TOKEN -rf /`. */
class Called {
  readonly #text: string;
  #names: ReadonlySet<string> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether a value is one that a command is made of. What can only be a key is none. */
  runs(name: string, value: string): boolean {
    if (value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && !/[/.]/.test(value)) return false;
    this.#names ??= new Set(Array.from(this.#text.matchAll(called), ([, called = '']) => called));
    return this.#names.has(name);
  }
}

const called =
  /(?:^|[\n;|&`({]|\b(?:eval|exec|sudo|env|xargs|nohup|time|then|do|else|command|source|call|start|iex|sh|bash|-c)|\b(?:run|command|script):)[ \t]{0,8}["'(]{0,4}[$%!]\{?(?:env:)?([A-Za-z_]\w{0,127})(?![ \t]{0,8}=)/g;
