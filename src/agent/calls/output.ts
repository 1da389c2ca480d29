import { lazyPart } from '../../protocol/base/lazy-part.js';
import type { RunScope } from '../run/run-scope.js';
import type { ReadOutput, ResponseText } from './check-output.js';

const loadCheckOutput = lazyPart(() => import('./check-output.js'));

/**
 * Reads a text as the output that the agent promises. Without a schema, text beside calls is no output.
 *
 * @throws UnexpectedModelBehavior when the retries of a wrong output are used up.
 */
export async function readOutput(run: RunScope, response: ResponseText): Promise<ReadOutput> {
  const { schema, validators } = run.config.output;
  if (schema === undefined && (response.hasCalls || validators.length === 0)) return { type: 'text' };
  const { checkOutput } = await loadCheckOutput();
  return await checkOutput(run, response);
}
