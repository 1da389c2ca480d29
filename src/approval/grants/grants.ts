import { type CountersignError, UserError } from '../../protocol/base/errors.js';
import { type DeskOptions, type GrantDesk, type Ledger, LedgerDesk } from '../broker/grant-desk.js';
import { callKey } from './digest.js';
import type { Grant, GrantStorage } from './grant.js';
import { createGrantBook, forwardClock, type GrantBook } from './grant-book.js';
import { createGrantSaver } from './grant-storage.js';
import { isLasting, toGrant } from './remember.js';

/** Options of {@link createGrants}. */
export interface GrantsOptions {
  /** Keeps grants with the lifetimes `until` and `always`. Default: they end with the page, too. */
  readonly storage?: GrantStorage;
  /** Milliseconds since 1970. Default: the page's clock, which nothing sets back. */
  readonly now?: () => number;
  /** Default: random ids. */
  readonly generateId?: () => string;
}

/** The ledger of decisions that people asked to be remembered. */
export interface Grants extends Ledger {
  /** Resolves when what is stored is here, and what was given so far is stored, or could not be. Never rejects. */
  readonly ready: Promise<void>;
  /** Why grants could not be loaded (`grants-not-loaded`) or saved (`grants-not-saved`). */
  readonly problem: CountersignError | undefined;
  /** For brokers: lets the ledger answer what waits there. */
  openDesk(options: DeskOptions): GrantDesk;
}

/**
 * Makes a ledger of remembered decisions: what it knows, nobody is asked again.
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
  const book = createGrantBook(now, () => void saver?.save());
  const listeners = new Set<() => void>();
  let problem: CountersignError | undefined;
  const notify = (): void => [...listeners].forEach((listener) => void listener());
  const saver =
    storage &&
    createGrantSaver({
      storage,
      onLoad: (stored) => {
        for (const grant of stored) if (book.get(grant.id) === undefined) book.add(grant);
        notify();
      },
      current: () => book.list().filter(({ lifetime }) => isLasting(lifetime)),
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
  return withDesk({
    list: book.list,
    add: async (request) => {
      const grant = await toGrant(request, { now, generateId, isSaving: saver !== undefined });
      await loaded;
      const entered = enter(book, grant);
      if (entered === grant) changed(grant);
      return entered;
    },
    revoke: (id) => {
      const grant = book.get(id);
      if (!grant) return false;
      book.remove(id);
      changed(grant);
      return true;
    },
    find: async (call) => {
      await loaded;
      const key = book.index().hasInputs(call.toolName) ? await callKey(call) : undefined;
      return book.index().answer(call, key);
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
  });
}

function withDesk(ledger: Omit<Grants, 'openDesk'>): Grants {
  return Object.assign(ledger, {
    // Of `this`: an app that wraps a ledger has its own `find` asked.
    openDesk(this: Ledger, options: DeskOptions): GrantDesk {
      return new LedgerDesk(this, options);
    },
  });
}

/** Adds a grant, or gives the one that says the same already. */
function enter(book: GrantBook, grant: Grant): Grant {
  const same = book.index().same(grant);
  if (same !== undefined) return same;
  if (book.get(grant.id) !== undefined) throw duplicate(grant.id);
  book.add(grant);
  return grant;
}

/** Not by `randomUUID`, which pages on plain http do not have. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
}

function duplicate(id: string): UserError {
  return new UserError(
    'duplicate-id',
    `generateId gave '${id}', which a grant has already: revoking one would hit the other. Make ids that are unique across page loads, too.`,
  );
}
