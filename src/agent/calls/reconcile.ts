import { serializeError } from '../../protocol/base/serialize-error.js';
import { abortable } from '../plumbing/abortable.js';
import type { Execution } from '../run/run-scope.js';
import { toolContext, withIdempotencyKey } from '../run/tool-context.js';
import type { Attempt } from './attempt.js';
import { prepareCall } from './prepare-call.js';
import { returnedEnd, toReturn } from './run-body.js';

const unknown = { type: 'end', end: { status: 'unknown' } } as const;

/**
 * Finds out what became of a body that began in an earlier life, where its tool can: it is never run again on a guess.
 *
 * @returns how it ended; nothing where it has certainly had no effect, and may run.
 */
export async function reconcile(execution: Execution): Promise<Attempt | undefined> {
  const { run, call, signal, emit } = execution;
  call.begun = true;
  const prepared = await prepareCall(run, call, call.input);
  const tool = prepared.type === 'ready' ? prepared.tool : undefined;
  if (prepared.type !== 'ready' || tool?.reconcile === undefined) return unknown;
  try {
    const ctx = withIdempotencyKey(toolContext(run, call, signal), run, call);
    const found = await abortable(signal, () => tool.reconcile?.(prepared.value, ctx));
    switch (found?.status) {
      case 'returned':
        return returnedEnd(toReturn(call, found.value));
      case 'failed':
        return { type: 'end', end: { status: 'failed', message: found.message } };
      case 'not-run':
        call.begun = false;
        return undefined;
      default:
        return unknown;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    const message = `reconcile of tool '${call.toolName}' threw (${serializeError(error).message}), so it stays unknown how far the call '${call.toolCallId}' came. Mend the function.`;
    emit({ type: 'warning', code: 'reconcile-threw', message });
    return unknown;
  }
}
