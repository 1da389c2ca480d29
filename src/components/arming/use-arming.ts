'use client';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useArmingTimes } from './arming-provider.js';
import { isDisarmed, subscribeToSetting } from './arming-setting.js';
import { type ArmingState, type ArmingWatch, type IgnoredBecause, watchArming } from './watch-arming.js';

/** A press that did not count. */
export interface IgnoredPress {
  readonly because: IgnoredBecause;
  /** Tells it from the one before. */
  readonly id: number;
}

/** What tells where the first click was. A page may keep the first of them from being told. */
const clicks = ['mousedown', 'click'] as const;

/** What an event tells of a press. */
interface Press {
  /** How many clicks it is; `0` for a key, or for what is no pointer. */
  readonly detail?: unknown;
}

/** What {@link useArming} gives. */
export interface Arming {
  /** For `data-arming` and, while it is `arming`, `aria-disabled`. */
  readonly state: ArmingState;
  /** The last press, where it did not count; `null` after one that did. */
  readonly ignored: IgnoredPress | null;
  /** Wraps the handler of a press: it runs only for a press that counts. */
  readonly guard: <EVENT extends Press>(handler: (event: EVENT) => void) => (event: EVENT) => void;
  /** Lets it begin anew: what the button does has changed. */
  readonly rearm: () => void;
}

/** What {@link useArming} may be told. */
export interface UseArmingOptions {
  /** In milliseconds. Default: that of the `ArmingProvider` around, or 500. */
  readonly delay?: number | undefined;
  /** `never` for what opens no door: it is armed at once. Default `on-screen`. */
  readonly when?: 'on-screen' | 'never';
}

/**
 * Keeps a button from taking a press that was meant for something else: it counts only once the button was on screen for a moment,
 * with nothing over it, and has stood still. A press that began before then does not count either, nor does the second click of a
 * double click that began on something else.
 *
 * @param ref of the button.
 * @example
 * const ref = useRef<HTMLButtonElement>(null);
 * const arming = useArming(ref);
 * return (
 *   <>
 *     <button ref={ref} aria-disabled={arming.state === 'arming' || undefined} onClick={arming.guard(approve)}>Approve</button>
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
  /** Whether the first click of the last ones was here: of a double click that takes something away, the second one lands here only. */
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
      // A press with a pointer began before its click; one with a key did not.
      const count = typeof event.detail === 'number' ? event.detail : 0;
      const began = count > 1 && !isFirstHere.current ? 'elsewhere' : count > 0 ? atDown.current : null;
      const because = isOff ? null : (began ?? (watch.current === null ? 'new' : watch.current.refusal()));
      if (because === null) {
        setIgnored(null);
        handler(event);
        return;
      }
      // A key presses what nobody can see, and would for ever.
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
