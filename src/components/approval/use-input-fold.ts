'use client';
import { useContext, useId, useMemo, useState } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { useSettled } from '../arming/use-settled.js';
import { BatchContext } from '../card/batch-context.js';
import { isInputSaid, shownTexts } from './said-input.js';

/** Whether a card shows the input by itself, or only when it is asked to. */
export interface InputFold {
  /** Of the input, for the button that unfolds it. */
  readonly id: string;
  /** `needed`: it says what nothing else on the card does, and cannot be folded. */
  readonly state: 'folded' | 'unfolded' | 'needed';
  readonly toggle: () => void;
}

/**
 * Folds an input away where all of it is said elsewhere on the card. A preview that comes only once the buttons take presses folds
 * nothing away: it would move them.
 *
 * @param title as the card shows it.
 */
export function useInputFold({ id: itemId, call, preview }: PendingItem, title: string): InputFold {
  // Whoever says yes to several reads each of them whole.
  const isForSeveral = useContext(BatchContext)?.lines.shown?.ids.has(itemId) === true;
  const id = useId();
  const isSettled = useSettled();
  const [chosen, setChosen] = useState<'folded' | 'unfolded'>();
  const [first, setFirst] = useState<'folded' | 'unfolded'>('folded');
  const isSaid = useMemo(() => isInputSaid(call, shownTexts(call, title, preview)), [call, title, preview]);
  if (isSettled && !isSaid && first === 'folded') setFirst('unfolded');
  const state = isSaid ? (chosen ?? (isForSeveral ? 'unfolded' : first)) : 'needed';
  return { id, state, toggle: () => setChosen(state === 'folded' ? 'unfolded' : 'folded') };
}
