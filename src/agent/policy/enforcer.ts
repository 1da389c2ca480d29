import type { Policy } from '../../approval/policy/policy.js';
import type { PolicyCall } from '../../approval/policy/policy-call.js';
import type { Judgement } from '../../approval/policy/policy-verdict.js';
import type { CallEnd } from '../../protocol/call-end.js';
import { UserError } from '../../protocol/errors.js';
import type { JSONValue } from '../../protocol/json.js';
import type { Issue } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import type { Considered } from './policy-call.js';

/** What the policies make of a call: it ends, is asked about, or goes on as its tool says (perhaps with a yes by now). */
export type Judged =
  | { readonly type: 'end'; readonly end: CallEnd }
  | { readonly type: 'ask' }
  | { readonly type: 'pass' };

/** Makes a run obey its policies. It comes with a policy, so that an app without one does not load it. */
export interface Enforcer {
  /** What the run's policies say of a call. The strictest counts. */
  judge(run: RunScope, call: PolicyCall): Promise<Judgement>;
  /** Asks about a call. An `allow` is the yes; a person's yes is no way around what is denied or blocked. */
  judgeCall(execution: Execution, call: PolicyCall, rewritten: JSONValue | undefined): Promise<Judged>;
  /** Asks about what a tool's body goes on to do; tells the run's events. */
  judgeMore(execution: Execution, call: PolicyCall): Promise<Judgement>;
  /** How a call ends that is refused. Nothing when it is not. */
  toEnd(judgement: Judgement): CallEnd | undefined;
  /** What is wrong with an edited input: what the policies forbid, people cannot edit a call into. */
  checkEdit(execution: Execution, tool: Tool, edited: Considered): Promise<readonly Issue[]>;
  /** How a call of a tool ends that is kept from the model: the model may guess its name, or an older run have asked for it. */
  judgeHidden(execution: Execution): CallEnd | undefined;
  /** Lets the policies change an input, before anything is decided about it or shown. */
  rewriteInput(execution: Execution, tool: Tool, original: JSONValue): Promise<JSONValue>;
  /** Finds the tools of the step that the model need not see. */
  hideTools(run: RunScope): void;
  /** Says once which tools the model does not see, and why. */
  reportHidden(run: RunScope, emit: Emit): void;
}

const key: unique symbol = Symbol.for('countersign.enforcer');

/** The policy, with what makes runs obey it. */
export function withEnforcer(policy: Policy, enforcer: Enforcer): Policy {
  return Object.assign({ ...policy }, { [key]: enforcer });
}

/** A policy as the runs within its run obey it: what it forbids or asks holds there too, what it allows is for them to say. */
export function withoutYes(policy: Policy): Policy {
  return {
    ...policy,
    decide: async (call, ctx) => {
      const verdict = await policy.decide(call, ctx);
      return verdict.effect === 'allow' ? { ...verdict, effect: 'declared' } : verdict;
    },
  };
}

/**
 * What makes a run obey these policies. Nothing without policies.
 *
 * @throws UserError for a policy that runs could not obey, before anything is run.
 */
export function enforcerOf(policies: readonly (Policy & { readonly [key]?: Enforcer })[]): Enforcer | undefined {
  const bare = policies.find((policy) => policy[key] === undefined);
  if (bare === undefined) return policies[0]?.[key];
  throw new UserError(
    'bare-policy',
    `The policy '${bare.name}' was made by neither createPolicy() nor definePolicy(), so nothing would enforce it. Nothing was run. Wrap it in definePolicy().`,
  );
}
