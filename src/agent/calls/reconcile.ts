import { definedProps } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { abortable } from '../plumbing/abortable.js';
import type { StepAttempt } from '../run/journal.js';
import type { Execution } from '../run/run-scope.js';
import { toolContext, withIdempotencyKey } from '../run/tool-context.js';
import type { Deferral, TurnCall } from '../run/turn.js';
import type { Attempt } from './attempt.js';
import { type PreparedCall, prepareCall } from './plan-call.js';
import { hookedEnd, returnedEnd, toReturn } from './run-body.js';
import { bareDeferral, toDeferral } from './to-deferral.js';

type ReadyCall = Extract<PreparedCall, { type: 'ready' }>;

/**
 * Finds out what became of a body that began in an earlier life: from its tool, where that can tell, else from people.
 * It is never run again on a guess.
 *
 * @returns how it ended, or the question; nothing where it has certainly had no effect, and may run.
 */
export async function reconcile(execution: Execution, before: StepAttempt): Promise<Attempt | undefined> {
  const { run, call } = execution;
  call.hasStarted = true;
  // Whatever its tool and its schema are by now, it has begun.
  const prepared = await prepareCall(run, call, call.input).catch(() => undefined);
  const ready = prepared?.type === 'ready' ? prepared : undefined;
  const found = ready === undefined ? 'unknown' : await askTool(execution, ready);
  if (ready !== undefined && found !== 'unknown' && found?.type === 'end')
    return await hookedEnd(execution, ready, found);
  if (found !== 'unknown') return found;
  const deferral = ready === undefined ? bareDeferral(call) : await questionOf(call, ready);
  return { type: 'defer', deferral: asInterrupted(deferral, before) };
}

async function askTool(execution: Execution, { tool, value }: ReadyCall): Promise<Attempt | undefined | 'unknown'> {
  const { run, call, signal, emit } = execution;
  try {
    const ctx = withIdempotencyKey(toolContext(run, call, signal), run, call);
    const found = await abortable(signal, () => tool.reconcile?.(value, ctx));
    switch (found?.status) {
      case 'returned':
        return returnedEnd(toReturn(call, found.value));
      case 'failed':
        return { type: 'end', end: { status: 'failed', message: found.message } };
      case 'not-run':
        call.hasStarted = false;
        return undefined;
      default:
        return 'unknown';
    }
  } catch (error) {
    if (signal.aborted) throw error;
    const message = `reconcile of tool '${call.toolName}' threw (${serializeError(error).message}), so the end of the call '${call.toolCallId}' stays unknown. Fix the function.`;
    emit({ type: 'warning', code: 'reconcile-threw', message });
    return 'unknown';
  }
}

async function questionOf(call: TurnCall, { tool, input, value }: ReadyCall): Promise<Deferral> {
  return await toDeferral(call, { kind: 'external', tool, input, value, metadata: undefined });
}

/** A preview of the change does not show what the interrupted call has changed, so it has no preview. */
function asInterrupted({ call, ...deferral }: Deferral, { since }: StepAttempt): Deferral {
  const { hasPreview: _, ...about } = call;
  return { ...deferral, call: { ...about, interrupted: definedProps({ since }) } };
}
