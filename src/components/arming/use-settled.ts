'use client';
import { useEffect, useState } from 'react';
import { useArmingTimes } from './arming-provider.js';

/**
 * Returns `true` once something has been on screen for the arming time. Until then presses are ignored, so content
 * below may still move; from then on nothing moves by itself.
 */
export function useSettled(): boolean {
  const { delay, clock } = useArmingTimes();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const cancel = clock.setTimeout(() => setSettled(true), delay);
    return () => {
      cancel();
    };
  }, [clock, delay]);
  return isSettled;
}
