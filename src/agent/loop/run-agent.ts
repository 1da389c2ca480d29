import type { RunEventBody } from '../../protocol/run-event.js';
import { onAbort, orGiveUp } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { EventQueue } from '../plumbing/event-queue.js';
import { isLeft } from '../plumbing/leaving.js';
import type { Ending, RunScope } from '../run/run-scope.js';
import type { Turn } from '../run/turn.js';
import { closeStep } from './close-step.js';
import { deferredStep } from './deferred-step.js';
import { asRunError, endByError } from './end-by-error.js';
import { firstStep, openTurn } from './first-step.js';
import { modelStep } from './model-step.js';
import type { NextStep } from './next-step.js';
import { reopenStep } from './reopen-step.js';
import { responseStep } from './response-step.js';
import { resumeStep } from './resume-step.js';
import { toolStep } from './tool-step.js';

/**
 * The loop: the only place that decides what happens next.
 *
 *     model ──► tools ──► close ──► model        no calls: model ──► end
 *                 ▲ └───► deferred ──► end       nobody answers, or calls are parked
 *                 └──────────┘                   approved calls run; what defers again is asked again
 *
 * It yields what happens as it happens. A step begins once all that came before was taken, so who closes the generator
 * early, or takes no more, lets the step on its way end by itself, and no other begins. A stop is the run's signal.
 */
export async function* runAgent(run: RunScope, first: NextStep): AsyncGenerator<RunEventBody, Ending, void> {
  const events = new EventQueue(run.config.environment);
  // Held for the whole run, so that whatever waits in it shares one listener.
  const release = onAbort(run.signal, () => {});
  let step = first;
  try {
    yield { type: 'run-start', conversationId: run.conversationId, prompt: run.prompt };
    while (step.type !== 'end') {
      const next = takeStep(run, step, events.emit);
      for await (const batch of events.until(next)) for (const event of batch) yield event;
      step = await next;
    }
    return step.ending;
  } finally {
    events.close();
    release();
  }
}

/**
 * Takes one step. One that fails, or is stopped, leads to the end. The only place where a stop is waited for: whatever of the app
 * a step waits for may never settle, so a stopped step has one task to end by itself, and is given up then.
 */
async function takeStep(run: RunScope, step: Step, emit: Emit): Promise<NextStep> {
  let tell = emit;
  try {
    return await orGiveUp(run.signal, () => takeOne(run, step, (event) => tell(event)));
  } catch (error) {
    const worst = (worse: unknown): Ending => ({ type: 'failed', error: asRunError(worse) });
    if (!run.signal.aborted) {
      const turn = 'turn' in step && step.type !== 'close' ? step.turn : begunTurn(run, step);
      return { type: 'end', ending: await endByError(run, { turn, error }, emit).catch(worst) };
    }
    // A step that was given up may wake up later: the end works on copies, and nobody listens to it any more.
    tell = () => {};
    if (isLeft(run.signal)) return { type: 'end', ending: { type: 'left' } };
    const left = { ...run, messages: [...run.messages] };
    const turn = 'turn' in step ? copyOf(step.turn) : step.type === 'begin' ? openTurn(run) : undefined;
    return { type: 'end', ending: await endByError(left, { turn, error }, emit).catch(worst) };
  }
}

type Step = Exclude<NextStep, { type: 'end' }>;

async function takeOne(run: RunScope, step: Step, emit: Emit): Promise<NextStep> {
  switch (step.type) {
    case 'begin':
      return await firstStep(run);
    case 'model':
      return await modelStep(run, emit);
    case 'response':
      return await responseStep(run, step, emit);
    case 'resume':
      return await resumeStep(run, step, emit);
    case 'reopen':
      return await reopenStep(run, step, emit);
    case 'tools':
      return await toolStep(run, step.turn, emit);
    case 'deferred':
      return await deferredStep(run, step.turn, emit);
    case 'close':
      return await closeStep(run, step.turn, emit);
    default:
      return step satisfies never;
  }
}

/** A run that cannot go on leaves open what its history does, but for calls that had begun: the next one would just run them. */
function begunTurn(run: RunScope, step: Step): Turn | undefined {
  const turn = step.type === 'begin' ? openTurn(run) : undefined;
  return turn?.calls.some(({ begun }) => begun) === true ? turn : undefined;
}

function copyOf(turn: Turn): Turn {
  return { ...turn, calls: turn.calls.map((call) => ({ ...call })) };
}
