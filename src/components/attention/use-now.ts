'use client';
import { useEffect, useState } from 'react';

/** The time in milliseconds since 1970, again each second while it runs; `undefined` on a server and until the first second of it is known. */
export function useNow(isRunning: boolean): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
