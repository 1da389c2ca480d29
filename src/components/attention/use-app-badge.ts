'use client';
import { useEffect, useRef } from 'react';
import { createTally } from './tally.js';
import { itemIdsOf } from './use-title-badge.js';
import { type DecisionSources, useWaiting } from './use-waiting.js';

const tally = createTally(() => {
  const count = tally.total();
  // Missing in some browsers, and rejected for pages that are not installed.
  const told = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  told?.catch(() => undefined);
});

/**
 * Shows the number of pending calls on the icon of an installed app, if the browser can. Several users of this hook
 * share one badge.
 *
 * @param sources conversations, brokers, or one of them.
 * @example useAppBadge(run);
 */
export function useAppBadge(sources: DecisionSources): void {
  const waiting = useWaiting(sources);
  const user = useRef({});
  useEffect(() => tally.set(user.current, itemIdsOf(waiting)), [waiting]);
  useEffect(() => {
    const { current } = user;
    return () => tally.set(current, []);
  }, []);
}
