import type { RunScope } from '../run/run-scope.js';
import { outputKind } from '../run/tool-context.js';
import type { Turn } from '../run/turn.js';
import { checkOutput, type ReadOutput, type ResponseText } from './check-output.js';
import { OutputCalls } from './output-calls.js';

/** Returns the calls of a response that give the output, or `undefined` when there are none. */
export function outputCallsOf(run: RunScope, turn: Turn): OutputCalls | undefined {
  if (!turn.calls.some((call) => outputKind(run, call) !== undefined)) return undefined;
  return new OutputCalls(run, turn);
}

/**
 * Reads a text as the output that the agent promises. Where it promises no JSON, text beside calls is no output; where it wants calls run first, no text is.
 *
 * @throws UnexpectedModelBehavior when the retries of a wrong output are used up.
 */
export async function readOutput(run: RunScope, response: ResponseText): Promise<ReadOutput> {
  const { output, endStrategy } = run.config;
  const isJson = output.mode !== undefined;
  if (response.hasCalls && (!isJson || endStrategy !== 'early')) return { type: 'text' };
  if (output.takesText && output.validators.length === 0) return { type: 'text' };
  return await checkOutput(run, response);
}
