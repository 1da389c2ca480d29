import type { Grant } from '../../approval/grants/grant.js';
import { type Remember, type RememberScope, rememberChoices } from '../../approval/grants/remember.js';
import { matchesCapability } from '../../approval/policy/capability.js';
import type { DeferredCall } from '../../protocol/deferred.js';

/** The members of a call that choices are made of. */
export type RememberedCall = Pick<DeferredCall, 'toolName' | 'capabilities' | 'asksFor' | 'risk'> &
  Partial<Pick<DeferredCall, 'toolCallId' | 'input' | 'redactions' | 'effectiveInput'>>;

/** The choices for a call. */
interface RememberOptions {
  readonly scopes: readonly RememberScope[];
  readonly lifetimes: readonly Remember['for'][];
}

/**
 * Returns the choices of a card: what the call accesses, then exactly this input, then the whole tool. An approval of a
 * destructive call can be remembered only for the same input and for this page: one press must not approve other
 * irreversible calls.
 */
export function rememberOptions(call: RememberedCall, effect: Grant['effect']): RememberOptions {
  if (effect === 'allow' && call.risk === 'destructive') return { scopes: ['input'], lifetimes: ['session'] };
  const scopes = rememberChoices({ capabilities: asked(call) }).map(({ scope }) => scope);
  const isCapability = (scope: RememberScope): boolean => typeof scope === 'object';
  return {
    scopes: [...scopes.filter(isCapability), ...scopes.filter((scope) => !isCapability(scope))],
    lifetimes: ['session', 'always'],
  };
}

/** Returns the lifetimes that a scope may have: a function cannot be saved. */
export function lifetimesOf(
  scope: RememberScope | undefined,
  all: readonly Remember['for'][],
): readonly Remember['for'][] {
  const isFunction = typeof scope === 'object' && 'predicate' in scope;
  return isFunction ? all.filter((each) => each === 'run' || each === 'session') : all;
}

/** Returns the capabilities of a call that a choice does not cover. */
export function uncovered(call: RememberedCall, scope: RememberScope | undefined): readonly string[] {
  if (typeof scope !== 'object' || !('capability' in scope)) return [];
  return asked(call).filter((capability) => matchesCapability(scope.capability, capability, 'loosens') !== true);
}

/** Returns `true` when two choices mean the same. They may be new objects at each rendering. */
export function isSameChoice<T extends RememberScope | Remember['for']>(a: T, b: T | undefined): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  const key = (choice: object): string => JSON.stringify(Object.entries(choice).sort());
  return key(a) === key(b);
}

function asked({ asksFor, capabilities = [] }: RememberedCall): readonly string[] {
  return asksFor ?? capabilities;
}
