'use client';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { ApprovalState } from '../../store/approval-state.js';
import { type PartContext, partContext, useWithin } from '../part/use-within.js';
import type { ApprovalView } from './approval-view.js';
import type { Answering } from './use-answering.js';

/** State of the parts of a card: `data-state`, `data-risk`, `data-tone`. */
export interface ApprovalPartState {
  readonly state: ApprovalState;
  readonly risk: ApprovalView['risk'];
  readonly tone: ApprovalView['tone'];
}

/** What the parts of a card share. */
export interface ApprovalContextValue {
  readonly view: ApprovalView;
  readonly titleId: string;
  /** `form`: its parts stand in the form that edits the input, below the fields. Default: they stand on the card. */
  readonly place?: 'form';
  /** How it can be answered; `null` for a call in a message. */
  readonly answering: Answering | null;
  /** What becomes of an input that need not be shown; `null` for a call in a message. */
  readonly fold: {
    /** Of the input, for the button that unfolds it. */
    readonly id: string;
    /** What a press has chosen. */
    readonly chosen: FoldChoice | undefined;
    readonly setChosen: (choice: FoldChoice) => void;
    /** Whether the buttons take presses: from then on nothing moves by itself. */
    readonly isSettled: boolean;
    /** How it stands until then. */
    readonly first: FoldChoice;
    readonly setFirst: (choice: FoldChoice) => void;
  } | null;
}

/** Whether an input that something else says is shown, too. */
export type FoldChoice = 'folded' | 'unfolded';

/** Provided by `Approval.Root`. */
export const ApprovalContext: PartContext<ApprovalContextValue> = partContext(
  'Approval.Root run={…} item={…} batch={…}',
  'there is no call for it to show or answer',
);

/**
 * The call that a part describes, as it would be with the input that is being edited. Nothing on the card while the form shows it: what
 * follows the typing must not move the fields.
 *
 * @param part its name, for who uses it outside of a card.
 */
export function useDescribed(
  part: string,
): Pick<ApprovalContextValue, 'view'> & { readonly described: PendingItem | null } {
  const { view, answering, place } = useWithin(ApprovalContext, part);
  const isInForm = answering?.mode === 'editing' && place !== 'form';
  return { view, described: answering === null || isInForm ? null : answering.edited.item };
}

/** The state that every part says of its call. */
export function partState({ state, risk, tone }: ApprovalView): ApprovalPartState {
  return { state, risk, tone };
}
