import type { DeferredAnswer } from '../protocol/answers.js';
import type { CallEnd } from '../protocol/call-end.js';
import type { DeferredToolResults } from '../protocol/deferred.js';
import { UserError } from '../protocol/errors.js';
import { ownMember } from '../protocol/json.js';
import { incompleteAnswer, isAnswered, silentIds } from '../protocol/results.js';
import { requestedEvent } from '../protocol/run-event.js';
import { askHandlers } from './ask-handlers.js';
import { checkAnswer } from './check-answer.js';
import { appendResults } from './close-turn.js';
import type { Emit } from './emitting.js';
import { endCall } from './execute-call.js';
import type { NextStep } from './next-step.js';
import type { RunScope } from './run-scope.js';
import { callsIn, type Turn, type TurnCall, toRequests } from './turn.js';

/** Asks about everything that deferred, as one batch, and applies the whole answer or nothing of it. */
export async function deferredStep(run: RunScope, turn: Turn, emit: Emit): Promise<NextStep> {
  const open = callsIn(turn, 'deferred');
  if (open.length === 0) return endDeferred(run, turn, emit);
  turn.round += 1;
  const batchId = `${run.runId}-${run.step}-${turn.round}`;
  const requests = toRequests(open.map(({ state }) => state.deferral));

  await run.journal?.append({ type: 'asked', runId: run.runId, batchId, requests });
  emit({ type: 'deferred-request', batchId, round: turn.round, requests });
  for (const { state } of open) {
    const { kind, call, metadata } = state.deferral;
    emit({ type: requestedEvent[kind], batchId, call, ...(metadata === undefined ? {} : { metadata }) });
  }

  const results = await askHandlers(run, { batchId, requests, turn }, emit);
  if (results !== null) {
    const silent = silentIds(requests, results);
    if (silent.length > 0) throw incompleteAnswer(silent);
    await refuseInvalid(run, open, results);
  }
  await run.journal?.append({ type: 'answered', runId: run.runId, batchId, results });
  emit({ type: 'deferred-response', batchId, results });
  if (results === null) return endDeferred(run, turn, emit);
  for (const call of open) apply(call, results, emit);
  return { type: 'tools', turn };
}

/** What code answered is checked here, before anything of the batch is applied; what people answered was checked at the card too. */
async function refuseInvalid(run: RunScope, calls: readonly TurnCall[], results: DeferredToolResults): Promise<void> {
  for (const call of calls) {
    const answer = answerTo(call, results);
    const issues = answer === undefined ? [] : await checkAnswer(run, call, answer);
    if (issues.length === 0) continue;
    const list = issues
      .map(({ path, message }) => `${path.length === 0 ? 'value' : path.join('.')}: ${message}`)
      .join('; ');
    throw new UserError(
      'invalid-answer',
      `The answer to '${call.toolCallId}' breaks the schema of tool '${call.toolName}' (${list}). Nothing of the batch was applied. ` +
        'Check overrideArgs against the inputSchema, and results against the outputSchema.',
    );
  }
}

function answerTo(call: TurnCall, results: DeferredToolResults): DeferredAnswer | undefined {
  return ownMember(results.approvals, call.toolCallId) ?? ownMember(results.calls, call.toolCallId);
}

function apply(call: TurnCall, results: DeferredToolResults, emit: Emit): void {
  const answer = answerTo(call, results);
  if (answer === undefined || !isAnswered(results, call.toolCallId)) {
    if (call.state.status === 'deferred') call.state = { status: 'parked', deferral: call.state.deferral };
    return;
  }
  if (answer.kind === 'tool-approved') {
    call.approval = { ...call.approval, ...answer };
    call.state = { status: 'approved', answer, metadata: ownMember(results.metadata, call.toolCallId) };
    return;
  }
  endCall(call, toEnd(answer), emit);
  if (answer.kind === 'tool-return' && answer.content !== undefined && call.state.status === 'ended') {
    call.state = { ...call.state, content: answer.content };
  }
}

function toEnd(answer: Exclude<DeferredAnswer, { kind: 'tool-approved' }>): CallEnd {
  switch (answer.kind) {
    case 'tool-denied':
      return { status: 'denied', message: answer.message };
    case 'tool-failed':
      return { status: 'failed', message: answer.message };
    case 'model-retry':
      return {
        status: 'retry',
        message: answer.message,
        ...(answer.issues === undefined ? {} : { issues: answer.issues }),
      };
    case 'tool-return':
      return {
        status: 'returned',
        value: answer.returnValue,
        ...(answer.metadata === undefined ? {} : { metadata: answer.metadata }),
      };
    default:
      return answer satisfies never;
  }
}

function endDeferred(run: RunScope, turn: Turn, emit: Emit): NextStep {
  const requests = toRequests(callsIn(turn, 'deferred', 'parked').map(({ state }) => state.deferral));
  appendResults(run, turn, emit);
  return { type: 'end', ending: { type: 'deferred', requests } };
}
