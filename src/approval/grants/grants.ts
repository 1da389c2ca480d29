import { type CountersignError, UserError } from '../../protocol/base/errors.js';
import { randomId } from '../../protocol/base/ids.js';
import { contentKey } from './digest.js';
import type { Grant, GrantAnswer, GrantedCall, GrantStorage } from './grant.js';
import { createGrantSaver } from './grant-storage.js';
import { createGrantStore, forwardClock, type GrantStore } from './grant-store.js';
import { type GrantRequest, isLasting, toGrant } from './remember.js';

/** Options of {@link createGrants}. */
export interface GrantsOptions {
  /** Persists grants with the lifetimes `until` and `always`. Default: they end with the page, too. */
  readonly storage?: GrantStorage;
  /** Returns milliseconds since 1970. Default: the page's clock, protected against being set back. */
  readonly now?: () => number;
  /** Generates the ids of grants. Default: random ids. */
  readonly generateId?: () => string;
}

/** The remembered decisions of people. */
export interface Grants {
  /** Returns the active grants, oldest first. The list is the same object until it changes. */
  list(): readonly Grant[];
  /**
   * Remembers a decision. It takes effect at once, even if it cannot be saved. Returns the existing grant for an equal
   * decision.
   *
   * @throws UserError `grant-does-not-cover`, `grant-not-savable`, `grant-expired`, or `duplicate-id` for an id in use.
   */
  add(request: GrantRequest): Promise<Grant>;
  /** Revokes a grant: it answers no further calls. Returns `false` for an unknown id. */
  revoke(id: string): boolean;
  /** Returns the grants' answer to a call; `undefined` if people have to decide. */
  find(call: GrantedCall): Promise<GrantAnswer | undefined>;
  /** Calls the listener after each change of the list or of `problem`; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Resolves when loading is done and all changes so far are saved, or have failed to. Never rejects. */
  readonly ready: Promise<void>;
  /** The last error of loading (`grants-not-loaded`) or saving (`grants-not-saved`). */
  readonly problem: CountersignError | undefined;
}

/**
 * Makes a store of remembered decisions, so that people are not asked about covered calls again.
 *
 * @example
 * const grants = createGrants({
 *   storage: {
 *     load: () => JSON.parse(localStorage.getItem('grants') ?? 'null'),
 *     save: (list) => localStorage.setItem('grants', JSON.stringify(list)),
 *   },
 * });
 */
export function createGrants({ storage, now = forwardClock(), generateId = randomId }: GrantsOptions = {}): Grants {
  const store = createGrantStore(now, () => void saver?.save());
  const listeners = new Set<() => void>();
  let problem: CountersignError | undefined;
  const notify = (): void => [...listeners].forEach((listener) => void listener());
  const saver =
    storage &&
    createGrantSaver({
      storage,
      onOthers: ({ added, removed }) => {
        for (const grant of added) store.add(grant);
        for (const id of removed) store.remove(id);
        notify();
      },
      current: () => store.list().filter(({ lifetime }) => isLasting(lifetime)),
      onProblem: (found) => {
        if (found === problem) return;
        problem = found;
        notify();
      },
    });
  const loaded = saver?.load() ?? Promise.resolve();
  const changed = ({ lifetime }: Grant): void => {
    if (isLasting(lifetime)) void saver?.save();
    notify();
  };
  return {
    list: store.list,
    add: async (request) => {
      const grant = await toGrant(request, { now, generateId, isSaving: saver !== undefined });
      await loaded;
      const entered = addOnce(store, grant);
      if (entered === grant) changed(grant);
      return entered;
    },
    revoke: (id) => {
      const grant = store.get(id);
      if (!grant) return false;
      store.remove(id);
      changed(grant);
      return true;
    },
    find: async (call) => {
      await loaded;
      const key = store.index().hasInputs(call.toolName) ? await contentKey(call) : undefined;
      return store.index().answer(call, key);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get ready() {
      return saver?.settled() ?? loaded;
    },
    get problem() {
      return problem;
    },
  };
}

/** Adds a grant, or returns an existing equal one. */
function addOnce(store: GrantStore, grant: Grant): Grant {
  const same = store.index().same(grant);
  if (same !== undefined) return same;
  if (store.get(grant.id) !== undefined) throw duplicate(grant.id);
  store.add(grant);
  return grant;
}

/**
 * Makes the error for an id in use. Ids may come from the app's `generateId`, so they are not guaranteed to be unique.
 */
function duplicate(id: string): UserError {
  return new UserError(
    'duplicate-id',
    `generateId returned '${id}', which another grant already has, so revoking one would affect the other. Generate ids that are unique across page loads.`,
  );
}

/** Returns `true` when none of these grants has been revoked. */
export function areAlive(grants: Pick<Grants, 'list'>, grantIds: readonly string[]): boolean {
  const alive = new Set(grants.list().map(({ id }) => id));
  return grantIds.every((id) => alive.has(id));
}
