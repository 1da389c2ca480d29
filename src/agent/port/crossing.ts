import { UserError } from '../../protocol/base/errors.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import { given, isPlain, isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { RunInput, RunOptions } from '../run/run-options.js';

/** Deps are checked where an agent and its runs are typed. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type PortRunOptions = RunOptions<any>;

/**
 * What of a run's start is data, ready to be sent. What stays here, because it is functions, is left out.
 *
 * @throws UserError `port-options` that names the first thing that can neither be sent nor be asked over the port.
 */
export function toSetup(input: RunInput, options: PortRunOptions): Readonly<Record<string, unknown>> {
  const { policy, toolsets, output, deferredToolHandler, ask, journal, grants, abortSignal, ...rest } = options;
  if (policy) throw belongsThere('policy', 'a policy is functions', 'createAgent({ policy })');
  if (toolsets?.length) throw belongsThere('toolsets', 'tools are functions', 'createAgent({ toolsets })');
  if (output !== undefined) throw belongsThere('output', 'a schema is functions', 'createAgent({ output })');
  const { messages, resumeFrom, ...data } = given(rest);
  const problem = findUncrossable(data);
  if (problem !== undefined) {
    const where = 'createAgent (tools can close over it, or get it in `toolsContext`), and pass plain data here';
    throw belongsThere(problem.path, `it is ${problem.kind}`, where);
  }
  return {
    ...jsonOrRefuse('input', { input }),
    options: {
      ...data,
      ...(policy === null && { policy }),
      ...jsonOrRefuse('messages', given({ messages, resumeFrom })),
    },
    isHandled: deferredToolHandler === null ? null : deferredToolHandler !== undefined,
    has: Object.keys(given({ ask, journal, grants })),
  };
}

/** Messages as JSON that means the same: a `URL` in them could not be cloned. */
function jsonOrRefuse(what: string, value: object): object {
  try {
    return JSON.parse(toJsonText(value));
  } catch (error) {
    throw belongsThere(
      what,
      `JSON cannot hold it (${serializeError(error).message})`,
      'text, parts or ModelMessages here',
    );
  }
}

interface Uncrossable {
  readonly path: string;
  readonly kind: string;
}

/** The first thing in a value that would not come across as what it is; `undefined`: all would. */
export function findUncrossable(value: unknown): Uncrossable | undefined {
  const seen = new Set<unknown>();
  const find = (item: unknown, path: string): Uncrossable | undefined => {
    if (typeof item === 'function' || typeof item === 'symbol') return { path, kind: `a ${typeof item}` };
    if (typeof item !== 'object' || item === null || seen.has(item)) return undefined;
    seen.add(item);
    const isBag = item instanceof Map || item instanceof Set;
    if (!isPlain(item) && !(isBag ? isOfPlatform(item) : keepsClass(item)))
      return { path, kind: `of the class ${item.constructor?.name}, which would lose its methods` };
    const members = isBag
      ? [...item].flat().map((member) => ['', member] as const)
      : isPlain(item)
        ? Object.entries(item)
        : [];
    for (const [key, member] of members) {
      const found = find(member, [path, key].filter((part) => part !== '').join('.'));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(value, '');
}

function isOfPlatform(item: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(item);
  return prototype === Map.prototype || prototype === Set.prototype;
}

/** Whether the platform clones it as what it is: a date, bytes, a file. Bytes need not be copied to know. */
function keepsClass(item: object): boolean {
  if (ArrayBuffer.isView(item) || item instanceof ArrayBuffer) return true;
  try {
    const clone: object = structuredClone(item);
    return Object.getPrototypeOf(clone) === Object.getPrototypeOf(item);
  } catch {
    return false;
  }
}

function belongsThere(what: string, why: string, where: string): UserError {
  return new UserError(
    'port-options',
    `The run was given \`${what}\`, which cannot cross the port to its agent: ${why}. Nothing was run. Give it to the agent on the other side, where serveAgent() is called: ${where}.`,
  );
}

/** What an outcome or an answer holds and the port cannot carry. */
export function notSendable(what: string, cause: unknown): UserError {
  const why =
    isRecord(cause) && 'path' in cause ? `${cause.path || 'it'} is ${cause.kind}` : serializeError(cause).message;
  return new UserError(
    'port-data',
    `${what} cannot cross the port between the page and its agent: ${why}. Give back plain data.`,
    cause instanceof Error ? { cause } : {},
  );
}
