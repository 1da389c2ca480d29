import type { Grant, GrantAnswer, GrantedCall } from './grant.js';
import { isSamePath, matchGrants } from './match-grant.js';
import { agentsOf } from './remember.js';

/** The active grants. */
export interface GrantStore {
  /** Returns the grants, oldest first. The list is the same object until it changes. */
  list(): readonly Grant[];
  get(id: string): Grant | undefined;
  add(grant: Grant): void;
  remove(id: string): void;
  /** Returns the index for looking up grants by call. */
  index(): GrantIndex;
}

/**
 * Makes a clock that never goes back: it advances with the page's monotonic clock even if the wall clock is set back.
 */
export function forwardClock(): () => number {
  const [wall, page] = [Date.now(), performance.now()];
  return () => Math.max(Date.now(), wall + performance.now() - page);
}

/**
 * Makes a store of grants in memory. Expired grants are removed permanently, so setting a clock back does not
 * reactivate them. `onOver` is called after a removal, so that they are removed from the storage, too.
 */
export function createGrantStore(now: () => number, onOver: () => void): GrantStore {
  const all = new Map<string, Grant>();
  // Both are cached until the next change.
  let listed: readonly Grant[] | undefined;
  let index: GrantIndex | undefined;
  // The earliest expiry, so that most calls do not check all grants.
  let soonest = Number.POSITIVE_INFINITY;

  const remove = (id: string): void => {
    all.delete(id);
    listed = undefined;
    index = undefined;
  };
  const sweep = (): void => {
    // Without expiries the clock is not read, because prerendered pages may not read it before a request.
    if (soonest === Number.POSITIVE_INFINITY) return;
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

/** An index of grants, in which a call is only compared with grants that could match. */
export interface GrantIndex {
  add(grant: Grant): void;
  /** Returns an equal grant. */
  same(grant: Grant): Grant | undefined;
  /** Returns `true` when there is a grant for an exact input of the tool, so that the call's key has to be computed. */
  hasInputs(toolName: string): boolean;
  /** Returns the answer of the grants to a call, whose key may be omitted if no grant needs it. */
  answer(call: GrantedCall, key: string | undefined): GrantAnswer | undefined;
}

/** Makes an empty index. */
function createGrantIndex(): GrantIndex {
  const inputs = new Map<string, Map<string, Grant[]>>();
  const tools = new Map<string, Grant[]>();
  const wide: Grant[] = [];
  const neighbours = ({ effect, scope }: Grant): Grant[] => {
    if (scope.type === 'input') return getOrSet(getOrSet(inputs, scope.toolName, new Map()), scope.key, []);
    // A denial also covers names that look like the tool's, which a map lookup would miss.
    return scope.type === 'tool' && effect === 'allow' ? getOrSet(tools, scope.toolName, []) : wide;
  };
  return {
    add: (grant) => void neighbours(grant).push(grant),
    same: (grant) => neighbours(grant).find((other) => isSameGrant(other, grant)),
    hasInputs: (toolName) => inputs.has(toolName),
    answer: (call, key) => {
      const exact = key === undefined ? undefined : inputs.get(call.toolName)?.get(key);
      const found = [...(exact ?? []), ...(tools.get(call.toolName) ?? []), ...wide];
      return matchGrants(found, call);
    },
  };
}

function isSameGrant(a: Grant, b: Grant): boolean {
  const [left, right] = [a, b].map(({ effect, scope, lifetime, agentPath, message }) =>
    JSON.stringify([effect, scope, lifetime, agentPath, message]),
  );
  return left === right && testOf(a) === testOf(b) && isSamePath(agentsOf(a) ?? [], agentsOf(b) ?? []);
}

function testOf({ scope }: Grant): unknown {
  return scope.type === 'predicate' ? scope.test : undefined;
}

function getOrSet<VALUE>(map: Map<string, VALUE>, key: string, empty: VALUE): VALUE {
  const value = map.get(key) ?? empty;
  map.set(key, value);
  return value;
}
