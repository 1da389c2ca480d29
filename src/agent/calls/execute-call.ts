import type { ToolReturn } from '../../protocol/answers.js';
import { callOrigin } from '../../protocol/base/call-origin.js';
import { UserError } from '../../protocol/base/errors.js';
import { definedProps } from '../../protocol/base/record.js';
import type { CallEnd } from '../../protocol/call-end.js';
import { endsRun } from '../../tools/output/ends-run.js';
import { runsAgent } from '../../tools/tool.js';
import { middlewareOf } from '../middleware/tool-middleware.js';
import { runAborted } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { asFatal, deferredAs, isDeferral } from '../plumbing/fatal.js';
import { type CallSnapshot, restoreCall, snapshotOf } from '../run/call-snapshot.js';
import { describedTitle } from '../run/describe-call.js';
import type { StepAttempt } from '../run/journal.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import { runStep } from '../run/run-step.js';
import { idempotencyKey } from '../run/tool-context.js';
import { endCall } from '../run/turn.js';
import { spendCall, unspendCall } from '../run/usage-budget.js';
import { askGrants } from './ask-grants.js';
import { type Attempt, attempted, EndsAs, thrownError } from './attempt.js';
import { CallRefused } from './authorize.js';
import { countFailure } from './count-failure.js';
import { planAgain, planOf } from './plan-again.js';
import { planCall, type RunPlan } from './plan-call.js';
import { reconcile } from './reconcile.js';
import { returnedEnd, runBody, toReturn } from './run-body.js';
import { toDeferral } from './to-deferral.js';

/** The number of times that one call may defer: once for an approval, and once for an external result. */
const maxDeferrals = 2;

/** The next action for a call. */
export type Planned = Attempt | RunPlan | ResumableRun;

/**
 * Takes one call as far as it gets: to its end, or to a question. One that people let through for good stays approved,
 * and has to be taken again.
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
  const { changed = [] } = call.consent;
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
      if (attempt.deferral.call.interrupted === undefined && !asksForMore(call)) call.deferrals += 1;
      if (call.deferrals > maxDeferrals) throw deferredAgain(call);
      call.state = { status: 'waiting', deferral: attempt.deferral };
      break;
    case 'granted':
      break;
    case 'parked-inside':
      call.state = { status: 'parked-inside', requests: attempt.requests };
      break;
    case 'throw':
      // The call ran and failed. A run that continues from this history must not run it again.
      endCall({ call, end: attempt.end, emit });
      throw asFatal(thrownError(call, attempt.error));
    default:
      attempt satisfies never;
  }
}

function asksForMore({ ruling: { asksFor = [], budget } }: Execution['call']): boolean {
  return asksFor.some((capability) => !budget.includes(capability));
}

function deferredAgain({ toolName, toolCallId }: Execution['call']): UserError {
  return new UserError(
    'deferred-again',
    `Tool '${toolName}' deferred the call '${toolCallId}' again after it was answered. Check ctx.toolCallApproved before you throw ApprovalRequired.`,
  );
}

/** A call whose body may run, as an earlier life of the run has planned it. */
interface ResumableRun {
  readonly type: 'run';
  readonly tool?: undefined;
}

/** The end of a body, with everything that it changed. */
interface BodyEnd {
  readonly attempt: Attempt;
  readonly call: CallSnapshot;
}

/**
 * Runs a tool's body, as one step of the journal: what it gave in an earlier life is taken, and what began there
 * without an end is not run again unless the tool says that this does no harm, or people do.
 *
 * @throws what ends the whole run.
 */
async function runTool(execution: Execution, plan: RunPlan | ResumableRun): Promise<Attempt> {
  const { run, call, emit } = execution;
  const tool = run.stepTools.get(call.toolName);
  // A tool that only ends the run is not counted as a call.
  const isCounted = tool?.[endsRun] !== 'input';
  if (isCounted) countToolCall(run);
  call.body.executions += 1;
  const step = { key: idempotencyKey(run, call), emit, once: tool?.idempotent !== true };
  let hasRun = false;
  try {
    if (run.journal !== undefined && tool?.[runsAgent] === true) {
      const attempt = await runSubAgent(execution, plan, step);
      hasRun = call.hasStarted;
      return attempt;
    }
    const { value, isReplayed } = await runStep(run, step, (tell, attempt) =>
      endBody({ ...execution, emit: tell }, plan, attempt),
    );
    if (isReplayed) restoreCall(call, value.call);
    hasRun = call.hasStarted;
    return value.attempt;
  } catch (error) {
    hasRun = call.hasStarted;
    throw error;
  } finally {
    if (isCounted && !hasRun) unspendCall(run);
  }
}

/**
 * All steps of a sub-agent's run are steps of this journal; another around them could not be taken up in the middle.
 * What is kept before them is that it may run: a policy that changed since does not end what it has done.
 */
async function runSubAgent(
  execution: Execution,
  plan: RunPlan | ResumableRun,
  { key, emit }: { readonly key: string; readonly emit: Emit },
): Promise<Attempt> {
  const { run, call } = execution;
  let made: Attempt | RunPlan | undefined = plan.tool === undefined ? undefined : plan;
  const { value, isReplayed } = await runStep(run, { key, emit }, async (tell) => {
    const told = { ...execution, emit: tell };
    made ??= await attempted(told, () => planAgain(told));
    return { refused: made.type === 'run' ? null : made, call: snapshotOf(call) };
  });
  if (isReplayed) restoreCall(call, value.call);
  if (value.refused !== null) return value.refused;
  made ??= await attempted(execution, () => planOf(execution));
  if (made.type !== 'run') return made;
  const { attempt } = await endBody(execution, made, { isRepeated: false });
  return attempt;
}

async function endBody(execution: Execution, plan: RunPlan | ResumableRun, before: StepAttempt): Promise<BodyEnd> {
  const { call } = execution;
  const made = before.isRepeated ? await reconcile(execution, before) : await attemptBody(execution, plan);
  const attempt = made ?? (await attemptBody(execution, { type: 'run' }));
  const end = endOfAttempt(attempt);
  if (end !== undefined) call.body.made = end;
  return { attempt, call: snapshotOf(call) };
}

/** If the journal cannot persist the end, a run that continues from here must not run the call again. */
function endOfAttempt(attempt: Attempt): CallEnd | undefined {
  if (attempt.type === 'invalid') return { status: 'retry', ...attempt.problem };
  return 'end' in attempt ? attempt.end : undefined;
}

async function attemptBody(execution: Execution, planned: RunPlan | ResumableRun): Promise<Attempt> {
  const { call } = execution;
  const plan = planned.tool === undefined ? await attempted(execution, () => planAgain(execution)) : planned;
  if (plan.type !== 'run') return plan;
  const attempt = await attempted(execution, () => beginBody(execution, plan));
  if (attempt.type !== 'defer' || attempt.deferral.kind !== 'approval') return attempt;
  if (await askGrants(execution)) return { type: 'granted' };
  return call.state.status === 'ended' ? { type: 'end', end: call.state.end } : attempt;
}

/** Runs a body, with everything around it: events, timeout, progress. It may defer. */
async function beginBody(execution: Execution, plan: RunPlan): Promise<Attempt> {
  const { call, signal } = execution;
  const { tool, fresh } = plan;
  let isTold = false;
  const run = async (): Promise<ToolReturn> => {
    const described = await fresh();
    // A sibling may have ended the run since: a body that will not run must not be told as begun.
    if (signal.aborted) throw runAborted(signal);
    // A hook may run it again, which is one call all the same.
    if (!isTold)
      emitToolStart(
        execution,
        plan,
        describedTitle(tool, { toolName: call.toolName, input: plan.input, value: described }),
      );
    isTold = true;
    return await runBody(execution, plan);
  };
  try {
    const hooks = middlewareOf(tool);
    if (hooks === undefined) return returnedEnd(await run());
    const body = { tool, fresh, run, toReturn: (made: unknown) => toReturn(call, made), endsCall };
    return returnedEnd(await hooks.run(execution, body));
  } catch (error) {
    if (!isDeferral(error)) throw error;
    call.hasStarted = false;
    const { input } = plan;
    const { metadata } = error;
    return {
      type: 'defer',
      deferral: await toDeferral(call, { kind: deferredAs(error), tool, input, value: await fresh(), metadata }),
    };
  }
}

/** Returns `true` for errors that end the call of a body without being its own errors. */
function endsCall(error: unknown): boolean {
  return error instanceof EndsAs || error instanceof CallRefused;
}

/** From here on a call counts as one that ran: nothing may be waited for between this and its body. */
function emitToolStart({ call, emit }: Execution, { tool, input }: RunPlan, title: string): void {
  const { toolCallId, toolName } = call;
  call.hasStarted = true;
  // What an earlier body of it wanted is void: it asked for something, and runs again from its start.
  delete call.body.enqueued;
  delete call.body.stops;
  emit({
    type: 'tool-start',
    toolCallId,
    toolName,
    input,
    title,
    ...(call.unchecked ? { unchecked: true } : {}),
    approved: call.state.status === 'approved',
    edited: call.consent.approval?.overrideArgs !== undefined,
    ...(call.ruling.budget.length === 0 ? {} : { capabilities: call.ruling.budget }),
    ...definedProps({ origin: tool[callOrigin] }),
  });
}

function countToolCall(run: RunScope): void {
  try {
    spendCall(run);
  } catch (error) {
    throw asFatal(error);
  }
}
