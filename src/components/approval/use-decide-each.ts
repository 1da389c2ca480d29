'use client';
import { useCallback, useRef, useState } from 'react';
import type { Conversation } from '../../store/conversation.js';
import type { Decision } from '../../store/decision.js';

/** What {@link useDecideEach} gives. */
export interface DecideEach {
  readonly status: 'idle' | 'sending';
  /** How many answers of the last press were not taken. */
  readonly refused: number;
  /** Answers several calls, by id. A second press while the first is on its way does nothing. */
  readonly decideEach: (answers: readonly (readonly [toolCallId: string, decision: Decision])[]) => void;
}

/** Answers several calls with one press, and counts what was not taken. */
export function useDecideEach(run: Pick<Conversation, 'decide'>): DecideEach {
  const [status, setStatus] = useState<'idle' | 'sending'>('idle');
  const [refused, setRefused] = useState(0);
  const isOnItsWay = useRef(false);

  const decideEach = useCallback<DecideEach['decideEach']>(
    (answers) => {
      if (isOnItsWay.current) return;
      isOnItsWay.current = true;
      setStatus('sending');
      const sent = answers.map(async ([id, decision]) => (await run.decide(id, decision)).status);
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
