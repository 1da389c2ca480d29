import { changedParts, type DefinitionPart } from '../../protocol/base/definition.js';
import { matchesCapability } from '../policy/capability.js';
import { restrictsText } from '../policy/match-text.js';
import { isWithin } from '../policy/policy-call.js';
import { splitCapability } from '../policy/split-capability.js';
import type { Grant, GrantAnswer, GrantedCall, GrantScope, KnownCapabilities } from './grant.js';
import { agentsOf } from './remember.js';

/**
 * What grants say about a call. A denial wins. So does a doubt whether one means the call: a person has to say. Of what approves, the narrowest counts;
 * capabilities must be covered one and all.
 */
export function matchGrants(candidates: readonly Grant[], call: GrantedCall): GrantAnswer | undefined {
  const grants = candidates.filter((grant) => speaksTo(grant, call));
  const denials = grants.filter(({ effect }) => effect === 'deny');
  const reaches = denials.map((grant) => reachOf(grant, call));
  const denial = denials.find((_, index) => reaches[index] === true);
  if (denial !== undefined) return answerOf([denial]);
  if (reaches.includes('maybe')) return undefined;
  const approvals = grants.filter(({ effect }) => effect === 'allow');
  const whole = approvals.find((grant) => {
    const { scope } = grant;
    if (scope.type === 'capability' || !knows(scope, call) || reachOf(grant, call) !== true) return false;
    return isSameDefinition(scope, call);
  });
  if (whole !== undefined && whole.scope.type !== 'predicate') return answerOf([whole]);
  const parts = call.capabilities.map((own) => approvals.find((grant) => covers(grant, own)));
  if (parts.length > 0 && parts.every((part) => part !== undefined)) return answerOf([...new Set(parts)]);
  return whole && answerOf([whole]);
}

function speaksTo(grant: Grant, call: GrantedCall): boolean {
  const { agentPath, lifetime } = grant;
  const agents = agentsOf(grant);
  const isOther = agents !== undefined && call.agents !== undefined && !isSamePath(agents, call.agents);
  return (
    !isOther && isSamePath(agentPath, call.agentPath) && (lifetime.type !== 'run' || lifetime.runId === call.runId)
  );
}

/** How far a grant speaks of a call as a whole: for a denial, one capability is enough. */
function reachOf({ effect, scope }: Grant, call: GrantedCall): boolean | 'maybe' {
  if (scope.type === 'input') return true;
  if (scope.type === 'tool') return meansTool(scope.toolName, call.toolName, effect);
  if (scope.type === 'predicate') {
    return meansTool(scope.toolName ?? call.toolName, call.toolName, effect) && askTest(() => scope.test(call));
  }
  const matches = call.capabilities.map((own) => matchesCapability(scope.capability, own, 'restricts'));
  return effect === 'deny' && (matches.includes(true) || (matches.includes('maybe') && 'maybe'));
}

/** True unless the tool is another one by now. A function of the app that is about no tool by name sees for itself what it gets. */
function isSameDefinition(scope: Exclude<GrantScope, { type: 'capability' }>, { definition }: GrantedCall): boolean {
  if (scope.type === 'predicate' && scope.toolName === undefined) return true;
  return changedParts(scope.definition, definition).length === 0;
}

/**
 * What has changed of a tool since a person allowed its calls, as the reason why the person is asked again: the parts of its definition in which it is
 * nearest to what was allowed. Empty: nobody has allowed it, or it is the same.
 */
export function definitionChanges(grants: readonly Grant[], call: GrantedCall): readonly DefinitionPart[] {
  const changes = grants.flatMap((grant) => {
    const { scope, effect } = grant;
    if (effect !== 'allow' || scope.type === 'capability' || scope.toolName !== call.toolName) return [];
    return speaksTo(grant, call) ? [changedParts(scope.definition, call.definition)] : [];
  });
  return changes.reduce((least, parts) => (parts.length < least.length ? parts : least), changes[0] ?? []);
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

/** Returns `true` for the very name; for a denial, also for a name that looks like it. */
function meansTool(wanted: string, name: string, effect: Grant['effect']): boolean {
  return wanted === name || (effect === 'deny' && restrictsText(wanted, name) === true);
}

/** The app's own function may throw or, against its type, give something else: then nobody knows. */
function askTest(test: () => unknown): boolean | 'maybe' {
  try {
    const said = test();
    return typeof said === 'boolean' ? said : 'maybe';
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

/** Whether two paths lead over the same agents. */
export function isSamePath(a: readonly (string | object)[], b: readonly (string | object)[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
