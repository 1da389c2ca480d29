import { endsRun } from '../../tools/output/ends-run.js';
import { runsAgent } from '../../tools/tool.js';
import { askGrants } from '../calls/ask-grants.js';
import { countFailure } from '../calls/count-failure.js';
import { executeCall, type Planned, settlePlan } from '../calls/execute-call.js';
import { outputCallsOf } from '../calls/output-calls.js';
import { type PreparedCall, prepareCall } from '../calls/plan-call.js';
import { abortable, onAbort } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { CallProblem } from '../plumbing/hooked-input.js';
import { decideCall, decideHidden } from '../policy/enforce-policies.js';
import { persistDecisions } from '../run/persist-decisions.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import { aboutCall, offersOutputs } from '../run/tool-context.js';
import { callsIn, type Deferral, endCall, passOn, type Turn, type TurnCall } from '../run/turn.js';
import type { NextStep } from './next-step.js';

/** Runs every call that may run; what deferred is then asked about as one batch. */
export async function toolStep(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  await checkInputs(run, turn, emit);
  await decideProviderCalls(run, turn, emit);
  const outputs = offersOutputs(run) ? outputCallsOf(run, turn) : undefined;
  outputs?.refuseWrong();
  const calls = callsIn(turn, 'called', 'approved');
  for (const group of inGroups(run, outputs?.ordered(calls) ?? calls)) {
    const wanted = group.filter((call) => outputs?.isBeside(call) !== true);
    // What people let through for good while it ran is taken again, before the next.
    for (let open = wanted; open.length > 0; open = open.filter(isApproved)) await runGroup({ run, turn, emit }, open);
    outputs?.refuseWrong();
  }
  outputs?.skipBeside(emit);
  return callsIn(turn, 'waiting', 'parked', 'parked-inside').length > 0
    ? { type: 'deferred', turn }
    : { type: 'close', turn };
}

function isApproved({ state }: TurnCall): boolean {
  return state.status === 'approved';
}

/**
 * Checks the inputs of all calls before any of them runs, so that a call whose retries are used up ends the run before
 * its siblings take effect. Calls of tools that policies keep from the model are told that, and no more.
 *
 * @throws UnexpectedModelBehavior for the first such call.
 */
async function checkInputs(run: RunScope, turn: Turn, emit: Emit): Promise<void> {
  const calls = callsIn(turn, 'called').filter(({ toolName }) => !run.hiddenTools.has(toolName));
  // A call that is alone is checked when it runs, like every call once more.
  if (turn.calls.length < 2) return;
  // What a schema throws is an error of its tool, and comes up there.
  const check = async (call: TurnCall): Promise<PreparedCall | undefined> =>
    await prepareCall(run, call).catch(() => undefined);
  const decide = async (): Promise<readonly (CallProblem | null)[]> => {
    const checked = await abortable(run.signal, () => Promise.all(calls.map(check)));
    for (const call of turn.calls) call.isAlone = runsAlone(run, call);
    return checked.map((prepared) => (prepared?.type === 'invalid' ? prepared.problem : null));
  };
  const problems = await persistDecisions({ run, turn, calls: turn.calls, emit, decide });
  for (const [index, call] of calls.entries()) {
    const problem = problems[index];
    if (problem) countFailure({ run, call, emit }, { status: 'retry', ...problem });
  }
}

/**
 * Calls that may run side by side. One that runs alone is a group of its own, so that the others wait for it and it for
 * them.
 */
function inGroups(run: RunScope, calls: readonly TurnCall[]): readonly (readonly TurnCall[])[] {
  const groups: TurnCall[][] = [];
  let isOpen = false;
  for (const call of calls) {
    const isAlone = call.isAlone ?? runsAlone(run, call);
    const last = groups.at(-1);
    if (isAlone || !isOpen || last === undefined) groups.push([call]);
    else last.push(call);
    isOpen = !isAlone;
  }
  return groups;
}

/**
 * Returns `true` if the tool is sequential, or is a sub-agent in a run with a journal: two of them side by side would
 * request their steps in another order each time.
 */
function runsAlone(run: RunScope, { toolName }: TurnCall): boolean {
  const tool = run.stepTools.get(toolName);
  const isInTurn = tool?.[endsRun] && run.config.endStrategy !== 'exhaustive';
  return isInTurn === true || tool?.sequential === true || (run.journal !== undefined && tool?.[runsAgent] === true);
}

interface TakingCalls {
  readonly run: RunScope;
  readonly turn: Turn;
  readonly emit: Emit;
}

/**
 * Runs the calls of a group, a limited number at a time. The first error that ends the run stops those that still run.
 */
async function runGroup({ run, turn, emit }: TakingCalls, calls: readonly TurnCall[]): Promise<void> {
  const plans = run.journal === undefined ? undefined : await planGroup({ run, turn, emit }, calls);
  const running = new RunningCalls(run.signal);
  const errors: unknown[] = [];
  const queue = [...calls];
  const work = async (): Promise<void> => {
    for (let call = queue.shift(); call !== undefined && !running.isStopped; call = queue.shift()) {
      const own = running.begin();
      try {
        await executeCall({ run, call, signal: own.signal, emit }, plans?.get(call));
      } catch (error) {
        errors.push(error);
        running.stop('A sibling ended the run.');
      } finally {
        running.end(own);
      }
    }
  };
  const lanes = Math.min(run.config.toolCallConcurrency, calls.length);
  await Promise.all(Array.from({ length: lanes }, work)).finally(() => running.close());
  if (errors.length > 0) throw errors[0];
  await abortable(run.signal, () => undefined);
}

/**
 * Decides about all calls of a group before any of them runs, as one step: bodies are then begun in the order of their
 * calls, however long each took to be decided about.
 */
async function planGroup(
  { run, turn, emit }: TakingCalls,
  calls: readonly TurnCall[],
): Promise<ReadonlyMap<TurnCall, Planned>> {
  const made = new Map<TurnCall, Planned>();
  const decide = async (tell: Emit): Promise<readonly Planned[]> =>
    await Promise.all(
      calls.map(async (call) => {
        const plan = await settlePlan({ run, call, signal: run.signal, emit: tell });
        made.set(call, plan);
        return plan.type === 'run' ? { type: 'run' } : plan;
      }),
    );
  const verdicts = await persistDecisions({ run, turn, calls, emit, decide, soon: true });
  return new Map(
    calls.flatMap((call, index) => {
      const plan = made.get(call) ?? verdicts[index];
      return plan === undefined ? [] : [[call, plan]];
    }),
  );
}

/**
 * Stops the calls of a group with the run. Each has a signal of its own: what listens to it goes away with the call.
 */
class RunningCalls {
  readonly close: () => void;
  readonly #running: Set<AbortController> = new Set();
  isStopped: boolean;

  constructor(run: AbortSignal) {
    this.isStopped = run.aborted;
    this.close = onAbort(run, () => this.stop(run.reason));
  }

  begin(): AbortController {
    const own = new AbortController();
    this.#running.add(own);
    return own;
  }

  end(own: AbortController): void {
    this.#running.delete(own);
  }

  stop(reason: unknown): void {
    this.isStopped = true;
    for (const own of this.#running) own.abort(reason);
  }
}

/**
 * Asks the policies and what people wanted remembered about calls that the provider would run, before people are asked.
 */
async function decideProviderCalls(run: RunScope, turn: Turn, emit: Emit): Promise<void> {
  const calls = callsIn(turn, 'waiting').filter(
    ({ providerApprovalId, ruling }) => providerApprovalId !== undefined && ruling.policyCall === undefined,
  );
  if (calls.length === 0) return;
  const decide = async (tell: Emit): Promise<void> => {
    for (const call of calls) {
      await decideProviderCall({ run, call, signal: run.signal, emit: tell }, call.state.deferral);
    }
  };
  await persistDecisions({ run, turn, calls, emit, decide });
}

async function decideProviderCall(execution: Execution, deferral: Deferral): Promise<void> {
  const { run, call, emit } = execution;
  const { input } = deferral.call;
  // Tools behind a provider's MCP server have names that nobody here has heard of.
  const tool = run.stepTools.get(call.toolName) ?? {};
  const hidden = decideHidden(execution);
  if (hidden !== undefined) return endCall({ call, end: hidden, emit });
  const ruling = await decideCall(execution, tool, { input, value: input, rewritten: undefined });
  if (ruling.type === 'end') return endCall({ call, end: ruling.end, emit });
  if (call.state.status === 'approved' || (await askGrants(execution))) {
    passOn(call, emit);
  } else if (call.state.status === 'waiting') {
    const about = aboutCall(call, deferral.metadata);
    call.state = { status: 'waiting', deferral: { ...deferral, call: { ...deferral.call, ...about } } };
  }
}
