import type { ModelMessage } from 'ai';
import type { RunScope } from '../run/run-scope.js';

/** Puts what the run was started with into the history: at once, or after the results of what was open. */
export function addPrompt(run: RunScope): readonly ModelMessage[] {
  if (run.promptState.isAdded) return [];
  run.promptState.isAdded = true;
  run.messages.push(...run.prompt);
  return run.prompt;
}

/** Returns the messages followed by the run's prompt, if that was not sent yet. The next run sends them. */
export function pendingPrompt(
  run: RunScope,
  messages: readonly ModelMessage[],
): { readonly prompt?: readonly ModelMessage[] } {
  const prompt = [...messages, ...(run.promptState.isAdded ? [] : run.prompt)];
  return prompt.length === 0 ? {} : { prompt };
}
