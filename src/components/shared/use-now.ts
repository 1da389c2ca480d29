'use client';
import { useEffect, useState } from 'react';

/**
 * The time in milliseconds since 1970, again each second while it runs; `undefined` on a server and until the first second of it is known.
 * `clock` tells it in place of the page's.
 */
export function useNow(isRunning: boolean, clock: () => number = Date.now): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(clock());
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(clock()), 1000);
    return () => clearInterval(timer);
  }, [isRunning, clock]);
  return now;
}
