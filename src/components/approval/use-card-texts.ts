'use client';
import { useMemo } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import { askStrings } from '../../words/english/approval.js';
import { cardStrings } from '../../words/english/card.js';
import { scopeStrings } from '../../words/english/grants.js';
import { useWords } from '../strings-provider.js';
import { type CardTexts, cardTexts, sayOnce } from './say-once.js';

const noTexts: CardTexts = { reason: null, touches: [], facts: [] };

/** Returns the texts of a call below its title and risk; with `said`, those that nothing else on its card says. */
export function useCardTexts(item: PendingItem | null, title: string, omit: 'said' | 'nothing'): CardTexts {
  const approval = useWords(askStrings);
  const card = useWords(cardStrings);
  const grants = useWords(scopeStrings);
  return useMemo(() => {
    if (item === null) return noTexts;
    return (omit === 'said' ? sayOnce : cardTexts)(item, title, { approval, card, grants });
  }, [item, title, omit, approval, card, grants]);
}
