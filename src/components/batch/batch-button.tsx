'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type MouseEvent,
  type RefAttributes,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { ArmingNote } from '../arming/arming-note.js';
import { useArming } from '../arming/use-arming.js';
import { useBatch } from '../card/batch-context.js';
import type { KeyBinding } from '../card/keys.js';
import { composeRefs } from '../part/compose-refs.js';
import { type PartProps, renderPart } from '../part/part.js';
import { ignoreHeldKey } from '../shared/keyboard.js';

/** State of the buttons of a batch. */
export interface BatchButtonState extends Record<string, string | undefined> {
  readonly action: string;
  readonly look: 'primary' | 'plain' | 'danger' | 'quiet';
  /** Of buttons that approve: `arming` until they have been on screen, and stood still, for a moment. */
  readonly arming: 'arming' | 'armed' | undefined;
}

/** What an app may set on a button of a batch. */
export type BatchButtonProps = PartProps<'button', BatchButtonState>;

interface OwnProps extends BatchButtonProps {
  readonly action: string;
  readonly look?: BatchButtonState['look'];
  readonly unavailable?: boolean;
  /** Set on buttons that approve: what a press would do now. When it changes, the button arms anew. */
  readonly approves?: string | undefined;
  readonly shortcut?: KeyBinding | undefined;
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** A button that stays focusable while it cannot be used, and that arms where it approves. */
export const BatchButton: ForwardRefExoticComponent<OwnProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function BatchButton(given: OwnProps, ref) {
    const { action, look = 'plain', unavailable = false, approves, shortcut: key, onPress, children, ...props } = given;
    const { letters } = useBatch('Batch');
    const shortcut = letters === 'off' ? undefined : key;
    const button = useRef<HTMLButtonElement>(null);
    const both = useMemo(() => composeRefs(button, ref), [ref]);
    const arming = useArming(button, { when: approves === undefined ? 'never' : 'on-screen' });
    const { rearm } = arming;
    // biome-ignore lint/correctness/useExhaustiveDependencies: it does something else from now on
    useEffect(() => rearm(), [approves, rearm]);
    const isArming = approves !== undefined && arming.state === 'arming';
    const press = arming.guard(onPress);
    const own = {
      type: 'button',
      'aria-disabled': unavailable || isArming || undefined,
      'aria-keyshortcuts': shortcut?.aria,
      // The focus comes here when the last card is answered, perhaps with the key still down.
      onKeyDown: approves === undefined ? undefined : ignoreHeldKey,
      onClick: (event: MouseEvent<HTMLButtonElement>) => {
        if (!unavailable) press(event);
      },
    };
    const state = { action, look, arming: approves === undefined || unavailable ? undefined : arming.state };
    const inside = (
      <>
        {children}
        {shortcut === undefined ? null : (
          <span data-cs="key" translate="no" aria-hidden="true">
            {shortcut.shown.join('+')}
          </span>
        )}
      </>
    );
    return (
      <>
        {renderPart<'button', BatchButtonState>(
          'button',
          { ...props, children: inside },
          { slot: 'button', state, own, ref: both },
        )}
        {approves === undefined ? null : <ArmingNote arming={arming} />}
      </>
    );
  },
);
