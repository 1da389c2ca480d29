'use client';
import { type RefObject, useEffect, useState } from 'react';
import { isDisarmed } from '../arming/arming-setting.js';
import { hasLayout, hasValue } from '../page-gaps.js';
import { windowOf } from '../page-realm.js';

/**
 * Which of some cards have been on screen down to their buttons, since they were opened. Where nothing is laid out, or tests have disarmed the
 * buttons, all of them.
 *
 * @param inside an element of their batch.
 * @param ids of their calls, parted by blanks; empty for none.
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

/** How much of the end of a card has to be in view. */
const share = 0.9;
const none: ReadonlySet<string> = new Set();

/** Its buttons: all that it says stands above them. Of a card of an app's own, the card. */
export function endOfCard(inside: Element, toolCallId: string): readonly Element[] {
  const card = inside.closest('[data-batch]')?.querySelector(hasValue('data-card', toolCallId)) ?? null;
  return card === null ? [] : [card.querySelector('[data-cs="actions"]') ?? card];
}
