import { UserError } from '../../protocol/base/errors.js';
import { toJsonText } from '../../protocol/base/json-messages.js';
import { given, isPlain, isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { RunInput, RunOptions } from '../run/run-options.js';

/** Deps are checked where an agent and its runs are typed. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type PortRunOptions = RunOptions<any>;

/** What a run is begun with, as far as it is sent; or what can neither be sent nor be asked over the port. */
export type Setup =
  | { readonly type: 'ready'; readonly sent: Readonly<Record<string, unknown>> }
  | { readonly type: 'refused'; readonly what: Uncrossable };

/** Takes what is data of a run's start. What stays here, because it is functions and is asked here, is left out. */
export function toSetup(input: RunInput, options: PortRunOptions): Setup {
  const { policy, toolsets = [], output, deferredToolHandler, ask, journal, grants, abortSignal, ...rest } = options;
  const theirs = Object.entries({ policy, toolsets: toolsets.length === 0 ? null : toolsets, output });
  const path = theirs.find(([, option]) => option !== undefined && option !== null)?.[0];
  if (path !== undefined) return refused(path, 'functions');
  const { messages, resumeFrom, ...data } = given(rest);
  try {
    const what = findUncrossable(data);
    if (what !== undefined) return { type: 'refused', what };
    // Messages as JSON that means the same: a `URL` in them could not be cloned.
    const { said, ...history } = JSON.parse(toJsonText(given({ said: input, messages, resumeFrom })));
    const sent = {
      input: said,
      options: { ...data, ...(policy === null && { policy }), ...history },
      isHandled: deferredToolHandler === null ? null : deferredToolHandler !== undefined,
      has: Object.keys(given({ ask, journal, grants })),
    };
    return { type: 'ready', sent };
  } catch (error) {
    return refused('input', `nothing that can be read (${serializeError(error).message})`);
  }
}

function refused(path: string, kind: string): Setup {
  return { type: 'refused', what: { path, kind } };
}

/** Something that would not come across as what it is. */
export interface Uncrossable {
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

/** What an outcome or an answer holds and the port cannot carry. */
export function notSendable(what: string, cause: unknown): UserError {
  const why = isRecord(cause) && 'kind' in cause ? `it is ${cause.kind}` : serializeError(cause).message;
  return new UserError('port-data', `${what} cannot cross the port: ${why}. Give plain data.`, { cause });
}
