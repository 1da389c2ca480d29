import { matchesCapability, splitCapability } from '../policy/capability.js';
import { isWithin } from '../policy/policy-call.js';
import type { Grant, GrantAnswer, GrantedCall, GrantScope, KnownCapabilities } from './grant.js';
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
export function createGrantIndex(): GrantIndex {
  const inputs = new Map<string, Map<string, Grant[]>>();
  const tools = new Map<string, Grant[]>();
  const wide: Grant[] = [];
  const neighbours = ({ scope }: Grant): Grant[] => {
    if (scope.type === 'input') return getOrSet(getOrSet(inputs, scope.toolName, new Map()), scope.key, []);
    return scope.type === 'tool' ? getOrSet(tools, scope.toolName, []) : wide;
  };
  return {
    add: (grant) => void neighbours(grant).push(grant),
    same: (grant) => neighbours(grant).find((other) => isSame(other, grant)),
    hasInputs: (toolName) => inputs.has(toolName),
    answer: (call, key) => {
      const exact = key === undefined ? undefined : inputs.get(call.toolName)?.get(key);
      const found = [...(exact ?? []), ...(tools.get(call.toolName) ?? []), ...wide];
      return weigh(
        found.filter((grant) => speaksTo(grant, call)),
        call,
      );
    },
  };
}

function speaksTo(grant: Grant, call: GrantedCall): boolean {
  const { agentPath, lifetime } = grant;
  const agents = agentsOf(grant);
  const isOther = agents !== undefined && call.agents !== undefined && !isSamePath(agents, call.agents);
  return (
    !isOther && isSamePath(agentPath, call.agentPath) && (lifetime.type !== 'run' || lifetime.runId === call.runId)
  );
}

/**
 * A denial wins. So does a doubt whether one means the call: a person has to say. Of what approves, the narrowest counts;
 * capabilities must be covered one and all.
 */
function weigh(grants: readonly Grant[], call: GrantedCall): GrantAnswer | undefined {
  const denials = grants.filter(({ effect }) => effect === 'deny');
  const reaches = denials.map((grant) => reach(grant, call));
  const denial = denials.find((_, index) => reaches[index] === true);
  if (denial !== undefined) return toAnswer([denial]);
  if (reaches.includes('maybe')) return undefined;
  const approvals = grants.filter(({ effect }) => effect === 'approve');
  const whole = approvals.find((grant) => {
    const { scope } = grant;
    return scope.type !== 'capability' && knows(scope, call) && reach(grant, call) === true;
  });
  if (whole !== undefined && whole.scope.type !== 'predicate') return toAnswer([whole]);
  const parts = call.capabilities.map((own) => approvals.find((grant) => covers(grant, own)));
  if (parts.length > 0 && parts.every((part) => part !== undefined)) return toAnswer([...new Set(parts)]);
  return whole && toAnswer([whole]);
}

/** How far a grant speaks of a call as a whole: for a denial, one capability is enough. */
function reach({ effect, scope }: Grant, call: GrantedCall): boolean | 'maybe' {
  if (scope.type === 'input' || scope.type === 'tool') return true;
  if (scope.type === 'predicate') {
    return (scope.toolName ?? call.toolName) === call.toolName && ask(() => scope.test(call));
  }
  const matches = call.capabilities.map((own) => matchesCapability(scope.capability, own, 'restricts'));
  return effect === 'deny' && (matches.includes(true) || (matches.includes('maybe') && 'maybe'));
}

/**
 * Whether what a call is asked about was known when it was said yes to: of what it declares the kind, as targets differ from
 * call to call; of what it goes on to ask for the very thing. A function of the app sees for itself what is declared.
 */
function knows(scope: KnownCapabilities & Pick<GrantScope, 'type'>, { capabilities, declared }: GrantedCall): boolean {
  const known = scope.capabilities;
  const kinds = new Set(known?.map(kindOf));
  const isAny = scope.type === 'predicate' || known === undefined;
  return capabilities.every((own) =>
    declared?.includes(own) === false ? isWithin(own, known ?? []) : isAny || kinds.has(kindOf(own)),
  );
}

function kindOf(capability: string): string {
  return splitCapability(capability)[0];
}

function covers({ scope }: Grant, capability: string): boolean {
  return scope.type === 'capability' && matchesCapability(scope.capability, capability, 'loosens') === true;
}

/** The app's own function may throw or, against its type, give something else: then nobody knows. */
function ask(test: () => unknown): boolean | 'maybe' {
  try {
    const said = test();
    return typeof said === 'boolean' ? said : 'maybe';
  } catch {
    return 'maybe';
  }
}

function toAnswer(grants: readonly Grant[]): GrantAnswer {
  const [first] = grants;
  const message = first?.effect === 'deny' ? first.message : undefined;
  return {
    effect: first?.effect ?? 'deny',
    grants,
    why: grants.map(({ why }) => why).join(' '),
    ...(message === undefined ? {} : { message }),
  };
}

function isSame(a: Grant, b: Grant): boolean {
  const [left, right] = [a, b].map(({ effect, scope, lifetime, agentPath, message }) =>
    JSON.stringify([effect, scope, lifetime, agentPath, message]),
  );
  return left === right && testOf(a) === testOf(b) && isSamePath(agentsOf(a) ?? [], agentsOf(b) ?? []);
}

function testOf({ scope }: Grant): unknown {
  return scope.type === 'predicate' ? scope.test : undefined;
}

function isSamePath(a: readonly (string | object)[], b: readonly (string | object)[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

function getOrSet<VALUE>(map: Map<string, VALUE>, key: string, empty: VALUE): VALUE {
  const value = map.get(key) ?? empty;
  map.set(key, value);
  return value;
}
