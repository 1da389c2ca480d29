import { afterResponse } from './after-response.js';
import { closeTurn } from './close-turn.js';
import { deferredStep } from './deferred-step.js';
import type { Emit } from './emitting.js';
import { asRunError, endByError } from './end-by-error.js';
import { firstStep } from './first-step.js';
import { modelStep } from './model-step.js';
import { resumeStep } from './resume-step.js';
import type { Ending, RunScope } from './run-scope.js';
import { toolStep } from './tool-step.js';
import type { Turn } from './turn.js';

/**
 * The loop: the only place that decides what happens next.
 *
 *     model ──► tools ──► close ──► model        no calls: model ──► end
 *                 ▲ └───► deferred ──► end       nobody answers, or calls are parked
 *                 └──────────┘                   approved calls run; what defers again is asked again
 */
export async function runAgent(run: RunScope, emit: Emit): Promise<Ending> {
  let turn: Turn | undefined;
  try {
    let next = await firstStep(run);
    for (;;) {
      const step = next;
      if ('turn' in step) turn = step.turn;
      switch (step.type) {
        case 'model':
          next = await modelStep(run, emit);
          break;
        case 'response':
          next = await afterResponse(run, step, emit);
          break;
        case 'resume':
          next = await resumeStep(run, step, emit);
          break;
        case 'tools':
          next = await toolStep(run, step.turn, emit);
          break;
        case 'deferred':
          next = await deferredStep(run, step.turn, emit);
          break;
        case 'close':
          turn = undefined;
          next = await closeTurn(run, step.turn, emit);
          break;
        case 'end':
          return step.ending;
        default:
          step satisfies never;
      }
    }
  } catch (error) {
    return await endByError(run, { turn, error }, emit).catch((worse) => ({
      type: 'failed',
      error: asRunError(worse),
    }));
  }
}
