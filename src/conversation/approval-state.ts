import type { ItemAnswer, ItemState, PendingItem } from '../approval/broker/pending.js';
import { editedCallOf, editedInput, withEdit } from '../approval/edit/edited-call.js';
import type { CallPhase } from '../protocol/call-end.js';
import type { DecidedBy } from '../protocol/decided-by.js';
import type { DeferredCall } from '../protocol/deferred.js';
import type { LateReason } from '../protocol/run-event.js';
import type { CallRecord } from './messages/call-record.js';
import type { Draft } from './state/conversation-state.js';

/**
 * The state of a call on its card, `data-state` of `Approval.Root` and its parts: the state of the call, and the
 * current action of the user.
 */
export type ApprovalState =
  | CallPhase
  /** It waits, and its buttons do not react yet, to prevent accidental clicks. */
  | 'arming'
  | 'editing'
  | 'denying'
  /** An answer is chosen and not sent yet. */
  | 'chosen'
  | 'approved-with-edits'
  /** It may have had its effect, and a person wants to run it again. */
  | 'run-again'
  | 'answered-elsewhere'
  /** Its approval was sent to the server that runs it, which has not reported anything about it yet. */
  | 'sent';

/** Returns the state of a call with this answer. */
export function stateOfAnswer(answer: ItemAnswer, by: DecidedBy): ApprovalState {
  if (answer === 'defer') return 'parked';
  switch (answer.kind) {
    case 'tool-approved':
      return answer.overrideArgs === undefined ? 'approved' : 'approved-with-edits';
    case 'tool-denied':
      return by.type === 'rule' ? 'blocked' : 'denied';
    case 'tool-expired':
      return 'expired';
    case 'tool-return':
      return 'returned';
    case 'tool-failed':
      return 'failed';
    case 'model-retry':
      return 'retry';
    case 'run-again':
      return 'run-again';
    default:
      return answer satisfies never;
  }
}

/** Returns the state of a call of a batch, without the current actions of the user. */
export function stateOfItem(state: ItemState): ApprovalState {
  return state.status === 'decided' ? stateOfAnswer(state.answer, state.by) : state.status;
}

/** Returns the state of a call in a message. A call of a server is `sent` until the server has reported about it. */
export function stateOfRecord({ phase, sent }: CallRecord): CallPhase | 'sent' {
  return phase === 'running' && sent === true ? 'sent' : phase;
}

/** Returns the text for the model in an answer: the reason of a denial, or the message of a failure. */
export function messageOf(state: ItemState): string | undefined {
  if (state.status !== 'decided' || state.answer === 'defer') return undefined;
  return 'message' in state.answer ? state.answer.message : undefined;
}

/** The current action of people on a call of a batch. */
export interface CallHandling {
  readonly state: ItemState;
  readonly attempt:
    | { readonly status: 'none' | 'sending' | 'rejected' | 'invalid' }
    | { readonly status: 'late'; readonly reason: LateReason };
  readonly draft: Draft | undefined;
  readonly choice: 'none' | 'chosen' | 'sending';
  readonly arming: 'armed' | 'arming';
}

/** Returns the state of a call on its card: that of the run, and while it is pending, the current action of people. */
export function shownState({ state, attempt, draft, choice, arming }: CallHandling): ApprovalState {
  const known = stateOfItem(state);
  if (known !== 'waiting') return known;
  if (attempt.status === 'sending' || choice === 'sending') return 'checking';
  if (choice === 'chosen') return 'chosen';
  if (attempt.status === 'late') return attempt.reason === 'answered' ? 'answered-elsewhere' : attempt.reason;
  if (draft !== undefined) return draft.mode === 'edit' ? 'editing' : 'denying';
  return arming === 'arming' ? 'arming' : 'waiting';
}

/** Returns the call that counts: once an edit is approved, the call with that input and its description. */
export function countedCall({ call, state }: Pick<PendingItem, 'call' | 'state'>): DeferredCall {
  if (state.status !== 'decided') return call;
  const input = editedInput(state.answer, call.input);
  const edited = editedCallOf(call, state.answer, state.editedCall);
  return input === undefined || edited === undefined ? call : withEdit(call, input, edited);
}
