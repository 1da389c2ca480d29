import { definedProps, ownMember } from '../../protocol/base/record.js';
import { type DeferredToolRequests, deferredCalls } from '../../protocol/deferred.js';
import { planCall } from '../calls/plan-call.js';
import { toDeferral } from '../calls/to-deferral.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { isFatal } from '../plumbing/fatal.js';
import { persistDecisions } from '../run/persist-decisions.js';
import type { Execution, RunScope } from '../run/run-scope.js';
import { type Deferral, endCall, type Turn, type TurnCall } from '../run/turn.js';
import type { NextStep } from './next-step.js';
import { deferralFromHistory } from './resume-step.js';

/**
 * Asks again about the calls that another run left open. None of them runs before it is answered, whatever its tool
 * says by now.
 */
export async function reopenStep(
  run: RunScope,
  { turn, requests }: { readonly turn: Turn; readonly requests: DeferredToolRequests },
  emit: Emit,
): Promise<NextStep> {
  const asked = new Map(deferredCalls(requests).map((one) => [one.call.toolCallId, one]));
  const reopen = async (call: TurnCall, tell: Emit): Promise<void> => {
    const { kind, call: before } = asked.get(call.toolCallId) ?? {};
    // What the provider runs is asked about already; what is no longer the same call is taken as it stands in the
    // history.
    if (call.state.status !== 'called' || kind === undefined || before?.toolName !== call.toolName) return;
    const metadata = ownMember(requests.metadata, call.toolCallId);
    await reopenCall({ run, call, emit: tell }, { kind, call: before, metadata });
  };
  const decide = async (tell: Emit): Promise<void> => {
    await Promise.all(turn.calls.map((call) => reopen(call, tell)));
  };
  await persistDecisions({ run, turn, calls: turn.calls, emit, decide });
  return { type: 'tools', turn };
}

interface Reopening {
  readonly run: RunScope;
  readonly call: TurnCall;
  readonly emit: Emit;
}

async function reopenCall({ run, call, emit }: Reopening, before: Deferral): Promise<void> {
  const { metadata } = before;
  const tool = run.stepTools.get(call.toolName);
  // It started elsewhere, perhaps with an edit. Planning it again would request the approval that it already had.
  if (before.kind === 'external' && tool?.execute !== undefined) return askAgain(call, before);
  const execution: Execution = { run, call, signal: run.signal, emit };
  const plan = await planCall(execution).catch((error: unknown) => {
    if (run.signal.aborted || isFatal(error)) throw error;
    return undefined;
  });
  // Its validator has something against it, which the model is told once a person has said yes.
  if (plan === undefined)
    return askAgain(call, { ...(await deferralFromHistory(execution)), kind: before.kind, metadata });
  switch (plan.type) {
    case 'defer':
      return askAgain(call, { ...plan.deferral, metadata: plan.deferral.metadata ?? metadata });
    case 'run': {
      const { input, fresh } = plan;
      const { asksFor, reason, needs } = before.call;
      Object.assign(call.ruling, definedProps({ asksFor, reason, needs }));
      const value = await fresh();
      return askAgain(call, await toDeferral(call, { kind: before.kind, tool: plan.tool, input, value, metadata }));
    }
    case 'end':
      return endCall({ call, end: plan.end, emit });
    case 'invalid':
      return; // the model is told once it runs
    default:
      return plan satisfies never;
  }
}

/** It has deferred before, and has one more time left. */
function askAgain(call: TurnCall, deferral: Deferral): void {
  call.deferrals = 1;
  call.input ??= deferral.call.input;
  call.state = { status: 'waiting', deferral };
}
