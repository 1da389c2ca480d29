'use client';
import { type RefObject, useEffect, useState } from 'react';
import { isDisarmed } from '../arming/arming-setting.js';
import { hasLayout, hasValue } from '../page-gaps.js';
import { windowOf } from '../page-realm.js';

/**
 * Returns the cards that have been on screen down to their buttons since they were opened. Without layout, or when
 * tests have disabled arming, returns all of them.
 *
 * @param inside an element of their batch.
 * @param ids the ids of their calls, separated by blanks; empty for none.
 */
export function useSeen(inside: RefObject<HTMLElement | null>, ids: string): ReadonlySet<string> {
  const [seen, setSeen] = useState<{ readonly of: string; readonly ids: ReadonlySet<string> }>({ of: '', ids: none });
  useEffect(() => {
    const element = inside.current;
    if (ids === '' || element === null) return undefined;
    const wanted = ids.split(' ');
    const Observer = windowOf(element)?.IntersectionObserver;
    if (isDisarmed() || typeof Observer !== 'function' || !hasLayout(element.ownerDocument)) {
      setSeen({ of: ids, ids: new Set(wanted) });
      return undefined;
    }
    const ends = new Map(wanted.flatMap((id) => endOfCard(element, id).map((end) => [end, id] as const)));
    const observer = new Observer(
      (entries) => {
        const now = entries
          .filter((entry) => entry.intersectionRatio >= share)
          .map(({ target }) => ends.get(target) ?? '');
        if (now.length > 0)
          setSeen((before) => ({ of: ids, ids: new Set([...(before.of === ids ? before.ids : none), ...now]) }));
      },
      { threshold: share },
    );
    for (const end of ends.keys()) observer.observe(end);
    return () => observer.disconnect();
  }, [inside, ids]);
  return seen.of === ids ? seen.ids : none;
}

/** The share of a card's end that has to be in view. */
const share = 0.9;
const none: ReadonlySet<string> = new Set();

/**
 * Returns the end of a card: its buttons, since everything else is above them; of an app's own card, the whole card.
 */
export function endOfCard(inside: Element, toolCallId: string): readonly Element[] {
  const card = inside.closest('[data-batch]')?.querySelector(hasValue('data-card', toolCallId)) ?? null;
  return card === null ? [] : [card.querySelector('[data-cs="actions"]') ?? card];
}
