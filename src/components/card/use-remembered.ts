'use client';
import { useCallback, useContext, useState } from 'react';
import type { PendingItem } from '../../approval/broker/pending.js';
import type { Grant } from '../../approval/grants/grant.js';
import type { Remember } from '../../approval/grants/remember.js';
import { callChoiceKey } from '../grants/call-choice-key.js';
import type { Remembered } from './answers.js';
import { BatchContext } from './batch-context.js';

const nothing: Remembered = { allow: undefined, deny: undefined };

/**
 * Returns the choice to remember on one card. The batch around stores it, since a card that becomes a line is
 * unmounted.
 */
export function useRemembered({
  id,
  call,
}: PendingItem): readonly [Remembered, (effect: Grant['effect'], remember: Remember | undefined) => void] {
  const keptByBatch = useContext(BatchContext)?.remembered;
  // A choice for one call does not apply to another one that replaced it while the card was a line.
  const place = JSON.stringify([id, callChoiceKey(call)]);
  const [remembered, setRemembered] = useState(() => keptByBatch?.get(place) ?? nothing);
  const choose = useCallback(
    (effect: Grant['effect'], remember: Remember | undefined) => {
      const next = { ...(keptByBatch?.get(place) ?? nothing), [effect]: remember };
      keptByBatch?.set(place, next);
      setRemembered((before) => ({ ...before, [effect]: remember }));
    },
    [keptByBatch, place],
  );
  return [remembered, choose];
}
