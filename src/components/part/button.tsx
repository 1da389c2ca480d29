'use client';
import { type MouseEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { useFocusHeir } from './use-focus-heir.js';

/** Props of {@link Button}. */
export interface ButtonProps {
  /** The action, for styles and tests: `approve`, `deny`, `send`. */
  readonly action: string;
  /** `primary` is filled; `quiet` has no frame. */
  readonly look?: 'primary' | 'plain' | 'danger' | 'quiet';
  /** Keeps the button in the tab order, marks it as disabled, and ignores presses. */
  readonly unavailable?: boolean;
  /** A letter with the same effect while the focus is in the card. */
  readonly shortcut?: string | undefined;
  readonly onPress: (event: MouseEvent<HTMLButtonElement>) => void;
  /** Moves the focus when the button is removed while it is focused. */
  readonly moveFocus?: (button: HTMLElement) => void;
  readonly children: ReactNode;
}

/** A button that never submits a form around it, and that stays focusable while it is unavailable. */
export function Button(props: ButtonProps): ReactElement {
  const { action, look = 'plain', unavailable = false, shortcut, onPress, moveFocus, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeir(button, () => {
    if (button.current !== null) moveFocus?.(button.current);
  });
  return (
    <button
      ref={button}
      type="button"
      data-cs="button"
      data-action={action}
      data-look={look}
      aria-disabled={unavailable || undefined}
      aria-keyshortcuts={shortcut}
      onClick={(event) => {
        if (!unavailable) onPress(event);
      }}
    >
      {children}
      {shortcut === undefined ? null : (
        <span data-cs="key" translate="no" aria-hidden="true">
          {escapeUnseen(shortcut)}
        </span>
      )}
    </button>
  );
}
