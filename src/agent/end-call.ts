import type { CallEnd } from '../protocol/call-end.js';
import { UnexpectedModelBehavior } from '../protocol/errors.js';
import type { Emit } from './emitting.js';
import { maxRetriesOf, type RunScope } from './run-scope.js';
import type { TurnCall } from './turn.js';

interface Ended {
  readonly call: TurnCall;
  readonly end: CallEnd;
  readonly emit: Emit;
}

/** Ends a call, once. */
export function endCall(run: RunScope, { call, end, emit }: Ended): void {
  if (call.state.status === 'ended') return;
  call.state = { status: 'ended', end };
  if (end.status === 'returned') run.failures.delete(call.toolName);
  emit({ type: 'tool-end', toolCallId: call.toolCallId, toolName: call.toolName, end });
}

/**
 * Ends a call with a failure that the model may mend, as long as its retries last.
 *
 * @throws UnexpectedModelBehavior when they do not.
 */
export function countFailure(run: RunScope, ended: Ended): void {
  const { toolName } = ended.call;
  const failures = (run.failures.get(toolName) ?? 0) + 1;
  const limit = maxRetriesOf(run, toolName);
  run.failures.set(toolName, failures);
  endCall(run, ended);
  if (failures <= limit) return;
  const { end } = ended;
  throw new UnexpectedModelBehavior(
    'tool-retries',
    `Tool '${toolName}' exceeded max retries count of ${limit}. Its last error: ${'message' in end ? end.message : end.status}. ` +
      "Make the tool's description and schema clearer, or raise its `retries`.",
  );
}
