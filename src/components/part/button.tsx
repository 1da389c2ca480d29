'use client';
import { type ComponentPropsWithoutRef, type MouseEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { useFocusAfterRemoval } from './use-focus-after-removal.js';

/** Props of {@link Button}, besides the attributes of its element. */
export interface ButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'onClick' | 'type' | 'disabled'> {
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
  const { action, look = 'plain', unavailable = false, shortcut, onPress, moveFocus, children, ...attributes } = props;
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterRemoval(button, () => {
    if (button.current !== null) moveFocus?.(button.current);
  });
  return (
    <button
      {...attributes}
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
      <ShortcutKey keys={shortcut} />
    </button>
  );
}

/** The key of a button, hidden from screen readers, which read `aria-keyshortcuts`. */
export function ShortcutKey({ keys }: { readonly keys: string | undefined }): ReactElement | null {
  if (keys === undefined) return null;
  return (
    <span data-cs="key" translate="no" aria-hidden="true">
      {escapeUnseen(keys)}
    </span>
  );
}
