'use client';
import { useState } from 'react';
import { isoTime } from '../../protocol/base/words.js';
import { askStrings } from '../../words/english/approval.js';
import { batchCardStrings } from '../../words/english/batch.js';
import { useLayout } from '../part/use-layout.js';
import { useFormat, useWords } from '../strings-provider.js';

/** The displayed time that is left. */
export interface TimeLeft {
  /** `soon`: less than one minute is left. */
  readonly state: 'running' | 'soon' | 'over';
  /** The time in milliseconds; over when it is 0 or less. */
  readonly left: number;
  /** The time in words, updated each second; for more than a day, the date. */
  readonly words: string;
  /** The value for a `time` element. */
  readonly dateTime: string;
}

/** One minute, in milliseconds. */
export const lastMinute = 60_000;
const day = 86_400_000;

/** The clock, and the visibility of the display. */
interface TimeLeftOptions {
  /** Returns the time in milliseconds since 1970; a stable function. Default: the page's clock. */
  readonly now?: (() => number) | undefined;
  /** False stops the updates. Default `true`. */
  readonly isSeen?: boolean;
}

/**
 * Returns the time that is left, updated each second; `null` without a deadline, or for one beyond the range of dates.
 */
export function useTimeLeft(
  expiresAt: number | undefined,
  { now: clock, isSeen = true }: TimeLeftOptions = {},
): TimeLeft | null {
  const batch = useWords(batchCardStrings);
  const approval = useWords(askStrings);
  const { duration, moment } = useFormat();
  const now = useNow(isSeen && expiresAt !== undefined, clock);
  const dateTime = expiresAt === undefined ? undefined : isoTime(expiresAt);
  if (expiresAt === undefined || dateTime === undefined || now === undefined) return null;
  const left = expiresAt - now;
  if (left <= 0) return { state: 'over', left, words: batch.overdue, dateTime };
  const words = left > day ? approval.expires(moment(expiresAt)) : batch.expiresIn(duration(left));
  return { state: left <= lastMinute ? 'soon' : 'running', left, words, dateTime };
}

/**
 * Returns the time in milliseconds since 1970, updated each second while it runs; `undefined` on a server and until it
 * is first known. `clock` replaces the page's.
 */
export function useNow(isRunning: boolean, clock: () => number = Date.now): number | undefined {
  const [now, setNow] = useState<number>();
  // Before the page is painted, so that the time does not move other content when it appears.
  useLayout(() => {
    setNow(clock());
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(clock()), 1000);
    return () => clearInterval(timer);
  }, [isRunning, clock]);
  return now;
}
