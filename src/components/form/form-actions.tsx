'use client';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useStrings } from '../strings-provider.js';
import type { SubmitPhase } from './use-submit.js';

/** What a button in place of the form's own needs. */
export interface SubmitControl {
  /** It is being checked or submitted, or something keeps it from that. */
  readonly isUnavailable: boolean;
  readonly onPress: () => void;
}

/** Props of {@link FormActions}. */
export interface FormActionsProps {
  readonly onSubmit?: unknown;
  readonly disabledReason?: string;
  readonly labels?: { readonly submit?: string };
  readonly look?: 'primary' | 'plain' | 'danger';
  readonly actions?: ReactNode;
  readonly renderSubmit?: (control: SubmitControl) => ReactNode;
  readonly phase: SubmitPhase;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** The button that submits, why it does not, and what the app puts beside it. */
export function FormActions(props: FormActionsProps): ReactElement | null {
  const { disabledReason, labels, look = 'primary', phase, isBusy, onPress } = props;
  const strings = useStrings().form;
  const id = useId();
  const isUnavailable = isBusy || disabledReason !== undefined;
  if (props.onSubmit === undefined && props.actions === undefined) return null;
  return (
    <>
      {phase.failure === null ? null : (
        <p data-slot="problem" role="alert" dir="auto">
          {strings.failed(phase.failure)}
        </p>
      )}
      <div data-slot="actions">
        {props.onSubmit === undefined ? null : props.renderSubmit !== undefined ? (
          props.renderSubmit({ isUnavailable, onPress })
        ) : (
          <button
            type="button"
            data-slot="button"
            data-action="submit"
            data-look={look}
            aria-disabled={isUnavailable || undefined}
            aria-describedby={disabledReason === undefined ? undefined : id}
            onClick={() => {
              if (!isUnavailable) onPress();
            }}
          >
            {isBusy ? strings.checking : (labels?.submit ?? strings.submit)}
          </button>
        )}
        {props.actions}
        {disabledReason === undefined ? null : (
          <span data-slot="field-note" id={id} dir="auto">
            {disabledReason}
          </span>
        )}
      </div>
    </>
  );
}
