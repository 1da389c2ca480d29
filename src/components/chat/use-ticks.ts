'use client';
import { useEffect, useState } from 'react';

/** The time, once a second while somebody needs it; in milliseconds since 1970. */
export function useTicks(now: () => number, isNeeded: boolean): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (!isNeeded) return;
    setTime(now());
    const timer = setInterval(() => setTime(now()), 1000);
    return () => clearInterval(timer);
  }, [now, isNeeded]);
  return time;
}
