import type { GrantAnswer } from '../../approval/grants/grant.js';
import { areAlive } from '../../approval/grants/grants.js';
import { definitionChanges } from '../../approval/grants/match-grant.js';
import type { PolicyCall } from '../../approval/policy/policy-call.js';
import type { DefinitionPart } from '../../protocol/base/definition.js';
import { definedProps } from '../../protocol/base/record.js';
import type { CallEnd } from '../../protocol/call-end.js';
import { defaultDenial, toolApproved } from '../../protocol/make-answer.js';
import type { Execution } from '../run/run-scope.js';
import { endCall } from '../run/turn.js';

/**
 * Asks what people wanted to be remembered, before they are asked about a call again. It is asked once a call: a call
 * that defers although it was let through is a new question, for a person.
 *
 * @returns true when the call may go on; a remembered no has ended it.
 */
export async function askGrants(execution: Execution): Promise<boolean> {
  const { call, emit } = execution;
  if (call.ruling.policyCall === undefined || call.state.status === 'approved') return false;
  // A grant is the approval of one person only.
  if (call.ruling.needs !== undefined) return false;
  const answer = await findGrant(
    execution,
    call.ruling.policyCall,
    call.ruling.asksFor ?? call.ruling.policyCall.capabilities,
  );
  if (answer === undefined) {
    call.consent.changed = changesSinceGranted(execution, call.ruling.policyCall);
    return false;
  }
  if (answer.effect === 'allow') {
    call.state = { status: 'approved', answer: toolApproved(), metadata: undefined };
    call.consent.isGranted = true;
    return true;
  }
  endCall({ call, end: toDenial(answer), emit });
  return false;
}

/** Finds the grant for these capabilities of a call, and emits it as an event. */
export async function findGrant(
  { run, call, emit }: Execution,
  policyCall: PolicyCall,
  capabilities: readonly string[],
): Promise<GrantAnswer | undefined> {
  const { grants } = run.gate;
  const answer = await grants?.find({
    ...policyCall,
    capabilities,
    declared: call.ruling.budget,
    agents: run.agents,
    runId: run.runId,
  });
  if (grants === undefined || answer === undefined) return undefined;
  const by = { type: 'grant', grantIds: answer.grants.map(({ id }) => id) } as const;
  if (!areAlive(grants, by.grantIds)) return undefined;
  const { toolName, toolCallId } = call;
  const { effect, reason } = answer;
  const about = { capabilities, ...definedProps({ origin: policyCall.origin }) };
  emit({ type: 'policy-decision', toolName, toolCallId, effect, reason, by, ...about });
  return answer;
}

/** Returns the parts of a tool's definition that changed after people allowed its calls. */
function changesSinceGranted({ run }: Execution, policyCall: PolicyCall): readonly DefinitionPart[] {
  return definitionChanges(run.gate.grants?.list() ?? [], { ...policyCall, agents: run.agents, runId: run.runId });
}

/** Returns the end of a call that a remembered denial refuses. */
export function toDenial({ message }: GrantAnswer): CallEnd {
  return { status: 'denied', message: message ?? defaultDenial };
}
