'use client';
import { useCallback, useRef, useState } from 'react';
import type { Decision } from '../../approval/decision.js';
import type { PendingItem } from '../../approval/pending.js';
import type { Conversation } from '../../store/conversation.js';

/** What {@link useDecideEach} gives. */
export interface DecideEach {
  readonly status: 'idle' | 'sending';
  /** How many answers of the last press were not taken. */
  readonly refused: number;
  /** Answers several calls alike. A second press while the first is on its way does nothing. */
  readonly decideEach: (items: readonly PendingItem[], decision: Decision) => void;
}

/** Answers several calls with one press, and counts what was not taken. */
export function useDecideEach(run: Pick<Conversation, 'decide'>): DecideEach {
  const [status, setStatus] = useState<'idle' | 'sending'>('idle');
  const [refused, setRefused] = useState(0);
  const isOnItsWay = useRef(false);

  const decideEach = useCallback<DecideEach['decideEach']>(
    (items, decision) => {
      if (isOnItsWay.current) return;
      isOnItsWay.current = true;
      setStatus('sending');
      const sent = items.map(
        async ({ call, batchId }) => (await run.decide(call.toolCallId, decision, { batchId })).status,
      );
      Promise.allSettled(sent).then(
        (results) => {
          isOnItsWay.current = false;
          setStatus('idle');
          setRefused(results.filter((result) => result.status === 'rejected' || result.value !== 'accepted').length);
        },
        () => undefined, // allSettled never rejects
      );
    },
    [run],
  );

  return { status, refused, decideEach };
}
