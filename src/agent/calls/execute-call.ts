import { UserError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { isControlSignal } from '../../protocol/signals.js';
import { asFatal, isFatal } from '../plumbing/fatal.js';
import type { Execution } from '../run/run-scope.js';
import { askGrants } from './ask-grants.js';
import { CallRefused } from './authorize.js';
import { countFailure, endCall } from './end-call.js';
import { planCall } from './plan-call.js';
import { type Attempt, runTool, ToolTimeout } from './run-tool.js';

/** How often one call may defer: once for a yes, once for a result from elsewhere. */
const maxDeferrals = 2;

/**
 * Takes one call as far as it gets: to its end, or to a question.
 *
 * @throws what ends the whole run: a stop, used-up retries, a limit, an error of the app.
 */
export async function executeCall(execution: Execution): Promise<void> {
  const { run, call, emit } = execution;
  const attempt = await attemptCall(execution);
  switch (attempt.type) {
    case 'end':
      return endCall({ call, end: attempt.end, emit });
    case 'invalid':
      return countFailure(run, { call, end: { status: 'retry', ...attempt.problem }, emit });
    case 'defer':
      if (attempt.deferral.kind === 'approval' && (await askGrants(execution))) return await executeCall(execution);
      if (call.state.status === 'ended') return;
      // A call that asks for more than before is no question asked again.
      if (!asksForMore(call)) call.deferrals += 1;
      if (call.deferrals > maxDeferrals) throw deferredAgain(call);
      call.state = { status: 'waiting', deferral: attempt.deferral };
      return;
    default:
      return attempt satisfies never;
  }
}

async function attemptCall(execution: Execution): Promise<Attempt> {
  const { run, signal } = execution;
  try {
    const plan = await planCall(execution);
    return plan.type === 'run' ? await runTool(execution, plan) : plan;
  } catch (error) {
    if (signal.aborted || isFatal(error)) throw error;
    if (error instanceof CallRefused) return { type: 'end', end: error.end };
    if (error instanceof ToolTimeout) return { type: 'invalid', problem: { message: error.message } };
    if (isControlSignal(error) && error.kind === 'model-retry') {
      const { message, issues } = error;
      return { type: 'invalid', problem: { message, ...(issues === undefined ? {} : { issues }) } };
    }
    if (isControlSignal(error)) return { type: 'end', end: { status: 'failed', message: error.message } };
    const serialized = serializeError(error);
    const end = { status: 'failed', message: serialized.message, error: serialized } as const;
    if (run.config.toolErrors === 'model') return { type: 'end', end };
    // It has run and failed: a run that goes on from this history must not run it again.
    endCall({ call: execution.call, end, emit: execution.emit });
    throw asFatal(error);
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
