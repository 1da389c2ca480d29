import type { ModelMessage } from 'ai';
import type { RunScope } from '../run/run-scope.js';

/** Puts what the run was started with into the history: at once, or after the results of what was open. */
export function addPrompt(run: RunScope): readonly ModelMessage[] {
  if (run.isPrompted) return [];
  run.isPrompted = true;
  run.messages.push(...run.prompt);
  return run.prompt;
}

/** What a run that ends leaves to the one that goes on: these messages, and its prompt if it was not said. */
export function pendingPrompt(
  run: RunScope,
  messages: readonly ModelMessage[],
): { readonly prompt?: readonly ModelMessage[] } {
  const prompt = [...messages, ...(run.isPrompted ? [] : run.prompt)];
  return prompt.length === 0 ? {} : { prompt };
}
