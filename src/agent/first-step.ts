import { UserError } from '../protocol/errors.js';
import type { NextStep } from './next-step.js';
import type { RunScope } from './run-scope.js';

/**
 * Where a run begins.
 *
 * @throws UserError when there is nothing to begin with.
 */
export function firstStep(run: RunScope): NextStep {
  run.messages.push(...run.prompt);
  if (run.messages.length === 0) {
    throw new UserError(
      'no-input',
      'The run has neither a prompt nor a history, so there is nothing to ask the model. Pass a prompt to agent.run().',
    );
  }
  return { type: 'model' };
}
