'use client';
import { type MouseEvent, type RefObject, useState } from 'react';
import { type Arming, useArming } from './use-arming.js';

/** What {@link useArmedPress} gives. */
export interface ArmedPress {
  readonly arming: Arming;
  /** A key has pressed it once, and has to press it again. */
  readonly isConfirming: boolean;
  readonly press: (event: MouseEvent<HTMLButtonElement>) => void;
  /** For `onBlur`: the next press is the first again. */
  readonly forget: () => void;
}

/** What {@link useArmedPress} takes. */
export interface ArmedPressOptions {
  /** In milliseconds. Default: that of the `ArmingProvider` around, or 500. */
  readonly delay?: number | undefined;
  /** Whether a press may be a slip of the hand, so that it has to come twice. */
  readonly isSlip: (event: MouseEvent) => boolean;
  readonly onPress: () => void;
}

/** A press on a button that arms, and that asks once more where the press may be a slip. */
export function useArmedPress(
  button: RefObject<HTMLButtonElement | null>,
  { delay, isSlip, onPress }: ArmedPressOptions,
): ArmedPress {
  const arming = useArming(button, { delay });
  const [isConfirming, setConfirming] = useState(false);
  const press = arming.guard((event: MouseEvent<HTMLButtonElement>) => {
    if (isSlip(event) && !isConfirming) {
      setConfirming(true);
      arming.rearm();
      return;
    }
    setConfirming(false);
    onPress();
  });
  return { arming, isConfirming, press, forget: () => setConfirming(false) };
}
