import { isRecord } from '../../protocol/base/record.js';
import type { DecidedBy, PeopleNeeded } from '../../protocol/decided-by.js';
import type { PolicyCall } from './policy-call.js';

/**
 * A policy's decision about a call, with the reason. `declared`: no rule applies, so the tool's own `requiresApproval`
 * decides.
 */
export type PolicyDecision =
  | { readonly effect: 'declared'; readonly reason: string; readonly rule?: string }
  | { readonly effect: 'allow'; readonly reason: string; readonly rule?: string }
  | {
      readonly effect: 'ask';
      readonly reason: string;
      readonly rule?: string;
      /** The capabilities that require approval; the others are allowed. Default: all. */
      readonly asksFor?: readonly string[];
      /** The approvals that are required; each entry has to be met. Default: one person. */
      readonly needs?: readonly PeopleNeeded[];
    }
  | { readonly effect: 'deny'; readonly reason: string; readonly rule?: string; readonly message: string }
  | { readonly effect: 'block'; readonly reason: string; readonly rule?: string; readonly message: string };

/** A decision that prevents a call from running. */
export type Refusal = Extract<PolicyDecision, { effect: 'deny' | 'block' }>;

/** A decision with its source. */
export interface AttributedDecision<DECISION = PolicyDecision> {
  readonly decision: DECISION;
  readonly by: DecidedBy;
}

/** Adds the policy and the rule that made a decision. */
export function attribute<DECISION extends PolicyDecision>(
  policy: string,
  decision: DECISION,
): AttributedDecision<DECISION> {
  const { rule } = decision;
  return { decision, by: { type: 'rule', policy, ...(rule === undefined ? {} : { rule }) } };
}

/** A tool as policies see it before there is a call. */
export interface PolicyTool extends Omit<PolicyCall, 'input' | 'capabilities'> {
  /** `undefined` when the capabilities depend on the input. */
  readonly capabilities: readonly string[] | undefined;
}

const strictness: Readonly<Record<PolicyDecision['effect'], number>> = {
  declared: 0,
  allow: 1,
  ask: 2,
  deny: 3,
  block: 4,
};

/** Returns `true` for a valid decision. Custom policies may return anything. */
export function isPolicyDecision(value: unknown): value is PolicyDecision {
  return isRecord(value) && typeof value.effect === 'string' && Object.hasOwn(strictness, value.effect);
}

/**
 * Returns the strictest of several decisions; of equals, the first. The required approvals of all `ask` decisions are
 * combined.
 */
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
