'use client';
import { type RefObject, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useArmingTimes } from '../arming/arming-provider.js';
import { isDisarmed } from '../arming/arming-setting.js';
import { BatchContext } from '../card/batch-context.js';
import type { Letters } from '../card/keys.js';
import { isNode } from '../page-realm.js';

/** A letter that answered nothing. */
export interface IgnoredLetter {
  /** `early`: the focus had only just come, or someone was typing. `destructive`: such a call takes another key. */
  readonly because: 'early' | 'destructive';
  /** Tells it from the one before. */
  readonly id: number;
}

/** What {@link useLetters} gives. */
export interface LettersControl {
  readonly letters: Letters;
  /** The last letter, where it answered nothing; `null` after one that did. */
  readonly ignored: IgnoredLetter | null;
  /** Whether a letter counts now. */
  readonly isReady: () => boolean;
  /** A letter has answered nothing: whoever types on has not looked. `null`: there is nothing to say of it. */
  readonly ignore: (because: IgnoredLetter['because'] | null) => void;
  readonly forget: () => void;
}

/**
 * Lets letters answer a card only half a second after the focus has come to it, and after the last letter that answered nothing: words
 * that are typed never do. The page brings the focus to no card by itself; a person does, by a key or a press.
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
