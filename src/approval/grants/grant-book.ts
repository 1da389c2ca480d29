import type { Grant } from './grant.js';
import { createGrantIndex, type GrantIndex } from './grant-index.js';

/** The grants that are alive. */
export interface GrantBook {
  /** Oldest first; the same list until it changes. */
  list(): readonly Grant[];
  get(id: string): Grant | undefined;
  add(grant: Grant): void;
  remove(id: string): void;
  /** For looking grants up by a call. */
  index(): GrantIndex;
}

/** A page's clock that is never set back: it goes on as time passes on the page, whatever becomes of the wall clock. */
export function forwardClock(): () => number {
  const [wall, page] = [Date.now(), performance.now()];
  return () => Math.max(Date.now(), wall + performance.now() - page);
}

/**
 * Keeps grants in memory, and forgets each when its time is up: a clock that is set back does not bring it to life again.
 * `onOver` is told that grants were forgotten, so that no storage brings them back, either.
 */
export function createGrantBook(now: () => number, onOver: () => void): GrantBook {
  const all = new Map<string, Grant>();
  // Both are made anew when asked for after a change.
  let listed: readonly Grant[] | undefined;
  let index: GrantIndex | undefined;
  // When the next grant ends, so that most calls need not look at any.
  let soonest = Number.POSITIVE_INFINITY;

  const remove = (id: string): void => {
    all.delete(id);
    listed = undefined;
    index = undefined;
  };
  const sweep = (): void => {
    const time = now();
    if (time < soonest) return;
    const dated = [...all.values()].flatMap(({ id, lifetime }) =>
      lifetime.type === 'until' ? [{ id, at: lifetime.at }] : [],
    );
    const over = dated.filter(({ at }) => at <= time);
    for (const { id } of over) remove(id);
    soonest = dated.reduce((least, { at }) => (at > time && at < least ? at : least), Number.POSITIVE_INFINITY);
    if (over.length > 0) onOver();
  };
  return {
    list: () => {
      sweep();
      listed ??= Object.freeze([...all.values()]);
      return listed;
    },
    get: (id) => {
      sweep();
      return all.get(id);
    },
    add: (grant) => {
      all.set(grant.id, grant);
      if (grant.lifetime.type === 'until') soonest = Math.min(soonest, grant.lifetime.at);
      index?.add(grant);
      listed = undefined;
    },
    remove,
    index: () => {
      sweep();
      if (index === undefined) {
        index = createGrantIndex();
        for (const grant of all.values()) index.add(grant);
      }
      return index;
    },
  };
}
