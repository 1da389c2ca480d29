import type { DeferredKind } from '../../protocol/deferred.js';
import { decideHidden, refuseNow } from '../policy/enforce-policies.js';
import type { Execution } from '../run/run-scope.js';
import { type Plan, toDeferral, wasShownOtherwise } from './plan-call.js';
import { freshOf, prepareCall } from './prepare-call.js';

/**
 * The plan of a call that an earlier life let through, made anew: its tool and its policy may be others by now. What is denied or blocked by now does
 * not begin, and what would run as something else than was shown is asked about.
 */
export async function planAgain(execution: Execution): Promise<Plan> {
  const { run, call } = execution;
  const hidden = decideHidden(execution);
  if (hidden !== undefined) return { type: 'end', end: hidden };
  const prepared = await prepareCall(run, call, call.input);
  if (prepared.type === 'invalid') return prepared;
  const { tool, input, value } = prepared;
  const considered = typeof tool.capabilities === 'function' ? await freshOf(tool, input)() : input;
  const refused = await refuseNow(execution, tool, { input, value: considered });
  if (refused !== undefined) return { type: 'end', end: refused };
  const ask = async (kind: DeferredKind): Promise<Plan> => {
    return { type: 'defer', deferral: await toDeferral(call, { kind, tool, input, value, metadata: undefined }) };
  };
  if (tool.execute === undefined) return await ask('external');
  if (wasShownOtherwise(call, value)) return await ask('approval');
  return { type: 'run', tool, input, value, fresh: freshOf(tool, input) };
}
