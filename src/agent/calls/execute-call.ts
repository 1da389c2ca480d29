import { UserError } from '../../protocol/base/errors.js';
import { asFatal } from '../plumbing/fatal.js';
import type { Execution } from '../run/run-scope.js';
import { endCall } from '../run/turn.js';
import { askGrants } from './ask-grants.js';
import { type Attempt, attempted, thrownError } from './attempt.js';
import { countFailure } from './count-failure.js';
import { planCall, type RunPlan } from './plan-call.js';
import { type KeptRun, runTool } from './run-tool.js';

/** How often one call may defer: once for a yes, once for a result from elsewhere. */
const maxDeferrals = 2;

/** What is to be done about a call now. */
export type Planned = Attempt | RunPlan | KeptRun;

/**
 * Takes one call as far as it gets: to its end, or to a question. One that people let through for good stays approved, and has to
 * be taken again.
 *
 * @param planned what an earlier step found out about it. Default: it is found out now.
 * @throws what ends the whole run: a stop, used-up retries, a limit, an error of the app.
 */
export async function executeCall(execution: Execution, planned?: Planned): Promise<void> {
  const plan = planned ?? (await settlePlan(execution));
  settleAttempt(execution, plan.type === 'run' ? await runTool(execution, plan) : plan);
}

/** Decides what is to be done about a call. Before people are asked, what they wanted to be remembered is. */
export async function settlePlan(execution: Execution): Promise<Attempt | RunPlan> {
  const { call } = execution;
  const plan = await attempted(execution, () => planCall(execution));
  if (plan.type !== 'defer' || plan.deferral.kind !== 'approval') return plan;
  if (await askGrants(execution)) return await settlePlan(execution);
  if (call.state.status === 'ended') return { type: 'end', end: call.state.end };
  const { changed = [] } = call;
  if (changed.length === 0) return plan;
  return { ...plan, deferral: { ...plan.deferral, call: { ...plan.deferral.call, changed } } };
}

function settleAttempt(execution: Execution, attempt: Attempt): void {
  const { call, emit } = execution;
  switch (attempt.type) {
    case 'end':
      endCall({ call, end: attempt.end, content: attempt.content, emit });
      break;
    case 'invalid':
      countFailure(execution, { status: 'retry', ...attempt.problem });
      break;
    case 'defer':
      // Neither a call that asks for more than before nor one that was cut off asks a question again.
      if (attempt.deferral.call.begun === undefined && !asksForMore(call)) call.deferrals += 1;
      if (call.deferrals > maxDeferrals) throw deferredAgain(call);
      call.state = { status: 'waiting', deferral: attempt.deferral };
      break;
    case 'granted':
      break;
    case 'parked-inside':
      call.state = { status: 'parked-inside', requests: attempt.requests };
      break;
    case 'throw':
      // It has run and failed: a run that goes on from this history must not run it again.
      endCall({ call, end: attempt.end, emit });
      throw asFatal(thrownError(call, attempt.error));
    default:
      attempt satisfies never;
  }
}

function asksForMore({ asksFor = [], budget }: Execution['call']): boolean {
  return asksFor.some((capability) => !budget.includes(capability));
}

function deferredAgain({ toolName, toolCallId }: Execution['call']): UserError {
  return new UserError(
    'deferred-again',
    `Tool '${toolName}' deferred the call '${toolCallId}' again after it was answered. Check ctx.toolCallApproved before you throw ApprovalRequired.`,
  );
}
