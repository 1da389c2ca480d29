import type { AttributedDecision, Refusal } from '../../approval/policy/policy-decision.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { CallEnd } from '../../protocol/call-end.js';
import type { Execution } from '../run/run-scope.js';

/** How a call ends that is refused. Nothing when it is not. */
export function refusalOf({ decision }: AttributedDecision): CallEnd | undefined {
  return decision.effect === 'deny' || decision.effect === 'block' ? refusal(decision) : undefined;
}

/** How a call ends that a decision refuses. */
export function refusal(decision: Refusal): CallEnd {
  return { status: decision.effect === 'deny' ? 'denied' : 'blocked', message: decision.message };
}

interface About {
  readonly capabilities?: readonly string[];
  readonly input?: JSONValue | undefined;
}

/** Tells in the run's events what was decided, and by whom. */
export function reportDecision(
  { call, emit }: Execution,
  { decision, by }: AttributedDecision,
  { capabilities, input }: About,
): void {
  const { effect, reason } = decision;
  if (effect === 'declared') return;
  const { toolName, toolCallId } = call;
  const about = { ...(capabilities === undefined ? {} : { capabilities }), ...(input === undefined ? {} : { input }) };
  emit({ type: 'policy-decision', toolName, toolCallId, effect, reason, by, ...about });
}
