'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';

/** Props of {@link FieldButton}. */
interface FieldButtonProps {
  readonly action: string;
  /** The word on the button. */
  readonly word: string;
  /** The label of its field: many buttons of a form have the same word. */
  readonly label: string;
  readonly unavailable?: boolean;
  readonly onPress: () => void;
}

/** A small button at a field. It stays focusable while it is unavailable. */
export function FieldButton({ action, word, label, unavailable = false, onPress }: FieldButtonProps): ReactElement {
  const { at } = useWords(formStrings).actions;
  return (
    <button
      type="button"
      data-cs="field-button"
      data-action={action}
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
