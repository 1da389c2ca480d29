import { isSecretValue, type NameStrength, nameStrength, nameWords } from './secret-key.js';
import { isLiteral, isWordy, looksLikeCredential } from './secret-look.js';
import { charsOf, isBlank, isPathLike, type Span, type TextScan } from './text-scan.js';

const isNameChar = charsOf(/[\w.-]/);
const isQuote = charsOf(/["']/);
/** Matches a backslash, which escapes quotes in nested strings. */
export const isBackslash: (code: number) => boolean = charsOf(/\\/);
/** Matches the rest of a separator: `==`, `=>`, `:=`. */
const isSeparatorRest = charsOf(/[=>]/);
/** Matches characters that have no meaning for shells. `%` counts only before two hexadecimal digits. */
const isPlainChar = charsOf(/[\w.~+/=-]/, (code) => /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(code)));
const isHex = charsOf(/[\dA-Fa-f]/);

const longestName = 128;
const maxBlanks = 16;

/** Matches names whose values are programs, files or servers. People need to see these to judge a command. */
const visibleNames =
  / (?:command|cmd|exec|process|helper|program|script|hook|handler|plugin|module|lib|library|provider|shell|bin|files?|paths?|dir|socket|sock|host|server|domain|ur[il]|endpoint|address|origin|proxy)$/;
const header = /^(?:[\w-]*-)?authorization$|^x-[\w-]*(?:key|token|secret)$/i;
const authScheme = /^(?:bearer|basic|token|digest|negotiate|apikey|key|oauth|bot|accesskey|geniekey|splunk|ssws)$/i;

/** The name of a secret and its value, separated by `=` or `:`. */
interface Setting {
  readonly name: string;
  /** The name as separate words. */
  readonly words: string;
  readonly strength: Exclude<NameStrength, 'none'>;
  /** The start of the name. */
  readonly start: number;
  readonly separator: '=' | ':';
  /**
   * `tight`: no space on either side. `half`: a space only after `=`, where shells end the value and begin a command.
   */
  readonly spacing: 'tight' | 'half' | 'loose';
  /** `true` if the value is quoted, or the name is, as in JSON. */
  readonly isQuoted: boolean;
  /** `true` if the value itself is quoted. */
  readonly hasQuotes: boolean;
  readonly value: Span;
}

/** Returns the end of a value of plain characters. */
export function plainEnd(scan: TextScan, start: number): number {
  const { text } = scan;
  let at = scan.endOf(start, isPlainChar);
  while (text[at] === '%' && isHex(text.charCodeAt(at + 1)) && isHex(text.charCodeAt(at + 2)))
    at = scan.endOf(at + 3, isPlainChar);
  return at;
}

/**
 * Finds values that are secrets because of the name before them: `API_KEY=…`, `--password=…`, `#access_token=…`,
 * headers, JSON, settings. Only plain characters are hidden, and never text that a shell would execute.
 */
export function findSettings(scan: TextScan): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  const executed = new ExecutedVariables(text);
  const names = new SecretNames();
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 61 && code !== 58) continue;
    const setting = settingAt(scan, at, { from, names });
    if (setting === undefined) continue;
    const { start, end } = setting.value;
    const isHidden = end > start && hidesValue(scan, setting, executed);
    if (isHidden) found.push(setting.value, ...findRest(scan, setting));
    // A visible value after a colon may contain another setting with `=`, so it is searched, too. It has no other
    // colon, so no part of the text is read more than twice.
    if (!isHidden && setting.separator === ':') continue;
    at = Math.max(at, end - 1);
    from = end;
  }
  return found;
}

interface SearchState {
  /** The end of the previous value. */
  readonly from: number;
  readonly names: SecretNames;
}

/** Returns the setting around the separator at `at`, if its name is that of a secret. */
function settingAt(scan: TextScan, at: number, { from, names }: SearchState): Setting | undefined {
  const { text } = scan;
  const separator = text[at] === '=' ? '=' : ':';
  const nameEnd = scan.startOf(at, isBlank, maxBlanks);
  // The name may be an index: `headers["authorization"] = …`.
  const bracket = text[nameEnd - 1] === ']' ? nameEnd - 1 : nameEnd;
  const isQuotedName = isQuote(text.charCodeAt(bracket - 1));
  const end = isQuotedName ? scan.startOf(bracket - 1, isBackslash, 4) : bracket;
  const start = Math.max(from, scan.startOf(end, isNameChar, longestName));
  if (start >= end) return undefined;
  const name = text.slice(start, end);
  const secret = names.find(name);
  if (secret === undefined) return undefined;
  const separatorEnd = scan.endOf(at + 1, isSeparatorRest, 2);
  const first = scan.endOf(separatorEnd, isBlank, maxBlanks);
  const slashes = scan.endOf(first, isBackslash, 4);
  const isQuoted = isQuote(text.charCodeAt(slashes));
  const valueStart = isQuoted ? slashes + 1 : first;
  // `"token" == …` is a comparison.
  if (isQuotedName && separator === '=' && text[at + 1] === '=') return undefined;
  const hasSpaceBefore = nameEnd < at;
  const isTight = !hasSpaceBefore && first === separatorEnd;
  const spacing = isTight ? 'tight' : hasSpaceBefore || separator === ':' ? 'loose' : 'half';
  const value = settingSpan(scan, valueStart, isQuoted || separator === ':');
  return {
    name,
    ...secret,
    start,
    separator,
    spacing,
    isQuoted: isQuoted || (isQuotedName && separator === ':'),
    hasQuotes: isQuoted,
    value,
  };
}

/** Returns the span of a value, without an authentication scheme before it: `Bearer …`. */
function settingSpan(scan: TextScan, first: number, mayHaveScheme: boolean): Span {
  const { text } = scan;
  // Some frameworks write this prefix before binary keys.
  const start = text.startsWith('base64:', first) ? first + 7 : first;
  const end = plainEnd(scan, start);
  if (!mayHaveScheme || !authScheme.test(text.slice(start, Math.min(end, start + 16)))) return { start, end };
  const next = scan.endOf(end, isBlank, maxBlanks);
  // A scheme that nothing follows is not a secret.
  return next === end ? { start: end, end } : { start: next, end: plainEnd(scan, next) };
}

/** Returns `true` when the value of a setting is a secret that can be hidden without hiding what a command does. */
function hidesValue({ text }: TextScan, setting: Setting, executed: ExecutedVariables): boolean {
  const { name, words, start, separator, spacing, isQuoted, value } = setting;
  const word = text.slice(value.start, value.end);
  const isNumber = word.length < 20 && /^\d+(?:\.\d+)?$/.test(word);
  const isAssignment = separator === '=' && spacing === 'tight' && /^(?:--|[A-Z][A-Z\d_]+$)/.test(name);
  const strength = isAssignment || header.test(name) ? 'strong' : setting.strength;
  const whole = isNumber ? Number(word) : isQuoted ? quotedText(text, value) : word;
  if (isLiteral(word.slice(0, 16)) || !isSecretValue({ name: words, strength }, whole)) return false;
  if (isReference(text, setting, word)) return false;
  // The host or the user of a URL, and the name of an alias, whose value is a command.
  const before = text.slice(Math.max(0, start - 8), start);
  if (/(?:\/\/|@)$|(?:^|\W)alias\s+$/.test(before)) return false;
  if (!isQuoted && isPathLike(word.slice(0, 32))) return false;
  // A call, an index or a template follows: the value is code.
  if (!setting.hasQuotes && /[([{`]/.test(text.charAt(value.end))) return false;
  if (spacing === 'half' || executed.mayRun(name, word)) return false;
  // In `Cookie: theme=dark`, the name of the cookie decides.
  if (/^(?:set )?cookies?$/.test(words) && text[value.end] === '=') return false;
  if (isQuoted || (separator === '=' && spacing === 'tight')) return true;
  if (word.startsWith('/')) return false;
  const isLine = /(?:^|[\r\n])[ \t]*(?:export |set |- )?["']?$/.test(before);
  // A word that other words follow is prose: `Password: minimum 8 characters`.
  const isProse = /^[ \t]{1,4}[\p{L}\p{N}]/u.test(text.slice(value.end, value.end + 8)) && !looksLikeCredential(word);
  if (isProse) return false;
  if (header.test(name)) return true;
  if (isNumber && word.length < 4) return false;
  const isValue = /\d/.test(word) || !/[a-z]/.test(name) || (isLine && word.length >= 8);
  return spacing === 'loose' && word.length >= 3 && isValue;
}

/** Returns a quoted text from the start of its value. At most 64 characters beyond the value: enough to find prose. */
function quotedText(text: string, { start, end }: Span): string {
  const quote = /["']/.exec(text.slice(end, end + 64));
  return text.slice(start, quote === null ? end : end + quote.index);
}

/**
 * Returns `true` when the value is not the secret itself, but the name of a variable or a type, or a working directory:
 * `password: newPassword`, `token=settings.API_TOKEN`, `PWD=/work`.
 */
function isReference(
  text: string,
  { words, hasQuotes, name, separator, spacing, value }: Setting,
  word: string,
): boolean {
  if (/^(?:OLD)?PWD$/.test(name) && /^[/~]|^[A-Za-z]:/.test(word)) return true;
  if (hasQuotes || !/^[A-Za-z_][\w.]*$/.test(word)) return false;
  const next = text.slice(value.end, value.end + 4);
  const isCode = separator === ':' || spacing !== 'tight';
  if (/\d/.test(word))
    return isCode && /[a-z][A-Z]|^[A-Z][a-z]/.test(word) && isWordy(word) && /^\s?[,;)\]}<>?&|{]/.test(next);
  if (word.includes('.')) return isWordy(word);
  const valueWords = nameWords(word);
  if (valueWords === words || words.endsWith(` ${valueWords}`)) return true;
  if (isCode && (/^\s?[,;)\]}<>?=:]/.test(next) || name === 'authorization')) return true;
  return valueWords.includes(' ') && nameStrength(valueWords) !== 'none';
}

/** Matches punctuation within a quoted secret. */
const isQuotedPunctuation = charsOf(/[@!#^*?,:%]/);
/** Matches punctuation within an unquoted secret, in which other characters have a meaning for shells. */
const isBarePunctuation = charsOf(/[@!#^]/);

/**
 * Finds the parts of a value after punctuation: `ssw0rd` in `P@ssw0rd!`. The punctuation stays visible, so that nothing
 * executable is hidden.
 */
function findRest(scan: TextScan, { isQuoted, value, separator, spacing }: Setting): readonly Span[] {
  const { text } = scan;
  const found: Span[] = [];
  if (!isQuoted && (separator === ':' || spacing !== 'tight')) return found;
  for (let at = value.end; ; ) {
    const start = scan.endOf(at, isQuoted ? isQuotedPunctuation : isBarePunctuation, 4);
    const end = start === at ? at : plainEnd(scan, start);
    if (end === at || end === start) break;
    found.push({ start, end });
    at = end;
  }
  // Nothing more is hidden if the value has no clear end, or if it is in a URL, where a host could follow an `@`.
  const last = found.at(-1)?.end ?? value.end;
  const closes = isQuoted ? /^[@!#^*?,:%]{0,4}\\{0,4}["']/ : /^(?:[@!#^]{0,4}(?:[\s;&"']|$))/;
  return closes.test(text.slice(last, last + 12)) &&
    !(/:\/\//.test(text.slice(Math.max(0, value.start - 128), value.start).replace(/^.*\s/s, '')) && !isQuoted)
    ? found
    : [];
}

/** Recognizes names of secrets. Cached, because most texts repeat a few names. */
class SecretNames {
  readonly #known = new Map<string, Pick<Setting, 'words' | 'strength'> | undefined>();

  /** Returns the words and the strength of a name; `undefined` if it does not name a secret. */
  find(name: string): Pick<Setting, 'words' | 'strength'> | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const words = nameWords(name);
    const strength = visibleNames.test(words) ? 'none' : nameStrength(words);
    const found = strength === 'none' ? undefined : { words, strength };
    if (this.#known.size < 1_000) this.#known.set(name, found);
    return found;
  }
}

/** Finds variables that a text executes as commands: `TOKEN=rm; $TOKEN -rf /`. */
class ExecutedVariables {
  readonly #text: string;
  #names: ReadonlySet<string> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns `true` when the text executes the variable, unless its value looks like a key and not like a command. */
  mayRun(name: string, value: string): boolean {
    if (value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && !/[/.]/.test(value)) return false;
    this.#names ??= new Set(Array.from(this.#text.matchAll(executedVariable), ([, variable = '']) => variable));
    return this.#names.has(name);
  }
}

/** Matches a variable where a shell expects a command. */
const executedVariable =
  /(?:^|[\n;|&`({]|\b(?:eval|exec|sudo|env|xargs|nohup|time|then|do|else|command|source|call|start|iex|sh|bash|-c)|\b(?:run|command|script):)[ \t]{0,8}["'(]{0,4}[$%!]\{?(?:env:)?([A-Za-z_]\w{0,127})(?![ \t]{0,8}=)/g;
