import type { JSONValue } from '../../protocol/base/json.js';
import type { JSONPath } from '../../protocol/base/json-path.js';
import type { DeceptiveMark, TextKind } from './deceptive-mark.js';
import { type DeceptiveTextOptions, findDeceptiveText } from './deceptive-text.js';
import { readsAsUrl } from './deceptive-url.js';

/** What is deceptive about one string in a JSON value. */
export interface DeceptiveValue {
  /** Where it is: names of members and indexes of lists. For a name, the last one is the name itself. */
  readonly path: JSONPath;
  readonly in: 'key' | 'value';
  readonly marks: readonly DeceptiveMark[];
}

/** Options of {@link findDeceptiveValues}. */
export interface DeceptiveValuesOptions extends Pick<DeceptiveTextOptions, 'maxLength' | 'maxScan'> {
  /**
   * Tells what the string at a path is. `undefined`, and when left out: guessed by the name of the member (`filePath`, `url`,
   * `hostname`, `command`), then by the string.
   */
  readonly kindOf?: ((path: JSONPath, text: string) => TextKind | undefined) | undefined;
}

/** A path from its end, so that a deep value costs no copies until something is found. */
interface Place {
  readonly value: JSONValue | undefined;
  readonly key?: string | number;
  /** What it is called: its key or, of what is in a list, the list's. */
  readonly name?: string | undefined;
  readonly parent?: Place;
}

/**
 * Looks through a call's input for strings, and names of members, that do not look like what they are.
 *
 * @param value the input; as deep as it likes.
 * @returns what was found, in the order of the input.
 * @example findDeceptiveValues({ path: '/etc\u2215passwd' }) // [{ path: ['path'], in: 'value', marks: [{ kind: 'look-alike', … }] }]
 */
export function findDeceptiveValues(value: JSONValue, options: DeceptiveValuesOptions = {}): readonly DeceptiveValue[] {
  const found: DeceptiveValue[] = [];
  const check = (place: Place, text: string, where: 'key' | 'value'): void => {
    const kind = where === 'key' ? 'code' : kindAt(place, text, options);
    const marks = findDeceptiveText(text, { kind, maxLength: options.maxLength, maxScan: options.maxScan });
    if (marks.length > 0) found.push({ path: pathOf(place), in: where, marks });
  };
  const open: Place[] = [{ value }];
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

function pathOf(place: Place): JSONPath {
  const path: (string | number)[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) path.unshift(at.key);
  return path;
}

/** Last words of names that tell what a member holds, in snake case. */
const kindsByName: readonly (readonly [TextKind, RegExp])[] = [
  ['path', /(?:^|_)(?:path|paths|file|files|file_?name|dir|directory|folder|cwd|destination)$/],
  ['url', /(?:^|_)(?:url|urls|uri|href|link)$/],
  ['host', /(?:^|_)(?:host|host_?name|domain)$/],
  ['code', /(?:^|_)(?:code|script|command|commands|command_?line|cmd|shell|bash|exec|args|argv|sql|diff|patch)$/],
];

function kindAt(place: Place, text: string, { kindOf }: DeceptiveValuesOptions): TextKind | undefined {
  const told = kindOf?.(pathOf(place), text);
  if (told !== undefined) return told;
  const name = String(place.name ?? '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  const kind = kindsByName.find(([, pattern]) => pattern.test(name))?.[0];
  if (kind === 'path' && readsAsUrl(text, 'alone')) return 'url';
  // A link may be none.
  if (kind === undefined || (kind === 'url' && !readsAsUrl(text, 'named'))) return undefined;
  return kind === 'code' || !/[\n\r]/.test(text.trimEnd()) || isOneName(text, name) ? kind : undefined;
}

/** Whether a text of several lines is one name nevertheless, and neither the content of a file, an address, nor a list. */
function isOneName(text: string, name: string): boolean {
  if (/(?:^|_)(?:url|uri|href|link)$/.test(name)) return !/ |:[\\/]{2}/.test(text.slice(text.search(/[\n\r]/)));
  return /(?:^|_)(?:path|file_?name|dir|directory|folder|cwd)$/.test(name) && /[\\/]|\.[a-z]\w{0,4}\s*$/i.test(text);
}
