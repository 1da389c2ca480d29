'use client';
import { useEffect, useRef } from 'react';
import { attentionStrings } from '../../words/english/inbox.js';
import { useWords } from '../strings-provider.js';
import type { WaitingCalls } from './decision-source.js';
import { type FormatTitle, titleBadge } from './title-badge.js';
import { type DecisionSources, useWaiting } from './use-waiting.js';

/** Options of {@link useTitleBadge}. */
interface TitleBadgeOptions {
  /** Default: `(3) Title`. Keep it outside of the component. */
  readonly format?: FormatTitle | undefined;
}

/**
 * Shows the number of pending calls in the title of a hidden tab. Once they are answered, the tab is visible or the
 * component is unmounted, the app's own title is restored, also if the app has changed it since. Several users of this
 * hook share one badge.
 *
 * @param sources conversations, brokers, or one of them.
 * @example useTitleBadge(run);
 * @example useTitleBadge([chat, review], { format: (count, title) => `${count} to decide · ${title}` });
 */
export function useTitleBadge(sources: DecisionSources, { format }: TitleBadgeOptions = {}): void {
  const words = useWords(attentionStrings).title;
  const itemIds = useWaiting(sources);
  const user = useRef({});
  useEffect(
    () => titleBadge(document).show(user.current, itemIdsOf(itemIds), format ?? words),
    [itemIds, format, words],
  );
  useEffect(() => {
    const { current } = user;
    return () => titleBadge(document).show(current, [], words);
  }, [words]);
}

/** Returns the item ids of the pending calls. */
export function itemIdsOf(waiting: readonly WaitingCalls[]): readonly string[] {
  return waiting.flatMap(({ items }) => items.map(({ id }) => id));
}
