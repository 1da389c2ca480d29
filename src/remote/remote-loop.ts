import type { Work } from '../agent/launch/launch-run.js';
import { deferredStep } from '../agent/loop/deferred-step.js';
import { firstStep } from '../agent/loop/first-step.js';
import type { NextStep } from '../agent/loop/next-step.js';
import { runSteps, type Step } from '../agent/loop/run-steps.js';
import { stepTools } from '../agent/loop/step-tools.js';
import type { Emit } from '../agent/plumbing/delta-batcher.js';
import type { RunScope } from '../agent/run/run-scope.js';
import { callsIn, type Turn } from '../agent/run/turn.js';
import { definedProps } from '../protocol/base/record.js';
import { exchangeStep } from './exchange-step.js';
import { planStep, resumeCalls } from './plan-step.js';
import { type RemoteRun, whyFixed } from './ui-stream/remote-run.js';

/**
 * The loop of an agent that is on a server:
 *
 *     model ──► tools ──► close ──► tools        no open calls: model, close ──► end
 *                 ▲ └───► deferred ──► end       nobody answers, or calls are left for later
 *                 └──────────┘                   what was answered goes back in one request
 */
export function runRemote(run: RemoteRun): Work {
  return runSteps(run, takeRemoteStep);
}

async function takeRemoteStep(run: RemoteRun, step: Step, emit: Emit): Promise<NextStep> {
  switch (step.type) {
    case 'begin':
      await stepTools(run);
      return withFixedInputs(run, await firstStep(run));
    case 'model':
      return await exchangeStep(run, undefined, emit);
    case 'resume':
      return await resumeCalls(run, step, emit);
    case 'reopen':
      return { type: 'tools', turn: step.turn };
    case 'tools':
      return await planStep(run, step.turn, emit);
    case 'deferred':
      run.expiry = soonerExpiry(run, step.turn);
      return await deferredStep(run, step.turn, emit);
    case 'close':
      return await exchangeStep(run, step.turn, emit);
    case 'response':
      throw new Error('A server reads the responses of its model itself.');
    default:
      return step satisfies never;
  }
}

/** The open calls of the history are requests of a server. If they cannot be edited there, edits are refused again. */
function withFixedInputs(run: RemoteRun, next: NextStep): NextStep {
  if (!('turn' in next)) return next;
  const calls = next.turn.calls.map((call) => ({ ...definedProps({ fixedInput: whyFixed(run, call) }), ...call }));
  return { ...next, turn: { ...next.turn, calls } };
}

/** A server may wait for a shorter time than the expiry of the run. */
function soonerExpiry({ expiry }: RemoteRun, turn: Turn): RunScope['expiry'] {
  const times = callsIn(turn, 'waiting').map(({ state }) => state.deferral.expiresAt ?? Number.POSITIVE_INFINITY);
  const { at: _, ...given } = expiry ?? { after: Number.POSITIVE_INFINITY };
  const at = Math.min(...times);
  return Number.isFinite(at) ? { ...given, at } : expiry && given;
}
