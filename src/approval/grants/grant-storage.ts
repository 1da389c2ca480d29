import { parseDefinition } from '../../protocol/base/definition.js';
import { CountersignError } from '../../protocol/base/errors.js';
import { deepFreeze } from '../../protocol/base/json.js';
import { given } from '../../protocol/base/record.js';
import { toCapabilities } from '../policy/policy-call.js';
import type { Grant, GrantLifetime, GrantScope, GrantStorage } from './grant.js';

/** The grants' side of their storage. */
export interface GrantSaver {
  /** Gives what is stored to `onLoad`, and notes a problem where it cannot. Never rejects. */
  load(): Promise<void>;
  /** Saves what there is when its turn comes: one at a time, and once for many changes. Never rejects. */
  save(): Promise<void>;
  /** Resolves when all that was asked so far is done. */
  settled(): Promise<void>;
}

/** What other pages have done since this one looked last. */
export interface GrantChanges {
  readonly added: readonly Grant[];
  /** By their ids. */
  readonly removed: readonly string[];
}

/** What a {@link GrantSaver} works on. */
export interface GrantSaverOptions {
  readonly storage: GrantStorage;
  readonly onOthers: (changes: GrantChanges) => void;
  /** What is to be kept, as this page has it. */
  readonly current: () => readonly Grant[];
  /** `undefined`: all is well again. */
  readonly onProblem: (problem: CountersignError | undefined) => void;
}

/** Reads and writes the storage of grants in turn. */
export function createGrantSaver(options: GrantSaverOptions): GrantSaver {
  const { storage, current, onProblem } = options;
  const reader = createGrantReader(options);
  let tail = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const save = async (): Promise<void> => {
    await reader.readBeforeSaving();
    const grants = current();
    await storage.save(grants);
    reader.saved(grants);
  };
  const write = async (): Promise<void> => {
    waiting = undefined;
    try {
      await (storage.subscribe === undefined ? save() : oneAfterTheOther(save));
      onProblem(undefined);
    } catch (cause) {
      onProblem(notSaved(cause));
    }
  };
  let isReadable = true;
  const load = async (): Promise<void> => {
    try {
      await reader.read();
      if (!isReadable) onProblem(undefined);
      isReadable = true;
    } catch (cause) {
      isReadable = false;
      onProblem(notLoaded(cause));
    }
  };
  return {
    load: () => {
      tail = load();
      storage.subscribe?.(() => {
        tail = tail.then(load);
      });
      return tail;
    },
    save: () => {
      if (waiting === undefined) {
        waiting = tail.then(write);
        tail = waiting;
      }
      return waiting;
    },
    settled: () => tail,
  };
}

interface GrantReader {
  /** Gives on what others have changed. @throws what the storage throws, and Error where what it gave makes no sense. */
  readonly read: () => Promise<void>;
  /** What another page may have saved since is not to be undone, nor what could not be read before to be overwritten unread. */
  readonly readBeforeSaving: () => Promise<void>;
  readonly saved: (grants: readonly Grant[]) => void;
}

function createGrantReader({ storage, ...page }: Omit<GrantSaverOptions, 'onProblem'>): GrantReader {
  const isShared = storage.subscribe !== undefined;
  const seen = new SeenGrants(page);
  let hasRead = false;
  const read = async (): Promise<void> => {
    const data = await storage.load();
    hasRead = true;
    try {
      seen.take(parseGrants(data));
    } catch (cause) {
      // Whether they still stand there, nobody can say: they answer nothing, and are not saved again.
      if (isShared) seen.take([]);
      throw cause;
    }
  };
  return {
    read,
    readBeforeSaving: async () => {
      hasRead &&= !isShared;
      if (hasRead) return;
      await read().catch((cause: unknown) => {
        // What was read and makes no sense is lost anyway.
        if (!hasRead) throw cause;
      });
    },
    saved: (grants) => seen.note(grants),
  };
}

/** What lies in the storage, as it was last seen there. What this page has otherwise, it has changed itself. */
class SeenGrants {
  readonly #page: Pick<GrantSaverOptions, 'onOthers' | 'current'>;
  #ids: ReadonlySet<string> = new Set();

  constructor(page: Pick<GrantSaverOptions, 'onOthers' | 'current'>) {
    this.#page = page;
  }

  /** Takes over what others have changed since. */
  take(stored: readonly Grant[]): void {
    const { onOthers, current } = this.#page;
    const [there, here, before] = [grantIds(stored), grantIds(current()), this.#ids];
    const added = stored.filter(({ id }) => !here.has(id) && !before.has(id));
    const removed = [...before].filter((id) => here.has(id) && !there.has(id));
    this.#ids = there;
    onOthers({ added, removed });
  }

  /** This page has saved. */
  note(saved: readonly Grant[]): void {
    this.#ids = grantIds(saved);
  }
}

function grantIds(grants: readonly Grant[]): ReadonlySet<string> {
  return new Set(grants.map(({ id }) => id));
}

/** Two pages that load, change and save at the same time would each undo what the other did. */
async function oneAfterTheOther(work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks as LockManager | null | undefined; // missing without https, `null` in happy-dom
  if (!locks) return await work();
  let state: 'waiting' | 'begun' = 'waiting';
  const begin = async (): Promise<void> => {
    state = 'begun';
    await work();
  };
  try {
    await locks.request('countersign grants', begin);
  } catch (error) {
    // A sandboxed frame has Web Locks, and may not use them.
    if ((state as string) === 'begun') throw error;
    await work();
  }
}

/**
 * Reads what a storage gave. All or nothing: of a list with one wrong entry, nobody knows what else is wrong.
 *
 * @throws Error naming the entry that is none.
 */
function parseGrants(data: unknown): readonly Grant[] {
  if (data === undefined || data === null) return [];
  if (!Array.isArray(data)) throw new Error('it is no list');
  const grants = Array.from(data, readGrant);
  if (new Set(grants.map(({ id }) => id)).size < grants.length) throw new Error('an id stands there twice');
  return deepFreeze(grants);
}

function readGrant(data: unknown, index: number): Grant {
  const { id, effect, scope, lifetime, agentPath, origin, reason, message, hidden } = membersOf(data);
  const { runId, toolCallId, at, by } = membersOf(origin);
  const [isScope, isLifetime] = [readScope(membersOf(scope)), readLifetime(membersOf(lifetime))];
  if (
    !isText(id) ||
    (effect !== 'allow' && effect !== 'deny') ||
    isScope === undefined ||
    isLifetime === undefined ||
    !Array.isArray(agentPath) ||
    !agentPath.every(isText) ||
    !isText(runId) ||
    !isText(toolCallId) ||
    !Number.isFinite(at) ||
    !isText(reason)
  )
    throw new Error(`entry ${index} is no grant that can be saved`);
  return {
    id,
    effect,
    scope: isScope,
    lifetime: isLifetime,
    agentPath: [...agentPath],
    origin: { runId, toolCallId, at: Number(at), ...(isText(by) ? { by } : {}) },
    reason,
    ...(isText(message) ? { message } : {}),
    ...(Array.isArray(hidden) && hidden.every(isText) ? { hidden: [...hidden] } : {}),
  };
}

function readScope(data: Record<string, unknown>): GrantScope | undefined {
  const { type, toolName, key, capability, capabilities } = data;
  if (type === 'capability' && isText(capability)) return { type, capability };
  const list = toCapabilities(capabilities);
  const definition = parseDefinition(data.definition);
  if (!isText(toolName) || (capabilities !== undefined && list === undefined)) return undefined;
  if (data.definition !== undefined && definition === undefined) return undefined;
  const known = given({ capabilities: list, definition });
  if (type === 'tool') return { type, toolName, ...known };
  if (type !== 'input' || !isText(key) || !/^sha-256:[\da-f]{64}$/.test(key)) return undefined;
  return { type, toolName, key, ...known };
}

function readLifetime({ type, at }: Record<string, unknown>): GrantLifetime | undefined {
  if (type === 'always') return { type };
  return type === 'until' && typeof at === 'number' && Number.isFinite(at) ? { type, at } : undefined;
}

function membersOf(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}

function isText(data: unknown): data is string {
  return typeof data === 'string';
}

function notLoaded(cause: unknown): CountersignError {
  return new CountersignError(
    'grants-not-loaded',
    `The remembered decisions could not be read (${causeText(cause)}): none of them answers, and people are asked again. Check the storage, or clear it.`,
    { cause },
  );
}

function notSaved(cause: unknown): CountersignError {
  return new CountersignError(
    'grants-not-saved',
    `The remembered decisions could not be saved (${causeText(cause)}): they hold until the page is closed, and what was revoked may come back after it. Check the storage.`,
    { cause },
  );
}

function causeText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
