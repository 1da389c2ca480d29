import type { RunEventBody } from '../protocol/run-event.js';
import { closeTurn } from './close-turn.js';
import { deferredStep } from './deferred-step.js';
import { emitting } from './emitting.js';
import { endByError } from './end-by-error.js';
import { firstStep } from './first-step.js';
import { modelStep } from './model-step.js';
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
export async function* runAgent(run: RunScope): AsyncGenerator<RunEventBody, Ending, void> {
  let turn: Turn | undefined;
  try {
    let next = firstStep(run);
    for (;;) {
      const step = next;
      if ('turn' in step) turn = step.turn;
      switch (step.type) {
        case 'model':
          next = yield* emitting((emit) => modelStep(run, emit));
          break;
        case 'tools':
          next = yield* emitting((emit) => toolStep(run, step.turn, emit));
          break;
        case 'deferred':
          next = yield* emitting((emit) => deferredStep(run, step.turn, emit));
          break;
        case 'close':
          turn = undefined;
          next = yield* emitting((emit) => closeTurn(run, step.turn, emit));
          break;
        case 'end':
          return step.ending;
        default:
          step satisfies never;
      }
    }
  } catch (error) {
    const open = turn;
    return yield* emitting(async (emit) => endByError(run, { turn: open, error }, emit));
  }
}
