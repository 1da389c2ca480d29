import { isCallOrigin } from '../../protocol/base/call-origin.js';
import { parseDefinition } from '../../protocol/base/definition.js';
import { CountersignError } from '../../protocol/base/errors.js';
import { deepFreeze } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import { toCapabilities } from '../policy/policy-call.js';
import type { Grant, GrantLifetime, GrantScope, GrantStorage } from './grant.js';

/** Loads and saves the grants of a page. */
export interface GrantSaver {
  /** Loads the stored grants and reports them, or a problem. Never rejects. */
  load(): Promise<void>;
  /**
   * Saves the current grants after pending work, one save at a time; changes in the meantime share one save. Never
   * rejects.
   */
  save(): Promise<void>;
  /** Resolves when all requested work is done. */
  settled(): Promise<void>;
}

/** The changes of other pages since this page last read the storage. */
export interface GrantChanges {
  readonly added: readonly Grant[];
  /** Grant ids. */
  readonly removed: readonly string[];
}

/** Options of {@link createGrantSaver}. */
export interface GrantSaverOptions {
  readonly storage: GrantStorage;
  readonly onOthers: (changes: GrantChanges) => void;
  /** Returns the grants of this page that should be saved. */
  readonly current: () => readonly Grant[];
  /** Reports a problem, or `undefined` when the last one is solved. */
  readonly onProblem: (problem: CountersignError | undefined) => void;
}

/** Makes a saver, which reads and writes a storage one operation at a time. */
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
      await (storage.subscribe === undefined ? save() : runExclusively(save));
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
  /** Reads and reports the changes of others. @throws the storage's error, and Error for invalid data. */
  readonly read: () => Promise<void>;
  /**
   * Reads before a save if needed, so that the save neither undoes another page's changes nor overwrites unread data.
   */
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
      seen.applyStored(parseGrants(data));
    } catch (cause) {
      // The stored grants are unknown now, so they must neither answer calls nor be saved again.
      if (isShared) seen.applyStored([]);
      throw cause;
    }
  };
  return {
    read,
    readBeforeSaving: async () => {
      hasRead &&= !isShared;
      if (hasRead) return;
      await read().catch((cause: unknown) => {
        // Data that was read but is invalid is lost anyway, so a save may replace it.
        if (!hasRead) throw cause;
      });
    },
    saved: (grants) => seen.recordSaved(grants),
  };
}

/** The grants in the storage, as last read or saved. Other grants of this page are its own changes. */
class SeenGrants {
  readonly #page: Pick<GrantSaverOptions, 'onOthers' | 'current'>;
  #ids: ReadonlySet<string> = new Set();

  constructor(page: Pick<GrantSaverOptions, 'onOthers' | 'current'>) {
    this.#page = page;
  }

  /** Compares the stored grants with the last known ones, and reports the changes of others. */
  applyStored(stored: readonly Grant[]): void {
    const { onOthers, current } = this.#page;
    const [there, here, before] = [grantIds(stored), grantIds(current()), this.#ids];
    const added = stored.filter(({ id }) => !here.has(id) && !before.has(id));
    const removed = [...before].filter((id) => here.has(id) && !there.has(id));
    this.#ids = there;
    onOthers({ added, removed });
  }

  /** Records the grants that this page has saved. */
  recordSaved(saved: readonly Grant[]): void {
    this.#ids = grantIds(saved);
  }
}

function grantIds(grants: readonly Grant[]): ReadonlySet<string> {
  return new Set(grants.map(({ id }) => id));
}

/**
 * Runs work while no other page does: two pages that load, change and save at the same time would undo each other's
 * changes.
 */
async function runExclusively(work: () => Promise<void>): Promise<void> {
  let state: 'waiting' | 'started' = 'waiting';
  const start = async (): Promise<void> => {
    state = 'started';
    await work();
  };
  try {
    await navigator.locks.request('countersign grants', start);
  } catch (error) {
    // Web Locks are missing without https, `null` in happy-dom, and rejected in a sandboxed frame.
    if ((state as string) === 'started') throw error;
    await work();
  }
}

/**
 * Parses the data of a storage. One invalid entry invalidates all, because the others may be wrong, too.
 *
 * @throws Error with the index of the invalid entry.
 */
function parseGrants(data: unknown): readonly Grant[] {
  if (data === undefined || data === null) return [];
  if (!Array.isArray(data)) throw new Error('the data is not a list');
  const grants = Array.from(data, readGrant);
  if (new Set(grants.map(({ id }) => id)).size < grants.length) throw new Error('two entries have the same id');
  return deepFreeze(grants);
}

function readGrant(data: unknown, index: number): Grant {
  const { id, effect, scope, lifetime, agentPath, origin, decision, reason, message, hidden } = membersOf(data);
  const { runId, toolCallId, at, by } = membersOf(decision);
  const [isScope, isLifetime] = [readScope(membersOf(scope)), readLifetime(membersOf(lifetime))];
  if (
    !isText(id) ||
    (effect !== 'allow' && effect !== 'deny') ||
    isScope === undefined ||
    isLifetime === undefined ||
    !Array.isArray(agentPath) ||
    !agentPath.every(isText) ||
    (origin !== undefined && !isCallOrigin(origin)) ||
    !isText(runId) ||
    !isText(toolCallId) ||
    !Number.isFinite(at) ||
    !isText(reason)
  )
    throw new Error(`entry ${index} is not a valid grant`);
  return {
    id,
    effect,
    scope: isScope,
    lifetime: isLifetime,
    agentPath: [...agentPath],
    ...definedProps({ origin }),
    decision: { runId, toolCallId, at: Number(at), ...(isText(by) ? { by } : {}) },
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
  const known = definedProps({ capabilities: list, definition });
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
    `The remembered decisions could not be loaded (${causeText(cause)}), so they are not used and people are asked again. Check the storage, or clear it.`,
    { cause },
  );
}

function notSaved(cause: unknown): CountersignError {
  return new CountersignError(
    'grants-not-saved',
    `The remembered decisions could not be saved (${causeText(cause)}). They are lost when the page is closed, and revoked ones may be active again. Check the storage.`,
    { cause },
  );
}

function causeText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
