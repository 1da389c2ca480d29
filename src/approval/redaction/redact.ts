import { copyJson, type JSONValue, maxInputDepth } from '../../protocol/base/json.js';
import { type JSONPath, pathKey } from '../../protocol/base/json-path.js';
import { isRecord } from '../../protocol/base/record.js';
import type { Redactions } from '../../protocol/deferred.js';
import { hiddenMark } from './hidden-mark.js';
import { isSecretValue, nameStrength, nameWords } from './secret-key.js';
import { holdsSecret } from './secret-member.js';
import { hideSecrets } from './secret-text.js';

/** Something that is not shown. Holds nothing of it. */
export interface Redaction {
  readonly path: JSONPath;
  /** `key`: its name says that it is a secret, here or elsewhere; `secret-text`: a part of the text looks like one; `tool`: its tool says so. */
  readonly reason: 'key' | 'secret-text' | 'tool' | 'long-text' | 'long-list' | 'too-deep';
  /** How much is hidden, in `unit`. */
  readonly hidden: number;
  readonly unit: 'characters' | 'items';
}

/** What a tool says about its own input: paths to hide as well (`[]` is the whole), perhaps with paths that hold no secret. */
export type ToolRedaction = readonly JSONPath[] | Redactions;

/** Options of {@link redact}. */
export interface RedactOptions {
  /** More names of secrets, in any style: `pin` finds `userPin`, `USER_PIN` and `pin-code`. Default: none. */
  readonly keys?: readonly string[];
  /** Names that hold no secret here, in any style, as a whole: `session` lets `session` through, not `session_token`. Default: none. */
  readonly allow?: readonly string[];
  /** Texts that are secrets wherever they stand, in whatever is shown: what was hidden elsewhere is not to come back. Default: none. */
  readonly secrets?: readonly string[];
  /** How many characters of a text are shown. Default 2,000. */
  readonly maxText?: number;
  /** How many items of a list are shown. Default 50. */
  readonly maxItems?: number;
  /** The tool's own word, given a copy. When it throws, or returns anything else, every text and every number is hidden. Default: none. */
  readonly refine?: ((value: JSONValue) => ToolRedaction) | undefined;
}

/** A value fit to be shown or stored, and what it leaves out. */
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
  /** The tool could not say what is a secret. */
  readonly hidesAll: boolean;
  readonly found: Redaction[];
}

/**
 * Copies a value without its secrets: what stands under a name such as `api_key` or `X-Auth-Token` becomes `[redacted]`,
 * and so do credentials inside texts; long texts and lists are cut. Yes and no, `null` and what is empty hold no secret,
 * and names are never changed. What runs is always the full value.
 *
 * @param value to be shown or kept elsewhere; it is not changed.
 * @example redact({ user: 'a', password: 'b' }).value // { user: 'a', password: '[redacted]' }
 */
export function redact(value: JSONValue, options: RedactOptions = {}): Redacted {
  return redactAround(value, options, () => false);
}

/** The same, but for texts and numbers that have to stay what they are, such as ids and types. */
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

/** What the tool says; `undefined` when it fails to. */
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
  // No promise either: it says too late what is a secret.
  const isPlain = Object.prototype.toString.call(answer) === '[object Object]';
  return isPlain && isRecord(answer) && Object.keys(answer).every((key) => key === 'hide' || key === 'show');
}

function isPathList(list: unknown): list is readonly JSONPath[] {
  return (
    Array.isArray(list) &&
    list.every((path) => Array.isArray(path) && path.every((step) => /^(?:str|num)/.test(typeof step)))
  );
}

interface Place {
  readonly path: JSONPath;
  /** What it is called, by its key or by its neighbour. */
  readonly name?: string | undefined;
  /** The tool says that it holds no secret. */
  readonly isShown: boolean;
}

function walk(value: JSONValue, place: Place, rules: Rules): JSONValue {
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
  // Not by assignment: a member may be called __proto__.
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
  // An option of a command line takes any value: `--token abc`.
  const named = nameStrength(name);
  const strength = named === 'weak' && called.startsWith('--') ? 'strong' : named;
  if (strength === 'none' || allow.has(name)) return false;
  return typeof value === 'object' ? holdsSecret({ name, strength }, value) : isSecretValue({ name, strength }, value);
}

/** A number that is a secret elsewhere. Texts are looked through. */
function isKnown(value: JSONValue, { secrets }: Rules): boolean {
  return typeof value === 'number' && secrets.length > 0 && hideSecrets(String(value), secrets).text === hiddenMark;
}

/** Members that are secrets by the object that they are in: private parts of a JSON Web Key, data of a Kubernetes Secret. */
function privateName(key: string, value: { readonly kty?: unknown; readonly kind?: unknown }): string | undefined {
  if (typeof value.kty === 'string' && /^(?:d|p|q|dp|dq|qi|k)$/.test(key)) return 'private key';
  return value.kind === 'Secret' && /^(?:data|stringData)$/.test(key) ? 'secret' : undefined;
}

/** A header or a variable as an object: `{ name: 'Authorization', value: '…' }`. */
function pairName(value: Readonly<Record<string, JSONValue>>): string | undefined {
  const key = Object.keys(value).find((candidate) => /^(?:name|key|header|variable)$/i.test(candidate));
  const name = key === undefined ? undefined : value[key];
  return typeof name === 'string' ? name : undefined;
}

function showList(list: readonly JSONValue[], { path, isShown }: Place, rules: Rules): JSONValue {
  const { maxItems, found } = rules;
  const shown = list.slice(0, maxItems).map((item, index) => {
    const before = list[index - 1];
    // A pair, or an option of a command line and its value.
    const names = typeof before === 'string' && (list.length === 2 || before.startsWith('-'));
    return walk(item, { path: [...path, index], name: names ? before : undefined, isShown }, rules);
  });
  if (list.length > maxItems) found.push({ path, reason: 'long-list', hidden: list.length - maxItems, unit: 'items' });
  return shown;
}

function showText(text: string, { path, isShown }: Place, { maxText, secrets, found }: Rules): string {
  // A part of a secret is none to look for further than it can be seen.
  const near = text.length > maxText ? text.slice(0, maxText + 4096) : text;
  const safe = isShown ? { text: near, hidden: 0 } : hideSecrets(near, secrets);
  if (safe.hidden > 0) found.push({ path, reason: 'secret-text', hidden: safe.hidden, unit: 'characters' });
  if (text.length <= maxText && safe.text.length <= maxText) return safe.text;
  const start = safe.text.slice(0, cutAt(safe.text, Math.max(0, maxText - cutMark.length)));
  found.push({ path, reason: 'long-text', hidden: Math.max(1, text.length - start.length), unit: 'characters' });
  return start + cutMark;
}

/** The nearest place before `end` where no character falls apart: no surrogate pair, no letter and its accent, no joined emoji. */
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
  // What is empty hides nothing, and what was hidden once is gone.
  if (hidden === 0 || value === hiddenMark) return value;
  found.push({ path, reason, hidden, unit: isText ? 'characters' : 'items' });
  return hiddenMark;
}
