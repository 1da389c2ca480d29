import { isSameOrigin } from '../../protocol/base/call-origin.js';
import { changedParts, type DefinitionPart } from '../../protocol/base/definition.js';
import { matchesCapability } from '../policy/capability.js';
import { restrictsText } from '../policy/match-text.js';
import { isWithin } from '../policy/policy-call.js';
import { splitCapability } from '../policy/split-capability.js';
import type { Grant, GrantAnswer, GrantedCall, GrantScope, KnownCapabilities } from './grant.js';
import { agentsOf } from './remember.js';

/**
 * Returns the answer of grants to a call. A denial wins. If a denial possibly applies, people have to decide. An
 * approval may come from one grant for the whole call, or from several that together cover all of its capabilities. Of
 * several possible approvals, the narrowest is used.
 */
export function matchGrants(candidates: readonly Grant[], call: GrantedCall): GrantAnswer | undefined {
  // A denial applies whatever the origin is.
  const grants = candidates.filter(
    (grant) => appliesTo(grant, call) && (grant.effect === 'deny' || isSameOrigin(grant, call)),
  );
  const denials = grants.filter(({ effect }) => effect === 'deny');
  const reaches = denials.map((grant) => reachOf(grant, call));
  const denial = denials.find((_, index) => reaches[index] === true);
  if (denial !== undefined) return answerOf([denial]);
  if (reaches.includes('maybe')) return undefined;
  const approvals = grants.filter(({ effect }) => effect === 'allow');
  const whole = approvals.find((grant) => {
    const { scope } = grant;
    if (scope.type === 'capability' || !wasKnown(scope, call) || reachOf(grant, call) !== true) return false;
    return isSameDefinition(scope, call);
  });
  if (whole !== undefined && whole.scope.type !== 'predicate') return answerOf([whole]);
  const parts = call.capabilities.map((own) => approvals.find((grant) => covers(grant, own)));
  if (parts.length > 0 && parts.every((part) => part !== undefined)) return answerOf([...new Set(parts)]);
  return whole && answerOf([whole]);
}

function appliesTo(grant: Grant, call: GrantedCall): boolean {
  const { agentPath, lifetime } = grant;
  const agents = agentsOf(grant);
  const isOther = agents !== undefined && call.agents !== undefined && !isSamePath(agents, call.agents);
  return (
    !isOther && isSamePath(agentPath, call.agentPath) && (lifetime.type !== 'run' || lifetime.runId === call.runId)
  );
}

/** Returns `true` when a grant covers a call as a whole. A denial covers it if it covers one capability. */
function reachOf({ effect, scope }: Grant, call: GrantedCall): boolean | 'maybe' {
  if (scope.type === 'input') return true;
  if (scope.type === 'tool') return meansTool(scope.toolName, call.toolName, effect);
  if (scope.type === 'predicate') {
    return meansTool(scope.toolName ?? call.toolName, call.toolName, effect) && evaluateTest(() => scope.test(call));
  }
  const matches = call.capabilities.map((own) => matchesCapability(scope.capability, own, 'restricts'));
  return effect === 'deny' && (matches.includes(true) || (matches.includes('maybe') && 'maybe'));
}

/**
 * Returns `true` unless the tool's definition has changed. A predicate for any tool does not depend on a definition.
 */
function isSameDefinition(scope: Exclude<GrantScope, { type: 'capability' }>, { definition }: GrantedCall): boolean {
  if (scope.type === 'predicate' && scope.toolName === undefined) return true;
  return changedParts(scope.definition, definition).length === 0;
}

/**
 * Returns the parts of a tool's definition that have changed since a person allowed its calls, as the reason for asking
 * again. Of several grants, it uses the one with the fewest changes. Empty when no grant approves the tool, or nothing
 * has changed.
 */
export function definitionChanges(grants: readonly Grant[], call: GrantedCall): readonly DefinitionPart[] {
  const changes = grants.flatMap((grant) => {
    const { scope, effect } = grant;
    if (effect !== 'allow' || scope.type === 'capability' || scope.toolName !== call.toolName) return [];
    return appliesTo(grant, call) ? [changedParts(scope.definition, call.definition)] : [];
  });
  return changes.reduce((least, parts) => (parts.length < least.length ? parts : least), changes[0] ?? []);
}

/**
 * Returns `true` when the capabilities that require approval were known at the time of the grant. Declared capabilities
 * are compared by name, because targets differ between calls; capabilities that the tool requests while running,
 * exactly. A predicate checks declared capabilities itself.
 */
function wasKnown(
  scope: KnownCapabilities & Pick<GrantScope, 'type'>,
  { capabilities, declared }: GrantedCall,
): boolean {
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

/** Returns `true` for the same name; for a denial, also for a name that looks the same. */
function meansTool(wanted: string, name: string, effect: Grant['effect']): boolean {
  return wanted === name || (effect === 'deny' && restrictsText(wanted, name) === true);
}

/** Evaluates the app's predicate. If it throws or returns something other than a boolean, the result is `'maybe'`. */
function evaluateTest(test: () => unknown): boolean | 'maybe' {
  try {
    const answer = test();
    return typeof answer === 'boolean' ? answer : 'maybe';
  } catch {
    return 'maybe';
  }
}

function answerOf(grants: readonly Grant[]): GrantAnswer {
  const [first] = grants;
  const message = first?.effect === 'deny' ? first.message : undefined;
  return {
    effect: first?.effect ?? 'deny',
    grants,
    reason: grants.map(({ reason }) => reason).join(' '),
    ...(message === undefined ? {} : { message }),
  };
}

/** Returns `true` when two paths consist of the same agents. */
export function isSamePath(a: readonly (string | object)[], b: readonly (string | object)[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
