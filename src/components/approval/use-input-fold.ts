'use client';
import { useContext, useEffect, useMemo } from 'react';
import type { PreviewState } from '../../approval/broker/pending.js';
import { BatchContext } from '../card/batch-context.js';
import { useWithin } from '../part/use-within.js';
import { ApprovalContext, type ApprovalContextValue, type FoldChoice } from './approval-context.js';
import { isInputShownElsewhere, shownTexts } from './shown-input.js';
import { useCardTexts } from './use-card-texts.js';

/** The folding of a card's input. */
interface InputFold {
  /** The id of the input, for the button that unfolds it. */
  readonly id: string;
  /** `needed`: the card shows its values nowhere else, so it cannot be folded. */
  readonly state: FoldChoice | 'needed';
  readonly toggle: () => void;
}

const noPreview: PreviewState = { status: 'none' };

/**
 * Folds an input when the card shows all of it elsewhere. A preview that arrives after the buttons accept presses folds
 * nothing: that would move them. `null` for a call in a message.
 *
 * @param part the name of the part, for the error outside of a root.
 */
export function useInputFold(part: string): ApprovalContextValue & { readonly inputFold: InputFold | null } {
  const context = useWithin(ApprovalContext, part);
  const { view, answering, fold } = context;
  const item = answering?.item;
  const isBatchShown = useContext(BatchContext)?.lines.shown?.ids;
  const { title } = view;
  const preview = item?.preview ?? noPreview;
  // A fact that the card may omit does not show a value.
  const { facts } = useCardTexts(item ?? null, title, 'said');
  const isSaid = useMemo(
    () => item !== undefined && isInputShownElsewhere(item.call, shownTexts({ ...item.call, facts }, title, preview)),
    [item, facts, title, preview],
  );
  const isNeededFirst = fold?.isSettled === true && !isSaid && fold.first === 'folded';
  const setFirst = fold?.setFirst;
  useEffect(() => {
    if (isNeededFirst) setFirst?.('unfolded');
  }, [isNeededFirst, setFirst]);
  if (fold === null || item === undefined) return { ...context, inputFold: null };
  // A user who approves several calls at once has to read each of them whole.
  const isForSeveral = isBatchShown?.has(item.id) === true;
  const state = isSaid ? (fold.chosen ?? (isForSeveral ? 'unfolded' : fold.first)) : 'needed';
  const toggle = (): void => fold.setChosen(state === 'folded' ? 'unfolded' : 'folded');
  return { ...context, inputFold: { id: fold.id, state, toggle } };
}
