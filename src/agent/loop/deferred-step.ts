import { digestOf } from '../../approval/grants/digest.js';
import { deepFreeze } from '../../protocol/base/json.js';
import type { DeferredCall, DeferredKind, DeferredToolRequests } from '../../protocol/deferred.js';
import { requestedEvent } from '../../protocol/run-event.js';
import { applyAnswer, refuseIncomplete, refuseInvalid } from '../batch/answers.js';
import { askHandlers } from '../batch/ask-handlers.js';
import { withDigests } from '../batch/proof.js';
import { abortable } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { RunScope } from '../run/run-scope.js';
import { callsIn, type Deferral, type Turn, type TurnCall } from '../run/turn.js';
import { appendResults, followUp, isDone } from './close-step.js';
import { pendingPrompt } from './first-step.js';
import type { NextStep } from './next-step.js';
import { deferralFromHistory } from './resume-step.js';

/** Asks about everything that deferred, as one batch, and applies the whole answer or nothing of it. */
export async function deferredStep(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  const open = callsIn(turn, 'waiting');
  if (open.length === 0) return await endDeferred(run, turn, emit);
  turn.round += 1;
  const batchId = `${run.runId}-${run.step}-${turn.round}`;
  const requests = toRequests(open.map(({ state }) => state.deferral));

  if (run.journal !== undefined) {
    const asked = { type: 'asked', runId: run.runId, batchId, requests: await withDigests(requests) } as const;
    await abortable(run.signal, () => run.journal?.append(asked));
  }
  emit({ type: 'deferred-request', batchId, round: turn.round, requests });
  for (const { state } of open) {
    const { kind, call, metadata } = state.deferral;
    emit({ type: requestedEvent[kind], batchId, call, ...(metadata === undefined ? {} : { metadata }) });
  }

  const results = await askHandlers(run, { batchId, requests, turn }, emit);
  if (results !== null) {
    refuseIncomplete(requests, results);
    await refuseInvalid(run, open, results);
  }
  await abortable(run.signal, () => run.journal?.append({ type: 'answered', runId: run.runId, batchId, results }));
  emit({ type: 'deferred-response', batchId, results });
  if (results === null) return await endDeferred(run, turn, emit);
  for (const call of open) applyAnswer(call, call.state.deferral, { results, emit });
  return { type: 'tools', turn };
}

/** The batch that these deferrals make: frozen, in emission order. */
function toRequests(deferrals: readonly Deferral[]): DeferredToolRequests {
  const of = (kind: DeferredKind): DeferredCall[] =>
    deferrals.filter((item) => item.kind === kind).map((item) => item.call);
  const metadata = deferrals.flatMap(({ call, metadata: data }) =>
    data === undefined ? [] : [[call.toolCallId, data] as const],
  );
  return deepFreeze({ calls: of('external'), approvals: of('approval'), metadata: Object.fromEntries(metadata) });
}

async function endDeferred(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  const open = callsIn(turn, 'waiting', 'parked');
  const requests = await withDigests(
    toRequests(await Promise.all(open.map((call) => withFreshDeferral(run, call, emit)))),
  );
  await appendResults(run, turn, emit);
  return {
    type: 'end',
    ending: { type: 'deferred', requests, ...pendingPrompt(run, followUp(run, turn, isToldLater)) },
  };
}

/** What people changed in a call whose result comes later is told then, and only this run knows it. */
function isToldLater(call: TurnCall): boolean {
  const { state } = call;
  return isDone(call) || ('deferral' in state && state.deferral.kind === 'external');
}

/** Another run goes on from the history, where no edit stands. */
async function withFreshDeferral(
  run: RunScope,
  call: TurnCall & { readonly state: { readonly deferral: Deferral } },
  emit: Emit,
): Promise<Deferral> {
  const { deferral } = call.state;
  if (call.approval?.overrideArgs === undefined) return deferral;
  const original = await deferralFromHistory({ run, call, signal: run.signal, emit });
  const { kind, metadata } = deferral;
  // The yes ends with the run, so people are asked anew about what the model wrote.
  if (kind === 'approval') return { ...original, kind, metadata };
  // Its work has begun with the edit, which whoever does it has to see. The other run can only tell the model's own call.
  return { ...deferral, call: { ...deferral.call, ...(await digestOf(original.call)) } };
}
