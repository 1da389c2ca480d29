'use client';
import { type MouseEvent, useEffect, useRef } from 'react';
import { ArmingNote } from '../arming/arming-note.js';
import { useArming } from '../arming/use-arming.js';
import { BatchContext } from '../card/batch-context.js';
import type { KeyBinding } from '../card/keys.js';
import { ShortcutKey } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { ignoreHeldKey } from '../shared/keyboard.js';

/** State of the buttons of a batch. */
export interface BatchButtonState {
  readonly action: string;
  readonly look: 'primary' | 'plain' | 'danger' | 'quiet';
  /** For approve buttons: `arming` until they have been on screen, without moving, for a moment. */
  readonly arming: 'arming' | 'armed' | undefined;
}

interface OwnProps {
  readonly action: string;
  readonly look?: BatchButtonState['look'];
  readonly unavailable?: boolean;
  /** For approve buttons: a key for the action of a press. When it changes, the button arms again. */
  readonly approves?: string | undefined;
  readonly shortcut?: KeyBinding | undefined;
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** A button that stays focusable while it is unavailable, and that arms if it approves. */
export const BatchButton: Part<'button', BatchButtonState, OwnProps> = part(
  'BatchButton',
  'button',
  (given, render) => {
    const { action, look = 'plain', unavailable = false, approves, shortcut: key, onPress, children, ...props } = given;
    const { letters } = useWithin(BatchContext, 'Batch');
    const shortcut = letters === 'off' ? undefined : key;
    const button = useRef<HTMLButtonElement>(null);
    const arming = useArming(button, { when: approves === undefined ? 'never' : 'on-screen' });
    const { rearm } = arming;
    // biome-ignore lint/correctness/useExhaustiveDependencies: it does something else from now on
    useEffect(() => rearm(), [approves, rearm]);
    const isArming = approves !== undefined && arming.state === 'arming';
    const press = arming.guard(onPress);
    const state = { action, look, arming: approves === undefined || unavailable ? undefined : arming.state };
    const inside = (
      <>
        {children}
        <ShortcutKey keys={shortcut?.shown.join('+')} />
      </>
    );
    return (
      <>
        {render(props, {
          state,
          'aria-disabled': unavailable || isArming || undefined,
          'aria-keyshortcuts': shortcut?.aria,
          // The focus moves here when the last card is answered, perhaps while the key is still down.
          onKeyDown: approves === undefined ? undefined : ignoreHeldKey,
          onClick: (event) => {
            if (!unavailable) press(event);
          },
          ref: button,
          children: inside,
        })}
        {approves === undefined ? null : <ArmingNote arming={arming} />}
      </>
    );
  },
);
