'use client';
import { type RefObject, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useArmingTimes } from '../arming/arming-provider.js';
import { isDisarmed } from '../arming/arming-setting.js';
import { BatchContext } from '../card/batch-context.js';
import type { Letters } from '../card/keys.js';
import { isNode } from '../page-realm.js';

/** A letter that was ignored. */
interface IgnoredLetter {
  /** `early`: the card had just been focused, or the user was typing. `destructive`: such a call needs another key. */
  readonly because: 'early' | 'destructive';
  /** Distinguishes it from the one before. */
  readonly id: number;
}

/** The result of {@link useLetters}. */
export interface LettersControl {
  readonly letters: Letters;
  /** The last letter, if it was ignored; `null` after one that was not. */
  readonly ignored: IgnoredLetter | null;
  /** Returns `true` when letters are active. */
  readonly isReady: () => boolean;
  /**
   * Records that a letter was ignored, which restarts the wait: someone who types on has not looked. `null`: there is
   * nothing to report.
   */
  readonly ignore: (because: IgnoredLetter['because'] | null) => void;
  readonly forget: () => void;
}

/**
 * Activates letters half a second after the card receives focus, and after the last ignored letter, so that typed words
 * never answer. The page never moves the focus to a card by itself; only a key or a press does.
 */
export function useLetters(cardRef: RefObject<HTMLElement | null>, given: Letters | undefined): LettersControl {
  const around = useContext(BatchContext)?.letters;
  const letters = given ?? around ?? 'on';
  const { delay, clock } = useArmingTimes();
  const quietSince = useRef(Number.NEGATIVE_INFINITY);
  const [ignored, setIgnored] = useState<IgnoredLetter | null>(null);

  useEffect(() => {
    const card = cardRef.current;
    const onFocus = ({ relatedTarget }: FocusEvent): void => {
      if (!(isNode(relatedTarget) && card?.contains(relatedTarget))) quietSince.current = clock.now();
    };
    const onBlur = ({ relatedTarget }: FocusEvent): void => {
      if (!(isNode(relatedTarget) && card?.contains(relatedTarget))) setIgnored(null);
    };
    card?.addEventListener('focusin', onFocus);
    card?.addEventListener('focusout', onBlur);
    return () => {
      card?.removeEventListener('focusin', onFocus);
      card?.removeEventListener('focusout', onBlur);
    };
  }, [cardRef, clock]);

  const isReady = useCallback(() => isDisarmed() || clock.now() >= quietSince.current + delay, [clock, delay]);
  const ignore = useCallback(
    (because: IgnoredLetter['because'] | null) => {
      quietSince.current = clock.now();
      setIgnored((last) => (because === null ? last : { because, id: (last?.id ?? 0) + 1 }));
    },
    [clock],
  );
  const forget = useCallback(() => setIgnored(null), []);
  return useMemo(() => ({ letters, ignored, isReady, ignore, forget }), [letters, ignored, isReady, ignore, forget]);
}
