import type { CallEnd } from '../../protocol/call-end.js';
import type { DeferredKind } from '../../protocol/deferred.js';
import { decideHidden, refuseNow } from '../policy/enforce-policies.js';
import { freshOf } from '../run/describe-call.js';
import type { Execution } from '../run/run-scope.js';
import type { TurnCall } from '../run/turn.js';
import { askGrants } from './ask-grants.js';
import { type Plan, prepareCall, type RunPlan, wasShownOtherwise } from './plan-call.js';
import { toDeferral } from './to-deferral.js';

/**
 * The plan of a call that an earlier life let through, made anew: its tool and its policy may be others by now. What is
 * denied or blocked by now does not begin, and what would run as something else than was shown is asked about, and so
 * is what was let through by a wish that was taken back.
 */
export async function planAgain(execution: Execution): Promise<Plan> {
  const { call } = execution;
  const hidden = decideHidden(execution);
  if (hidden !== undefined) return { type: 'end', end: hidden };
  const plan = await planOf(execution);
  if (plan.type !== 'run') return plan;
  const { tool, input, value, fresh } = plan;
  const considered = typeof tool.capabilities === 'function' ? await fresh() : input;
  const refused = await refuseNow(execution, tool, { input, value: considered });
  if (refused !== undefined) return { type: 'end', end: refused };
  if (wasShownOtherwise(call, value)) return await deferAgain(call, plan, 'approval');
  if (call.consent.isGranted !== true) return plan;
  delete call.consent.isGranted;
  call.state = { status: 'called' };
  if (await askGrants(execution)) return plan;
  const end = endOfCall(call);
  return end === undefined ? await deferAgain(call, plan, 'approval') : { type: 'end', end };
}

/** The same of a call that was found to be allowed in an earlier life, and may be at work. */
export async function planOf({ run, call }: Execution): Promise<Plan> {
  const prepared = await prepareCall(run, call, call.input);
  if (prepared.type === 'invalid') return prepared;
  const { tool, input, value } = prepared;
  const plan: RunPlan = { type: 'run', tool, input, value, fresh: freshOf(tool, input) };
  return tool.execute === undefined ? await deferAgain(call, plan, 'external') : plan;
}

async function deferAgain(call: TurnCall, { tool, input, value }: RunPlan, kind: DeferredKind): Promise<Plan> {
  return { type: 'defer', deferral: await toDeferral(call, { kind, tool, input, value, metadata: undefined }) };
}

function endOfCall({ state }: TurnCall): CallEnd | undefined {
  return state.status === 'ended' ? state.end : undefined;
}
