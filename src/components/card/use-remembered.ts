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
 * What is chosen to be remembered on one card. The batch around keeps it, since a card that becomes a line goes away: opened again, it
 * says what it said.
 */
export function useRemembered({
  id,
  call,
}: PendingItem): readonly [Remembered, (effect: Grant['effect'], remember: Remember | undefined) => void] {
  const keptByBatch = useContext(BatchContext)?.remembered;
  // What was chosen for a call is not chosen for another one that came in its place while there was a line.
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
