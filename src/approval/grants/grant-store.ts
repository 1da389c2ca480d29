import type { Grant, GrantAnswer, GrantedCall } from './grant.js';
import { isSamePath, matchGrants } from './match-grant.js';
import { agentsOf } from './remember.js';

/** The grants that are alive. */
export interface GrantStore {
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
export function createGrantStore(now: () => number, onOver: () => void): GrantStore {
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
    // While none has an end, nobody asks for the time: a page that is made ahead of its request may not.
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

/** Grants, laid out so that a call of one tool does not look at those for others. */
export interface GrantIndex {
  add(grant: Grant): void;
  /** The grant that says the same already. */
  same(grant: Grant): Grant | undefined;
  /** Whether any grant stands for an exact input of the tool, so that the call's key is worth making. */
  hasInputs(toolName: string): boolean;
  /** What the grants say about a call, with its key where one was made. */
  answer(call: GrantedCall, key: string | undefined): GrantAnswer | undefined;
}

/** Makes an empty index. */
function createGrantIndex(): GrantIndex {
  const inputs = new Map<string, Map<string, Grant[]>>();
  const tools = new Map<string, Grant[]>();
  const wide: Grant[] = [];
  const neighbours = ({ effect, scope }: Grant): Grant[] => {
    if (scope.type === 'input') return getOrSet(getOrSet(inputs, scope.toolName, new Map()), scope.key, []);
    // A denial also holds for names that look like the tool's, which no map finds.
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
