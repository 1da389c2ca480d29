import type { KnownHistory } from '../batch/known-history.js';
import type { Work } from '../launch/launch-run.js';
import { createMemory, growMemory, type RunMemory } from '../model/model-memory.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { RunScope } from '../run/run-scope.js';
import { closeStep } from './close-step.js';
import { deferredStep } from './deferred-step.js';
import { firstStep } from './first-step.js';
import { modelStep } from './model-step.js';
import type { ModelRun, NextStep } from './next-step.js';
import { reopenStep } from './reopen-step.js';
import { responseStep } from './response-step.js';
import { resumeStep } from './resume-step.js';
import { runSteps, type Step } from './run-steps.js';
import { toolStep } from './tool-step.js';

/** A run that will request its model itself. */
export interface PreparedRun extends RunScope {
  /** The memory of the model layer of the surrounding run. */
  readonly outerMemory: RunMemory | undefined;
  /** Known facts about the history that it continues from. */
  readonly before?: KnownHistory | undefined;
}

/**
 * The loop: the only place that decides what happens next.
 *
 *     model ──► tools ──► close ──► model        no calls: model ──► end
 *                 ▲ └───► deferred ──► end       nobody answers, or calls are parked
 *                 └──────────┘ └─────► close     approved calls run, and those that defer again are asked again
 */
export function runAgent(run: PreparedRun): Work {
  const { provider } = run.config.model;
  const memory =
    growMemory(takeMemory(run), run.messages, provider) ?? createMemory(run.messages, provider, run.outerMemory);
  // The same object, because the caller reads the end of the run from it.
  return runSteps(Object.assign(run, { memory }), takeOne);
}

/** Returns the memory of the history: that of the run before, or for a nested run that of the surrounding one. */
function takeMemory({ before, outerMemory }: PreparedRun): RunMemory | undefined {
  if (before === undefined || outerMemory !== undefined) return undefined;
  const { memory } = before;
  before.memory = undefined;
  return memory;
}

async function takeOne(run: ModelRun, step: Step, emit: Emit): Promise<NextStep> {
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
