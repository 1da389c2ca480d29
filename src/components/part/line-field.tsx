'use client';
import { type InputHTMLAttributes, type ReactElement, type RefObject, useId } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';

/** Props of {@link LineField}. */
interface LineFieldProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'placeholder' | 'readOnly' | 'aria-invalid' | 'onKeyDown'> {
  readonly label: string;
  /** The name of the field, for styles and queries. */
  readonly slot: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** A labelled field of one line, for text in any language. */
export function LineField({ label, slot, field, onText, ...input }: LineFieldProps): ReactElement {
  const id = useId();
  return (
    <div data-cs="field">
      <label htmlFor={id}>{escapeUnseen(label)}</label>
      <input
        {...input}
        ref={field}
        id={id}
        type="text"
        data-cs={slot}
        dir="auto"
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
