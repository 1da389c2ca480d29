'use client';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useArmingTimes } from './arming-provider.js';
import { isDisarmed, subscribeToSetting } from './arming-setting.js';
import { type ArmingState, type ArmingWatch, type IgnoredBecause, watchArming } from './watch-arming.js';

/** A press that was ignored. */
interface IgnoredPress {
  readonly because: IgnoredBecause;
  /** Distinguishes it from the one before. */
  readonly id: number;
}

/** The events that reveal where the first click was. A page may stop the first of them. */
const clicks = ['mousedown', 'click'] as const;

/** The properties of a press event that matter here. */
interface Press {
  /** The click count; `0` for a key, or for an event without a pointer. */
  readonly detail?: unknown;
}

/** The result of {@link useArming}. */
export interface Arming {
  /** For `data-arming` and, while it is `arming`, `aria-disabled`. */
  readonly state: ArmingState;
  /** The last press, if it was ignored; `null` after one that was not. */
  readonly ignored: IgnoredPress | null;
  /** Wraps the handler of a press: it runs only for a press that is accepted. */
  readonly guard: <EVENT extends Press>(handler: (event: EVENT) => void) => (event: EVENT) => void;
  /** Restarts arming: the action of the button has changed. */
  readonly rearm: () => void;
}

/** Options of {@link useArming}. */
interface UseArmingOptions {
  /** In milliseconds. Default: that of the `ArmingProvider` around, or 500. */
  readonly delay?: number | undefined;
  /** `never`: the button does not approve anything, and is armed at once. Default `on-screen`. */
  readonly when?: 'on-screen' | 'never';
}

/**
 * Ignores presses that were meant for something else: a press is accepted only after the button has been on screen for
 * a moment, uncovered and without moving. A press that began earlier is ignored, and so is the second click of a double
 * click that began elsewhere.
 *
 * @param ref of the button.
 * @example
 * const ref = useRef<HTMLButtonElement>(null);
 * const arming = useArming(ref);
 * return (
 *   <>
 *     <button ref={ref} aria-disabled={arming.state === 'arming' || undefined} onClick={arming.guard(approve)}>
 *       Approve
 *     </button>
 *     <ArmingNote arming={arming} />
 *   </>
 * );
 */
export function useArming(ref: RefObject<Element | null>, options: UseArmingOptions = {}): Arming {
  const { delay, when = 'on-screen' } = options;
  const times = useArmingTimes();
  const isOff = useSyncExternalStore(subscribeToSetting, isDisarmed, () => false) || when === 'never';
  const [state, setState] = useState<ArmingState>('arming');
  const [ignored, setIgnored] = useState<IgnoredPress | null>(null);
  const watch = useRef<ArmingWatch | null>(null);
  const atDown = useRef<IgnoredBecause | null>(null);
  /** True when the last clicks began on this button: the second of a double click may land here by accident. */
  const isFirstHere = useRef(false);

  useEffect(() => {
    const element = ref.current;
    if (isOff || element === null) return undefined;
    const current = watchArming(element, { ...times, delay: delay ?? times.delay }, setState);
    const onDown = (): void => {
      atDown.current = current.refusal();
    };
    const onFirst = (event: MouseEvent): void => {
      if (event.detail === 1) isFirstHere.current = event.composedPath().includes(element);
    };
    const view = element.ownerDocument.defaultView;
    watch.current = current;
    isFirstHere.current = false;
    element.addEventListener('pointerdown', onDown);
    for (const type of clicks) view?.addEventListener(type, onFirst, true);
    return () => {
      current.stop();
      element.removeEventListener('pointerdown', onDown);
      for (const type of clicks) view?.removeEventListener(type, onFirst, true);
      watch.current = null;
      atDown.current = null;
      setState('arming');
    };
  }, [ref, isOff, times, delay]);

  const guard = useCallback<Arming['guard']>(
    (handler) => (event) => {
      // A press with a pointer began before its click; a press with a key did not.
      const count = typeof event.detail === 'number' ? event.detail : 0;
      const began = count > 1 && !isFirstHere.current ? 'elsewhere' : count > 0 ? atDown.current : null;
      const because = isOff ? null : (began ?? (watch.current === null ? 'new' : watch.current.refusal()));
      if (because === null) {
        setIgnored(null);
        handler(event);
        return;
      }
      // A key can press a button that is out of view, and would be ignored for ever.
      if (because === 'hidden') ref.current?.scrollIntoView({ block: 'center' });
      setIgnored((last) => ({ because, id: (last?.id ?? 0) + 1 }));
    },
    [isOff, ref],
  );
  const rearm = useCallback(() => watch.current?.rearm(), []);

  return useMemo(
    () => ({ state: isOff ? 'armed' : state, ignored, guard, rearm }),
    [isOff, state, ignored, guard, rearm],
  );
}
