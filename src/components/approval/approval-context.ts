'use client';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { ApprovalState } from '../../conversation/approval-state.js';
import { type PartContext, partContext, useWithin } from '../part/use-within.js';
import type { ApprovalView } from './approval-view.js';
import type { Answering } from './use-answering.js';

/** State of the parts of a card: `data-state`, `data-risk`, `data-tone`. */
export interface ApprovalPartState {
  readonly state: ApprovalState;
  readonly risk: ApprovalView['risk'];
  readonly tone: ApprovalView['tone'];
}

/** The values that the parts of a card share. */
export interface ApprovalContextValue {
  readonly view: ApprovalView;
  readonly titleId: string;
  /** `form`: the parts are below the fields of the form that edits the input. Default: they are on the card. */
  readonly place?: 'form';
  /** The ways to answer the call; `null` for a call in a message. */
  readonly answering: Answering | null;
  /** The folding of an input that need not be shown; `null` for a call in a message. */
  readonly fold: {
    /** The id of the input, for the button that unfolds it. */
    readonly id: string;
    /** The choice that a press has made. */
    readonly chosen: FoldChoice | undefined;
    readonly setChosen: (choice: FoldChoice) => void;
    /** True once the buttons accept presses: from then on nothing moves by itself. */
    readonly isSettled: boolean;
    /** The choice until then. */
    readonly first: FoldChoice;
    readonly setFirst: (choice: FoldChoice) => void;
  } | null;
}

/** The visibility of an input whose values are all shown elsewhere on the card. */
export type FoldChoice = 'folded' | 'unfolded';

/** Provided by `Approval.Root`. */
export const ApprovalContext: PartContext<ApprovalContextValue> = partContext(
  'Approval.Root run={…} item={…} batch={…}',
  'there is no call for it to show or answer',
);

/**
 * Returns the call that a part describes, with the edited input. Returns `undefined` on the card while the form shows
 * it: a description that follows the typing must not move the fields.
 *
 * @param part the name of the part, for the error outside of a card.
 */
export function useDescribed(
  part: string,
): Pick<ApprovalContextValue, 'view'> & { readonly described: PendingItem | null } {
  const { view, answering, place } = useWithin(ApprovalContext, part);
  const isInForm = answering?.mode === 'editing' && place !== 'form';
  return { view, described: answering === null || isInForm ? null : answering.edited.item };
}

/** Returns the state that every part of a card exposes. */
export function partState({ state, risk, tone }: ApprovalView): ApprovalPartState {
  return { state, risk, tone };
}
