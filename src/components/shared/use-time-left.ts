'use client';
import { useState } from 'react';
import { isoTime } from '../../protocol/base/words.js';
import { askStrings } from '../../words/english/approval.js';
import { batchCardStrings } from '../../words/english/batch.js';
import { useLayout } from '../part/use-layout.js';
import { useFormat, useWords } from '../strings-provider.js';

/** How much time is left, as it is shown. */
export interface TimeLeft {
  /** `soon`: within the last minute. */
  readonly state: 'running' | 'soon' | 'over';
  /** In milliseconds; none or less: it is over. */
  readonly left: number;
  /** Second by second; for more than a day, until when. */
  readonly words: string;
  /** For a `time` element. */
  readonly dateTime: string;
}

/** The last minute, in milliseconds. */
export const lastMinute = 60_000;
const day = 86_400_000;

/** Where the time comes from, and whether anybody sees it. */
export interface TimeLeftOptions {
  /** Tells the time in milliseconds since 1970, and stays the same function. Default: the page's clock. */
  readonly now?: (() => number) | undefined;
  /** Default `true`. Where it is `false`, the time stands still. */
  readonly isSeen?: boolean;
}

/** The time that is left, second by second; `null` where nothing ends, or for longer than dates reach. */
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
 * The time in milliseconds since 1970, again each second while it runs; `undefined` on a server and until the first second of it is known.
 * `clock` tells it in place of the page's.
 */
export function useNow(isRunning: boolean, clock: () => number = Date.now): number | undefined {
  const [now, setNow] = useState<number>();
  // Before the page is painted: what tells the time must not push the rest away once it is there.
  useLayout(() => {
    setNow(clock());
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(clock()), 1000);
    return () => clearInterval(timer);
  }, [isRunning, clock]);
  return now;
}
