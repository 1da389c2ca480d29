'use client';
import { type MouseEvent, type RefObject, useState } from 'react';
import { type Arming, useArming } from './use-arming.js';

/** The result of {@link useArmedPress}. */
interface ArmedPress {
  readonly arming: Arming;
  /** True when a key has pressed the button once and has to press it again. */
  readonly isConfirming: boolean;
  readonly press: (event: MouseEvent<HTMLButtonElement>) => void;
  /** For `onBlur`: the next press counts as the first again. */
  readonly forget: () => void;
}

/** Options of {@link useArmedPress}. */
interface ArmedPressOptions {
  /** In milliseconds. Default: that of the `ArmingProvider` around, or 500. */
  readonly delay?: number | undefined;
  /** Returns `true` when a press may be an accident, so that it has to be repeated. */
  readonly isSlip: (event: MouseEvent) => boolean;
  readonly onPress: () => void;
}

/** Arms a button, and asks for a second press when the first may be an accident. */
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
