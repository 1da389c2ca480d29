import type { JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import type { DeceptiveMark, TextKind } from './deceptive-mark.js';
import { type DeceptiveTextOptions, findDeceptiveText } from './deceptive-text.js';
import { readsAsUrl } from './deceptive-url.js';

/** The deceptive parts of one string in a JSON value. */
export interface DeceptiveValue {
  /** The path: names of members and indexes of lists. For a member's name, the last element is that name. */
  readonly path: JSONPath;
  readonly in: 'key' | 'value';
  readonly marks: readonly DeceptiveMark[];
}

/** Options of {@link findDeceptiveValues}. */
export interface DeceptiveValuesOptions extends Pick<DeceptiveTextOptions, 'maxLength' | 'maxScan'> {
  /**
   * Returns the kind of the string at a path. Default, and for `undefined`: guessed by the name of the member
   * (`filePath`, `url`, `hostname`, `command`), then by the string.
   */
  readonly kindOf?: ((path: JSONPath, text: string) => TextKind | undefined) | undefined;
}

/** A visited value. Its path is a linked list, so that deep values do not copy paths until something is found. */
interface VisitedValue {
  readonly value: JSONValue | undefined;
  readonly key?: string | number;
  /** Its key or, for an item of a list, the name of the list. */
  readonly name?: string | undefined;
  readonly parent?: VisitedValue;
}

/**
 * Finds deceptive strings and names of members in the input of a call.
 *
 * @param value the input, of any depth.
 * @returns the deceptive strings, in the order of the input.
 * @example
 * findDeceptiveValues({ path: '/etc\u2215passwd' });
 * // [{ path: ['path'], in: 'value', marks: [{ kind: 'look-alike', … }] }]
 */
export function findDeceptiveValues(value: JSONValue, options: DeceptiveValuesOptions = {}): readonly DeceptiveValue[] {
  const found: DeceptiveValue[] = [];
  const check = (place: VisitedValue, text: string, where: 'key' | 'value'): void => {
    const kind = where === 'key' ? 'code' : kindAt(place, text, options);
    const marks = findDeceptiveText(text, { kind, maxLength: options.maxLength, maxScan: options.maxScan });
    if (marks.length > 0) found.push({ path: pathOf(place), in: where, marks });
  };
  const open: VisitedValue[] = [{ value }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value: next } = place;
    if (typeof place.key === 'string') check(place, place.key, 'key');
    if (typeof next === 'string') check(place, next, 'value');
    if (typeof next !== 'object' || next === null) continue;
    const entries = Array.isArray(next) ? [...next.entries()] : Object.entries(next);
    for (const [key, member] of entries.reverse())
      open.push({ value: member, key, name: typeof key === 'string' ? key : place.name, parent: place });
  }
  return found;
}

function pathOf(place: VisitedValue): JSONPath {
  const path: (string | number)[] = [];
  for (let at: VisitedValue | undefined = place; at?.key !== undefined; at = at.parent) path.unshift(at.key);
  return path;
}

/** Endings of names, in snake case, that determine the kind of a member. */
const kindsByName: readonly (readonly [TextKind, RegExp])[] = [
  ['path', /(?:^|_)(?:path|paths|file|files|file_?name|dir|directory|folder|cwd|destination)$/],
  ['url', /(?:^|_)(?:url|urls|uri|href|link)$/],
  ['host', /(?:^|_)(?:host|host_?name|domain)$/],
  ['code', /(?:^|_)(?:code|script|command|commands|command_?line|cmd|shell|bash|exec|args|argv|sql|diff|patch)$/],
];

function kindAt(place: VisitedValue, text: string, { kindOf }: DeceptiveValuesOptions): TextKind | undefined {
  const known = kindOf?.(pathOf(place), text);
  if (known !== undefined) return known;
  const name = String(place.name ?? '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  const kind = kindsByName.find(([, pattern]) => pattern.test(name))?.[0];
  if (kind === 'path' && readsAsUrl(text, 'alone')) return 'url';
  // A member with the name of a link may have another value.
  if (kind === undefined || (kind === 'url' && !readsAsUrl(text, 'named'))) return undefined;
  return kind === 'code' || !/[\n\r]/.test(text.trimEnd()) || isOneName(text, name) ? kind : undefined;
}

/**
 * Returns `true` when a text with line breaks is one name nevertheless, and not a file's content, an address, or a
 * list.
 */
function isOneName(text: string, name: string): boolean {
  if (/(?:^|_)(?:url|uri|href|link)$/.test(name)) return !/ |:[\\/]{2}/.test(text.slice(text.search(/[\n\r]/)));
  return /(?:^|_)(?:path|file_?name|dir|directory|folder|cwd)$/.test(name) && /[\\/]|\.[a-z]\w{0,4}\s*$/i.test(text);
}
