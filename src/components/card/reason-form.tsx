'use client';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { answerStrings } from '../../words/english/approval.js';
import { Button } from '../part/button.js';
import { LineField } from '../part/line-field.js';
import { useEscape } from '../shared/use-escape.js';
import { useWords } from '../strings-provider.js';

/** Props of {@link ReasonFields}. */
interface ReasonFieldsProps {
  readonly label: string;
  readonly submitLabel: string;
  readonly reason: string;
  readonly isBusy?: boolean;
  /** True to focus the field when the form appears: only for a form that a press has just opened. */
  readonly takesFocus?: boolean;
  readonly onReason: (reason: string) => void;
  readonly onSubmit: () => void;
  readonly onBack: () => void;
  /** Content after the buttons. */
  readonly children?: ReactNode;
}

/** Returns the reason for the model: the typed text, or else the fallback. */
export function reasonOr(reason: string, fallback: string): string {
  return reason.trim() || fallback;
}

/**
 * A line for a reason that the model will read, with its buttons, without a frame. Enter sends it, Escape goes back.
 */
export function ReasonFields(props: ReasonFieldsProps): ReactElement {
  const strings = useWords(answerStrings);
  const field = useRef<HTMLInputElement>(null);
  const { takesFocus = false } = props;
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  useEscape(field, props.onBack);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (props.isBusy !== true) props.onSubmit();
  };
  return (
    <>
      <LineField
        label={props.label}
        slot="reason-input"
        field={field}
        placeholder={strings.reasonPlaceholder}
        value={props.reason}
        readOnly={props.isBusy}
        onText={props.onReason}
        onKeyDown={onKeyDown}
      />
      <div data-cs="actions">
        <Button action="deny-submit" look="danger" unavailable={props.isBusy === true} onPress={props.onSubmit}>
          {escapeUnseen(props.submitLabel)}
        </Button>
        <Button action="back" look="quiet" unavailable={props.isBusy === true} onPress={props.onBack}>
          {strings.back}
        </Button>
        {props.children}
      </div>
    </>
  );
}

/** {@link ReasonFields} in a frame of their own. */
export function ReasonForm(props: ReasonFieldsProps): ReactElement {
  return (
    <div data-cs="reason-form">
      <ReasonFields {...props} />
    </div>
  );
}
