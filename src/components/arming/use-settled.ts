'use client';
import { useEffect, useState } from 'react';
import { useArmingTimes } from './arming-provider.js';

/**
 * Whether something has been there for as long as a button arms. Until then no press counts, so that what is below may still move;
 * from then on nothing moves by itself.
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
