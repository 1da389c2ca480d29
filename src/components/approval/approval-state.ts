import type { ItemAnswer, ItemState } from '../../approval/broker/pending.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { Draft } from '../../store/conversation-state.js';
import type { ArmingState } from '../arming/watch-arming.js';
import type { GlyphName } from '../shared/glyph.js';
import type { Attempt } from '../shared/use-decision.js';

/** Where a call stands, for people: `data-state` of `Approval.Root` and of its parts. */
export type ApprovalState =
  /** The model still writes its input. */
  | 'writing'
  /** Nobody has asked about it, and it does not run yet. */
  | 'queued'
  | 'pending'
  /** It waits, and its button takes no press yet. */
  | 'arming'
  | 'editing'
  | 'denying'
  | 'submitting'
  /** An answer is chosen and not sent yet. */
  | 'chosen'
  | 'approved'
  | 'approved-with-edits'
  | 'denied'
  /** A policy has said no. */
  | 'blocked'
  | 'expired'
  | 'cancelled'
  | 'answered-elsewhere'
  /** Left open for later. */
  | 'deferred'
  | 'running'
  | 'done'
  | 'failed'
  | 'retry'
  | 'skipped'
  | 'interrupted'
  | 'unknown';

/** How a state looks besides its word. */
export interface ApprovalLook {
  /** `undefined`: the shape of its risk. */
  readonly glyph: GlyphName | undefined;
  readonly tone: 'live' | 'wait' | 'ok' | 'no' | 'warn' | 'note';
}

/** A shape and a tone for each state: no two that can follow each other share both. */
export const approvalLooks: Readonly<Record<ApprovalState, ApprovalLook>> = {
  writing: { glyph: 'pen', tone: 'live' },
  queued: { glyph: 'dot', tone: 'live' },
  pending: { glyph: undefined, tone: 'wait' },
  arming: { glyph: undefined, tone: 'wait' },
  editing: { glyph: undefined, tone: 'wait' },
  denying: { glyph: undefined, tone: 'wait' },
  submitting: { glyph: undefined, tone: 'wait' },
  chosen: { glyph: 'ring', tone: 'note' },
  approved: { glyph: 'approved', tone: 'ok' },
  'approved-with-edits': { glyph: 'pen', tone: 'ok' },
  denied: { glyph: 'no-entry', tone: 'no' },
  blocked: { glyph: 'shield', tone: 'no' },
  expired: { glyph: 'clock', tone: 'warn' },
  cancelled: { glyph: 'square', tone: 'note' },
  'answered-elsewhere': { glyph: 'notice', tone: 'note' },
  deferred: { glyph: 'ring', tone: 'note' },
  running: { glyph: 'half', tone: 'live' },
  done: { glyph: 'check', tone: 'ok' },
  failed: { glyph: 'cross', tone: 'no' },
  retry: { glyph: 'again', tone: 'warn' },
  skipped: { glyph: 'skip', tone: 'note' },
  interrupted: { glyph: 'broken', tone: 'warn' },
  unknown: { glyph: 'question', tone: 'warn' },
};

/** What the state of a waiting call follows from. */
export interface WaitingCall {
  readonly state: ItemState;
  readonly attempt: Attempt;
  readonly draft: Draft | undefined;
  readonly choice: 'none' | 'chosen' | 'sending';
  readonly arming: ArmingState;
}

/** The state of a call on a card. */
export function waitingState({ state, attempt, draft, choice, arming }: WaitingCall): ApprovalState {
  if (state.status === 'decided') return decidedState(state.answer, state.by);
  if (state.status === 'working') return 'running';
  if (state.status === 'checking' || attempt.status === 'sending' || choice === 'sending') return 'submitting';
  if (choice === 'chosen') return 'chosen';
  if (attempt.status === 'late') return attempt.by === 'answered' ? 'answered-elsewhere' : attempt.by;
  if (draft !== undefined) return draft.mode === 'edit' ? 'editing' : 'denying';
  return arming === 'arming' ? 'arming' : 'pending';
}

function decidedState(answer: ItemAnswer, by: DecidedBy): ApprovalState {
  if (answer === 'defer') return 'deferred';
  switch (answer.kind) {
    case 'tool-approved':
      return answer.overrideArgs === undefined ? 'approved' : 'approved-with-edits';
    case 'tool-denied':
      return by.type === 'rule' ? 'blocked' : 'denied';
    case 'tool-expired':
      return 'expired';
    case 'tool-return':
      return 'done';
    case 'tool-failed':
      return 'failed';
    case 'model-retry':
      return 'retry';
    default:
      return answer satisfies never;
  }
}
