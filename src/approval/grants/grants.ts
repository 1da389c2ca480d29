import { type CountersignError, UserError } from '../../protocol/base/errors.js';
import { randomId } from '../../protocol/base/ids.js';
import { contentKey } from './digest.js';
import type { Grant, GrantAnswer, GrantedCall, GrantStorage } from './grant.js';
import { createGrantSaver } from './grant-storage.js';
import { createGrantStore, forwardClock, type GrantStore } from './grant-store.js';
import { type GrantRequest, isLasting, toGrant } from './remember.js';

/** Options of {@link createGrants}. */
export interface GrantsOptions {
  /** Keeps grants with the lifetimes `until` and `always`. Default: they end with the page, too. */
  readonly storage?: GrantStorage;
  /** Milliseconds since 1970. Default: the page's clock, which nothing sets back. */
  readonly now?: () => number;
  /** Default: random ids. */
  readonly generateId?: () => string;
}

/** The decisions that people asked to be remembered. */
export interface Grants {
  /** Those that are alive, oldest first. The same list until it changes. */
  list(): readonly Grant[];
  /**
   * Remembers a decision. Holds at once, whether or not it can be saved; the same decision again gives the grant there is.
   *
   * @throws UserError `grant-does-not-cover`, `grant-not-savable`, `grant-expired`, or `duplicate-id` for an id in use.
   */
  add(request: GrantRequest): Promise<Grant>;
  /** Takes a grant back: from here on, it answers nothing. `false`: there is none with this id. */
  revoke(id: string): boolean;
  /** What the grants say about a call. Nothing: a person has to say. */
  find(call: GrantedCall): Promise<GrantAnswer | undefined>;
  /** Calls back after each change of the list or of `problem`; gives a function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Resolves when what is stored is here, and what was given so far is stored, or could not be. Never rejects. */
  readonly ready: Promise<void>;
  /** Why grants could not be loaded (`grants-not-loaded`) or saved (`grants-not-saved`). */
  readonly problem: CountersignError | undefined;
}

/**
 * Remembers decisions: what was remembered, nobody is asked again.
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

/** Adds a grant, or gives the one that says the same already. */
function addOnce(store: GrantStore, grant: Grant): Grant {
  const same = store.index().same(grant);
  if (same !== undefined) return same;
  if (store.get(grant.id) !== undefined) throw duplicate(grant.id);
  store.add(grant);
  return grant;
}

/** Not by `randomUUID`, which pages on plain http do not have. */
function duplicate(id: string): UserError {
  return new UserError(
    'duplicate-id',
    `generateId gave '${id}', which a grant has already: revoking one would hit the other. Make ids that are unique across page loads, too.`,
  );
}

/** Whether none of these grants was revoked while they were asked. */
export function areAlive(grants: Pick<Grants, 'list'>, grantIds: readonly string[]): boolean {
  const alive = new Set(grants.list().map(({ id }) => id));
  return grantIds.every((id) => alive.has(id));
}
