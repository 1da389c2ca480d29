'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { useWords } from '../strings-provider.js';
import { formStrings } from './form-strings.js';

/** Props of {@link FieldButton}. */
export interface FieldButtonProps {
  readonly action: string;
  /** The word on it. */
  readonly word: string;
  /** The field that it belongs to: many buttons of a form have the same word. */
  readonly label: string;
  readonly unavailable?: boolean;
  /** `reserved`: it cannot be seen or reached yet, and has its place already. Default `used`. */
  readonly room?: 'used' | 'reserved';
  readonly onPress: () => void;
}

/** A small button at a field. It stays focusable while it does nothing. */
export function FieldButton(props: FieldButtonProps): ReactElement {
  const { action, word, label, unavailable = false, room = 'used', onPress } = props;
  const { at } = useWords(formStrings).actions;
  return (
    <button
      type="button"
      data-cs="field-button"
      data-action={action}
      data-reserved={room === 'reserved' ? '' : undefined}
      aria-label={at(word, label)}
      aria-disabled={unavailable || undefined}
      onClick={() => {
        if (!unavailable) onPress();
      }}
    >
      {escapeUnseen(word)}
    </button>
  );
}
