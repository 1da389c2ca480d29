import { type JSONValue, maxInputDepth, toJson } from '../../protocol/base/json.js';
import { isPlain } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';

/**
 * Turns a result into JSON. A result that JSON cannot carry is kept as text that says so: the effect of the call has
 * happened, so the result must neither be lost nor make the call a failure.
 */
export function toTextualJson(value: unknown): JSONValue {
  try {
    return toJson(value, 'The result');
  } catch {
    // The text below names what JSON cannot carry, and the getters that throw.
  }
  const problems: string[] = [];
  const textual = withText(value, { path: [], parents: new Set(), problems, members: 0 });
  const text = typeof textual === 'string' ? textual : JSON.stringify(textual);
  return `${text}\n[This result is not JSON. Kept as text: ${nameProblems(problems)}.]`;
}

/**
 * The path to the current member and the objects around it. Both change in place, because copies at each level would be
 * quadratic.
 */
interface Search {
  readonly path: string[];
  readonly parents: Set<unknown>;
  readonly problems: string[];
  /** The number of members copied so far. */
  members: number;
}

/** The largest number of problems that the note names. */
const mostProblems = 5;

/**
 * The largest number of members that are copied. A shared object counts each time it appears, and nesting can double
 * that with each level.
 */
const mostMembers = 100_000;

function nameProblems(problems: readonly string[]): string {
  const more = problems.length - mostProblems;
  return [...problems.slice(0, mostProblems), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** A copy in which text stands for each member that JSON cannot carry. */
function withText(value: unknown, search: Search): unknown {
  const { path, parents, problems } = search;
  const asText = (kind: string, text: string): string => {
    problems.push(path.length === 0 ? `${kind} at its root` : `${kind} at "${path.join('.')}"`);
    return text;
  };
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : asText(`the number ${value}`, String(value));
    case 'bigint':
    case 'symbol':
      return asText(`a ${typeof value}`, String(value));
    case 'function':
      return asText('a function', `[function ${value.name}]`);
    case 'object':
      break;
    default:
      return value;
  }
  if (value === null) return null;
  search.members += 1;
  if (search.members > mostMembers) return '[more]';
  if (parents.has(value)) return asText('a reference to itself', '[a reference to itself]');
  if (parents.size > maxInputDepth)
    return asText(`more than ${maxInputDepth} levels`, `[more than ${maxInputDepth} levels]`);
  parents.add(value);
  try {
    return objectWithText(value, search, asText);
  } catch (error) {
    return asText('a member that cannot be read', `[cannot be read: ${serializeError(error).message}]`);
  } finally {
    parents.delete(value);
  }
}

function objectWithText(value: object, search: Search, asText: (kind: string, text: string) => string): unknown {
  if ('toJSON' in value && typeof value.toJSON === 'function') return withText(value.toJSON(), search);
  if (value instanceof Error) return asText('an error', `${value.name}: ${value.message}`);
  if (Array.isArray(value))
    return value.map((member, index) => memberWithText(search, `${index}`, () => member) ?? null);
  if (isPlain(value)) return membersWithText(value, search);
  const kind = value.constructor?.name || 'class instance';
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return asText(`a ${kind}`, `[${kind} of ${value.byteLength} bytes]`);
  asText(`a ${kind}`, '');
  if (value instanceof Map || value instanceof Set)
    return [...value].map((member, index) => memberWithText(search, `${index}`, () => member) ?? null);
  const members = membersWithText(value, search);
  return Object.keys(members).length > 0 ? members : String(value);
}

function membersWithText(value: object, search: Search): object {
  // `Object.keys` reads no getter: one that throws takes only its own member with it.
  const entries = Object.keys(value).map(
    (key) => [key, memberWithText(search, key, () => Reflect.get(value, key))] as const,
  );
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

function memberWithText(search: Search, key: string, read: () => unknown): unknown {
  search.path.push(key);
  try {
    return withText(read(), search);
  } catch (error) {
    search.problems.push(`a member that cannot be read at "${search.path.join('.')}"`);
    return `[cannot be read: ${serializeError(error).message}]`;
  } finally {
    search.path.pop();
  }
}
