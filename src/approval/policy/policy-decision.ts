import { isRecord } from '../../protocol/base/record.js';
import type { DecidedBy, PeopleNeeded } from '../../protocol/decided-by.js';
import type { PolicyCall } from './policy-call.js';

/**
 * What a policy says of a call, and why. `declared`: it has nothing to say, so that the tool's own `requiresApproval` decides.
 */
export type PolicyDecision =
  | { readonly effect: 'declared'; readonly reason: string; readonly rule?: string }
  | { readonly effect: 'allow'; readonly reason: string; readonly rule?: string }
  | {
      readonly effect: 'ask';
      readonly reason: string;
      readonly rule?: string;
      /** The capabilities that are asked about; the others are allowed. Default: all. */
      readonly asksFor?: readonly string[];
      /** The people whom it takes; each of these has to be met. Default: any one. */
      readonly needs?: readonly PeopleNeeded[];
    }
  | { readonly effect: 'deny'; readonly reason: string; readonly rule?: string; readonly message: string }
  | { readonly effect: 'block'; readonly reason: string; readonly rule?: string; readonly message: string };

/** A decision with which a call never runs. */
export type Refusal = Extract<PolicyDecision, { effect: 'deny' | 'block' }>;

/** A decision, and whose it is. */
export interface AttributedDecision<DECISION = PolicyDecision> {
  readonly decision: DECISION;
  readonly by: DecidedBy;
}

/** Says whose a decision is. */
export function attribute<DECISION extends PolicyDecision>(
  policy: string,
  decision: DECISION,
): AttributedDecision<DECISION> {
  const { rule } = decision;
  return { decision, by: { type: 'rule', policy, ...(rule === undefined ? {} : { rule }) } };
}

/** What a policy may know about a tool before there is a call. */
export interface PolicyTool extends Omit<PolicyCall, 'input' | 'capabilities'> {
  /** `undefined` when they depend on the input. */
  readonly capabilities: readonly string[] | undefined;
}

const strictness: Readonly<Record<PolicyDecision['effect'], number>> = {
  declared: 0,
  allow: 1,
  ask: 2,
  deny: 3,
  block: 4,
};

/** Whether a policy of the app's own said something that a run can act on. */
export function isPolicyDecision(value: unknown): value is PolicyDecision {
  return isRecord(value) && typeof value.effect === 'string' && Object.hasOwn(strictness, value.effect);
}

/** The strictest of several decisions; of equals the first. Of all that ask, it asks for the people of each. */
export function strictest(decisions: readonly [PolicyDecision, ...PolicyDecision[]]): PolicyDecision {
  const found = decisions.reduce((a, b) => (strictness[b.effect] > strictness[a.effect] ? b : a));
  if (found.effect !== 'ask') return found;
  const all = decisions.flatMap((decision) => (decision.effect === 'ask' ? (decision.needs ?? []) : []));
  const needs = all.filter((one, index) => all.findIndex((other) => isSameNeed(one, other)) === index);
  return needs.length === (found.needs?.length ?? 0) ? found : { ...found, needs };
}

function isSameNeed(one: PeopleNeeded, other: PeopleNeeded): boolean {
  const from = one.from?.join() === other.from?.join();
  return from && one.approvals === other.approvals && one.notRequester === other.notRequester;
}
