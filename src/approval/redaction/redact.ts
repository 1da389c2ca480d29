import { copyJson, type JSONValue, maxInputDepth } from '../../protocol/base/json.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import { isRecord } from '../../protocol/base/record.js';
import type { Redactions } from '../../protocol/deferred.js';
import { hiddenMark } from './hidden-mark.js';
import { isSecretValue, nameStrength, nameWords } from './secret-key.js';
import { holdsSecret } from './secret-member.js';
import { hideSecrets } from './secret-text.js';

/** The description of a hidden part, without its content. */
export interface Redaction {
  readonly path: JSONPath;
  /**
   * `key`: the name is that of a secret, or the value is hidden elsewhere; `secret-text`: a part of the text looks like
   * a secret; `tool`: its tool hides it.
   */
  readonly reason: 'key' | 'secret-text' | 'tool' | 'long-text' | 'long-list' | 'too-deep';
  /** The hidden amount, in `unit`. */
  readonly hidden: number;
  readonly unit: 'characters' | 'items';
}

/** A tool's instructions for its own input: paths to hide (`[]` is the whole input), optionally with paths to show. */
export type ToolRedaction = readonly JSONPath[] | Redactions;

/** Options of {@link redact}. */
export interface RedactOptions {
  /** Further names of secrets, in any style: `pin` matches `userPin`, `USER_PIN` and `pin-code`. Default: none. */
  readonly keys?: readonly string[];
  /**
   * Names that are not secrets here, in any style, as a whole: `session` allows `session`, not `session_token`.
   * Default: none.
   */
  readonly allow?: readonly string[];
  /** Strings that are hidden everywhere, because they were hidden elsewhere. Default: none. */
  readonly secrets?: readonly string[];
  /** The maximum number of characters of a string that are shown. Default: 2,000. */
  readonly maxText?: number;
  /** The maximum number of items of a list that are shown. Default: 50. */
  readonly maxItems?: number;
  /**
   * The tool's instructions; it receives a copy. If it throws or returns an invalid value, all strings and numbers are
   * hidden. Default: none.
   */
  readonly refine?: ((value: JSONValue) => ToolRedaction) | undefined;
}

/** A value that is safe to show or store, with a description of the hidden parts. */
export interface Redacted {
  readonly value: JSONValue;
  readonly redactions: readonly Redaction[];
}

const cutMark = '… [cut]';

interface Rules {
  readonly keys: readonly string[];
  readonly allow: ReadonlySet<string>;
  readonly secrets: readonly string[];
  readonly isFixed: (path: JSONPath, value: string | number) => boolean;
  readonly maxText: number;
  readonly maxItems: number;
  readonly hide: ReadonlySet<string>;
  readonly show: ReadonlySet<string>;
  /** `true` if the tool failed to return instructions. */
  readonly hidesAll: boolean;
  readonly found: Redaction[];
}

/**
 * Copies a value without its secrets: values with a name such as `api_key` or `X-Auth-Token`, and credentials in texts,
 * become `[redacted]`; long strings and lists are truncated. Booleans, `null` and empty values are not secrets, and
 * names are never changed. Tools still receive the full value.
 *
 * @param value the value; it is not changed.
 * @example redact({ user: 'a', password: 'b' }).value // { user: 'a', password: '[redacted]' }
 */
export function redact(value: JSONValue, options: RedactOptions = {}): Redacted {
  return redactAround(value, options, () => false);
}

/** Redacts a value except for strings and numbers that must not change, such as ids and types. */
export function redactAround(value: JSONValue, options: RedactOptions, isFixed: Rules['isFixed']): Redacted {
  const { keys = [], allow = [], secrets = [], maxText = 2000, maxItems = 50, refine } = options;
  const own = refine === undefined ? { hide: [], show: [] } : refined(refine, value);
  const rules: Rules = {
    keys: keys.map(nameWords).filter((name) => name !== ''),
    allow: new Set(allow.map(nameWords)),
    secrets,
    isFixed,
    maxText,
    maxItems,
    hide: new Set(own?.hide?.map(pathKey)),
    show: new Set(own?.show?.map(pathKey)),
    hidesAll: own === undefined,
    found: [],
  };
  return { value: walk(value, { path: [], isShown: false }, rules), redactions: rules.found };
}

/** Returns the tool's instructions; `undefined` if they are invalid. */
function refined(refine: (value: JSONValue) => ToolRedaction, value: JSONValue): Redactions | undefined {
  try {
    const answer: unknown = refine(copyJson(value) as JSONValue); // a copy of JSON
    const { hide = [], show = [] } = Array.isArray(answer) ? { hide: answer } : isPaths(answer) ? answer : { hide: 0 };
    return isPathList(hide) && isPathList(show) ? { hide, show } : undefined;
  } catch {
    return undefined;
  }
}

function isPaths(answer: unknown): answer is { readonly hide?: unknown; readonly show?: unknown } {
  // A promise is not accepted, because redaction is synchronous.
  const isPlain = Object.prototype.toString.call(answer) === '[object Object]';
  return isPlain && isRecord(answer) && Object.keys(answer).every((key) => key === 'hide' || key === 'show');
}

function isPathList(list: unknown): list is readonly JSONPath[] {
  return (
    Array.isArray(list) &&
    list.every((path) => Array.isArray(path) && path.every((step) => /^(?:str|num)/.test(typeof step)))
  );
}

interface WalkedValue {
  readonly path: JSONPath;
  /** The name: its key, or the value before it in a pair. */
  readonly name?: string | undefined;
  /** `true` if the tool shows it. */
  readonly isShown: boolean;
}

function walk(value: JSONValue, place: WalkedValue, rules: Rules): JSONValue {
  const { path, name } = place;
  const isLeaf = typeof value === 'string' || typeof value === 'number';
  if (isLeaf && rules.isFixed(path, value)) return value;
  const has = (paths: ReadonlySet<string>): boolean => paths.size > 0 && paths.has(pathKey(path));
  if (has(rules.hide)) return hideAt(value, { path, reason: 'tool' }, rules);
  const isShown = place.isShown || has(rules.show);
  if (!isShown && name !== undefined && isSecret(name, value, rules))
    return hideAt(value, { path, reason: 'key' }, rules);
  if (rules.hidesAll && isLeaf) return hideAt(value, { path, reason: 'tool' }, rules);
  if (!isShown && isKnown(value, rules)) return hideAt(value, { path, reason: 'key' }, rules);
  if (typeof value === 'string') return showText(value, { path, isShown }, rules);
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= maxInputDepth) return hideAt(value, { path, reason: 'too-deep' }, rules);
  if (Array.isArray(value)) return showList(value, { path, isShown }, rules);
  const entries = Object.entries(value as Readonly<Record<string, JSONValue>>);
  const pair = pairName(value as Readonly<Record<string, JSONValue>>);
  // `Object.fromEntries` instead of assignment, because a member may have the name `__proto__`.
  return Object.fromEntries(
    entries.map(([key, member]) => {
      const called =
        (pair !== undefined && /^value$/i.test(key) ? pair : undefined) ?? privateName(key, Object(value)) ?? key;
      return [key, walk(member, { path: [...path, key], name: called, isShown }, rules)];
    }),
  );
}

function isSecret(called: string, value: JSONValue, { keys, allow }: Rules): boolean {
  if (value === null || typeof value === 'boolean') return false;
  const name = nameWords(called);
  if (keys.some((key) => ` ${name} `.includes(` ${key} `))) return true;
  // A command-line option takes any value: `--token abc`.
  const named = nameStrength(name);
  const strength = named === 'weak' && called.startsWith('--') ? 'strong' : named;
  if (strength === 'none' || allow.has(name)) return false;
  return typeof value === 'object' ? holdsSecret({ name, strength }, value) : isSecretValue({ name, strength }, value);
}

/** Returns `true` for a number that is hidden elsewhere. Strings are searched instead. */
function isKnown(value: JSONValue, { secrets }: Rules): boolean {
  return typeof value === 'number' && secrets.length > 0 && hideSecrets(String(value), secrets).text === hiddenMark;
}

/**
 * Returns the name of a member that is secret because of its object: private parts of a JSON Web Key, data of a
 * Kubernetes Secret.
 */
function privateName(key: string, value: { readonly kty?: unknown; readonly kind?: unknown }): string | undefined {
  if (typeof value.kty === 'string' && /^(?:d|p|q|dp|dq|qi|k)$/.test(key)) return 'private key';
  return value.kind === 'Secret' && /^(?:data|stringData)$/.test(key) ? 'secret' : undefined;
}

/** Returns the name in an object that holds a header or a variable: `{ name: 'Authorization', value: '…' }`. */
function pairName(value: Readonly<Record<string, JSONValue>>): string | undefined {
  const key = Object.keys(value).find((candidate) => /^(?:name|key|header|variable)$/i.test(candidate));
  const name = key === undefined ? undefined : value[key];
  return typeof name === 'string' ? name : undefined;
}

function showList(list: readonly JSONValue[], { path, isShown }: WalkedValue, rules: Rules): JSONValue {
  const { maxItems, found } = rules;
  const shown = list.slice(0, maxItems).map((item, index) => {
    const before = list[index - 1];
    // A pair of name and value, or a command-line option with its value.
    const names = typeof before === 'string' && (list.length === 2 || before.startsWith('-'));
    return walk(item, { path: [...path, index], name: names ? before : undefined, isShown }, rules);
  });
  if (list.length > maxItems) found.push({ path, reason: 'long-list', hidden: list.length - maxItems, unit: 'items' });
  return shown;
}

function showText(text: string, { path, isShown }: WalkedValue, { maxText, secrets, found }: Rules): string {
  // Secrets may cross the limit of the visible text, so a bit more than that is searched.
  const near = text.length > maxText ? text.slice(0, maxText + 4096) : text;
  const safe = isShown ? { text: near, hidden: 0 } : hideSecrets(near, secrets);
  if (safe.hidden > 0) found.push({ path, reason: 'secret-text', hidden: safe.hidden, unit: 'characters' });
  if (text.length <= maxText && safe.text.length <= maxText) return safe.text;
  const start = safe.text.slice(0, cutAt(safe.text, Math.max(0, maxText - cutMark.length)));
  found.push({ path, reason: 'long-text', hidden: Math.max(1, text.length - start.length), unit: 'characters' });
  return start + cutMark;
}

/**
 * Returns the last position up to `end` that does not split a surrogate pair, a letter with its accent, or a joined
 * emoji.
 */
function cutAt(text: string, end: number): number {
  let at = end;
  while (
    at > 0 &&
    end - at < 32 &&
    (/^[\p{M}\p{Cf}\p{EMod}\uDC00-\uDFFF]/u.test(text.slice(at, at + 2)) || text[at - 1] === '\u200D')
  )
    at -= 1;
  return /^[\uDC00-\uDFFF]/.test(text.slice(at)) ? at - 1 : at;
}

function hideAt(value: JSONValue, { path, reason }: Pick<Redaction, 'path' | 'reason'>, { found }: Rules): JSONValue {
  const isText = typeof value !== 'object';
  const hidden = value === null ? 0 : isText ? String(value).length : Object.keys(value).length;
  // Empty values and values that are already redacted need no redaction.
  if (hidden === 0 || value === hiddenMark) return value;
  found.push({ path, reason, hidden, unit: isText ? 'characters' : 'items' });
  return hiddenMark;
}
