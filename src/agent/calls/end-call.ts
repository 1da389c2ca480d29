import type { UserContent } from 'ai';
import { UnexpectedModelBehavior } from '../../protocol/base/errors.js';
import type { CallEnd } from '../../protocol/call-end.js';
import { issueText } from '../../protocol/signals.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { maxRetriesOf, type RunScope } from '../run/run-scope.js';
import { callsIn, type Turn, type TurnCall } from '../run/turn.js';

interface Ended {
  readonly call: TurnCall;
  readonly end: CallEnd;
  /** For the model, after all results of the response. */
  readonly content?: UserContent | undefined;
  readonly emit: Emit;
}

/** Ends a call, once. */
export function endCall({ call, end, content, emit }: Ended): void {
  if (call.state.status === 'ended') return;
  call.state = { status: 'ended', end, ...(content === undefined ? {} : { content }) };
  emit({ type: 'tool-end', toolCallId: call.toolCallId, toolName: call.toolName, end });
}

/** Leaves a call that has its yes to the provider, which runs it. */
export function passOn(call: TurnCall, emit: Emit): void {
  call.state = { status: 'running' };
  emit({ type: 'approval-responded', toolCallId: call.toolCallId, toolName: call.toolName, approved: true });
}

/**
 * Ends a call with a failure that the model may mend, as long as its retries last.
 *
 * @throws UnexpectedModelBehavior when they do not.
 */
export function countFailure(run: RunScope, ended: Ended): void {
  const { toolName } = ended.call;
  const limit = maxRetriesOf(run, toolName);
  run.failedNow.add(toolName);
  endCall(ended);
  if ((run.failures.get(toolName) ?? 0) < limit) return;
  throw new UnexpectedModelBehavior(
    'tool-retries',
    `Tool '${toolName}' exceeded max retries count of ${limit}. Its last error: ${problemOf(ended.end)}. Make description and schema clearer, or raise \`retries\`.`,
  );
}

function problemOf(end: CallEnd): string {
  const issues = 'issues' in end ? (end.issues ?? []) : [];
  const lines = issues.map((issue) => issueText(issue, 'input'));
  return ['message' in end ? end.message : end.status, lines.join('; ')].join(' ').trim();
}

/**
 * Counts what failed in a response, before the model is asked again: however many calls of a tool failed in it, the model
 * has had one chance to mend them.
 */
export function settleFailures({ failures, failedNow }: RunScope, turn: Turn): void {
  for (const { toolName, state } of callsIn(turn, 'ended')) {
    if (state.end.status === 'returned' && !failedNow.has(toolName)) failures.delete(toolName);
  }
  for (const toolName of failedNow) failures.set(toolName, (failures.get(toolName) ?? 0) + 1);
  failedNow.clear();
}
