import type { AttributedDecision, PolicyDecision, Refusal } from '../../approval/policy/policy-decision.js';
import type { JSONValue } from '../../protocol/base/json.js';
import { definedProps } from '../../protocol/base/record.js';
import type { CallEnd } from '../../protocol/call-end.js';
import type { Issue } from '../../protocol/signals.js';
import type { Execution } from '../run/run-scope.js';
import { approvalIssues } from './people.js';
import { callOriginOf } from './policy-call.js';

/** Returns the end of a refused call; `undefined` if it is not refused. */
export function refusalOf({ decision }: AttributedDecision): CallEnd | undefined {
  return decision.effect === 'deny' || decision.effect === 'block' ? refusal(decision) : undefined;
}

/** Returns the end of a call for a decision that refuses it. */
export function refusal(decision: Refusal): CallEnd {
  return { status: decision.effect === 'deny' ? 'denied' : 'blocked', message: decision.message };
}

/** Returns why a decision keeps people from approving an input that they edited. Empty: they can. */
export function editIssues(
  decision: PolicyDecision | undefined,
  approvedBy: readonly string[] | undefined = [],
): readonly Issue[] {
  if (decision?.effect === 'block') return [{ path: [], message: `Not allowed: ${decision.message}` }];
  if (decision?.effect === 'ask') return approvalIssues(decision.needs ?? [], approvedBy);
  return decision?.effect === 'deny' ? [{ path: [], message: decision.message }] : [];
}

interface About {
  readonly capabilities?: readonly string[];
  readonly input?: JSONValue | undefined;
  /** The title of a call that does not run. */
  readonly title?: string | undefined;
}

/** Tells in the run's events what was decided, and by whom. */
export function reportDecision(
  { run, call, emit }: Execution,
  { decision, by }: AttributedDecision,
  { capabilities, input, title }: About,
): void {
  const { effect, reason } = decision;
  if (effect === 'declared') return;
  const { toolName, toolCallId } = call;
  const about = definedProps({ capabilities, origin: callOriginOf(run, toolName), input, title });
  emit({ type: 'policy-decision', toolName, toolCallId, effect, reason, by, ...about });
}
