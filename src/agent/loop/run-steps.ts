import type { RunEventBody } from '../../protocol/run-event.js';
import { leftHistories } from '../batch/known-history.js';
import { asRunError } from '../launch/ending.js';
import { onAbort, orGiveUp } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { EventQueue } from '../plumbing/event-queue.js';
import { isSuspended } from '../plumbing/suspension.js';
import { copyCall } from '../run/call-snapshot.js';
import type { Ending, RunScope } from '../run/run-scope.js';
import type { Turn } from '../run/turn.js';
import { endByError } from './end-by-error.js';
import { openTurn } from './first-step.js';
import type { NextStep } from './next-step.js';

/** A step that is still to be taken. */
export type Step = Exclude<NextStep, { type: 'end' }>;

/** Takes one step of a run, and says which is next. */
export type TakeStep<RUN> = (run: RUN, step: Step, emit: Emit) => Promise<NextStep>;

/**
 * Takes step after step until one ends the run.
 *
 * It yields what happens as it happens. A step begins once all that came before was taken, so who closes the generator
 * early, or takes no more, lets the step on its way end by itself, and no other begins. A stop is the run's signal.
 */
export async function* runSteps<RUN extends RunScope>(
  run: RUN,
  take: TakeStep<RUN>,
): AsyncGenerator<RunEventBody, Ending, void> {
  const events = new EventQueue(run.config.environment);
  // Held for the whole run, so that whatever waits in it shares one listener.
  const release = onAbort(run.signal, () => {});
  let step: NextStep = { type: 'begin' };
  try {
    while (step.type !== 'end') {
      const next: Promise<NextStep> = takeStep({ run, step, take }, events.emit);
      for await (const batch of events.until(next)) for (const event of batch) yield event;
      step = await next;
    }
    // None of its calls is open: what the run knows of its history is of use to the next.
    if (step.ending.type === 'completed')
      leftHistories.set(run.messages, { own: [...run.messages], memory: run.memory });
    return step.ending;
  } finally {
    events.close();
    release();
  }
}

interface Taking<RUN> {
  readonly run: RUN;
  readonly step: Step;
  readonly take: TakeStep<RUN>;
}

/**
 * Takes one step. One that fails, or is stopped, leads to the end. The only place where a stop is waited for: whatever
 * of the app a step waits for may never settle, so a stopped step has one task to end by itself, and is given up then.
 */
async function takeStep<RUN extends RunScope>({ run, step, take }: Taking<RUN>, emit: Emit): Promise<NextStep> {
  let tell = emit;
  try {
    return await orGiveUp(run.signal, () => take(run, step, (event) => tell(event)));
  } catch (error) {
    const worst = (worse: unknown): Ending => ({ type: 'failed', error: asRunError(worse) });
    if (!run.signal.aborted) {
      const turn = 'turn' in step && step.type !== 'close' ? step.turn : interruptedTurn(run, step);
      return { type: 'end', ending: await endByError(run, { turn, error }, emit).catch(worst) };
    }
    // A step that was given up may wake up later: the end works on copies, and nobody listens to it any more.
    tell = () => {};
    if (isSuspended(run.signal)) return { type: 'end', ending: { type: 'suspended' } };
    const left = { ...run, promptState: { ...run.promptState }, messages: [...run.messages] };
    const turn = 'turn' in step ? copyOf(step.turn) : step.type === 'begin' ? openTurn(run) : undefined;
    return { type: 'end', ending: await endByError(left, { turn, error }, emit).catch(worst) };
  }
}

/**
 * A run that cannot go on leaves open what its history does, but for calls that had begun: the next one would just run
 * them.
 */
function interruptedTurn(run: RunScope, step: Step): Turn | undefined {
  const turn = step.type === 'begin' ? openTurn(run) : undefined;
  return turn?.calls.some(({ hasStarted }) => hasStarted) === true ? turn : undefined;
}

function copyOf(turn: Turn): Turn {
  return { ...turn, calls: turn.calls.map(copyCall) };
}
