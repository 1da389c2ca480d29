import type { DeferredAnswer } from '../../protocol/answers.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { ownMember } from '../../protocol/base/record.js';
import type { CallEnd } from '../../protocol/call-end.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import { endCall, passOn } from '../calls/end-call.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { Deferral, TurnCall } from '../run/turn.js';
import { answerTo } from './check-answer.js';

interface Applying {
  readonly results: DeferredToolResults;
  readonly emit: Emit;
}

/** Applies the answer to one call: it may run now, has ended, or stays open on purpose. */
export function applyResult(call: TurnCall, deferral: Deferral, { results, emit }: Applying): void {
  const answer = answerTo(call, results);
  if (answer === undefined) {
    call.state = { status: 'parked', deferral };
    return;
  }
  if (answer.kind === 'tool-approved') {
    call.approval = { ...call.approval, ...answer };
    if (call.providerApprovalId !== undefined) {
      passOn(call, emit);
      return;
    }
    call.state = { status: 'approved', answer, metadata: ownMember(results.metadata, call.toolCallId) };
    const { input, willRunAs = input, unshown = [] } = deferral.call;
    // Nobody has seen what an edit will run as.
    const isEdited = answer.overrideArgs !== undefined && !isSameJson(answer.overrideArgs as JSONValue, input); // it was checked
    call.shown = isEdited ? undefined : { value: willRunAs, unshown };
    return;
  }
  endCall({ call, end: toEnd(answer), emit });
  if (answer.kind === 'tool-return' && answer.content !== undefined && call.state.status === 'ended') {
    call.state = { ...call.state, content: answer.content };
  }
}

function toEnd(answer: Exclude<DeferredAnswer, { kind: 'tool-approved' }>): CallEnd {
  switch (answer.kind) {
    case 'tool-denied':
      return { status: 'denied', message: answer.message };
    case 'tool-expired':
      return { status: 'expired' };
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
