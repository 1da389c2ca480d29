import { type LazyPart, lazyPart } from '../../protocol/base/lazy-part.js';
import { abortable } from '../plumbing/abortable.js';
import type { RunScope } from '../run/run-scope.js';
import { outputKind } from '../run/tool-context.js';
import type { Turn } from '../run/turn.js';
import type { ReadOutput, ResponseText } from './check-output.js';
import type { OutputCalls } from './output-calls.js';

/** Loaded where it is needed. */
export const checkOutputPart: LazyPart<typeof import('./check-output.js')['checkOutput']> = lazyPart(
  async () => (await import('./check-output.js')).checkOutput,
);
/** Loaded where it is needed. */
export const outputCallsPart: LazyPart<typeof import('./output-calls.js')['OutputCalls']> = lazyPart(
  async () => (await import('./output-calls.js')).OutputCalls,
);

/**
 * The calls of a response as those that give an output have it; `undefined` where none does.
 *
 * @throws UserError `part-not-loaded`, and RunAborted where the run was stopped before that.
 */
export async function outputCallsOf(run: RunScope, turn: Turn): Promise<OutputCalls | undefined> {
  if (!turn.calls.some((call) => outputKind(run, call) !== undefined)) return undefined;
  // What closes a run that was stopped has it already, or does without.
  const Calls = outputCallsPart.loaded() ?? (await abortable(run.signal, outputCallsPart));
  return new Calls(run, turn);
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
  const checkOutput = await abortable(run.signal, checkOutputPart);
  return await checkOutput(run, response);
}
