'use client';
import { type ReactElement, type ReactNode, useId } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { jsonProblem } from '../../form/check-fields.js';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';
import { useFormControl } from './form-context.js';
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
  readonly footer?: ReactNode;
  readonly actions?: ReactNode;
  readonly renderSubmit?: (control: SubmitControl) => ReactNode;
  readonly phase: SubmitPhase;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** The button that submits, why it does not, and what the app puts beside it. */
export function FormActions(props: FormActionsProps): ReactElement | null {
  const { disabledReason, labels, look = 'primary', phase, isBusy, onPress } = props;
  const strings = useWords(formStrings);
  const id = useId();
  const isUnavailable = isBusy || disabledReason !== undefined;
  if (props.onSubmit === undefined && props.actions === undefined) return null;
  return (
    <>
      {phase.failure === null ? null : (
        <p data-cs="problem" role="alert" dir="auto">
          {strings.failed(phase.failure)}
        </p>
      )}
      {props.footer}
      <div data-cs="actions">
        {props.onSubmit === undefined ? null : props.renderSubmit !== undefined ? (
          props.renderSubmit({ isUnavailable, onPress })
        ) : (
          <button
            type="button"
            data-cs="button"
            data-action="submit"
            data-look={look}
            aria-disabled={isUnavailable || undefined}
            aria-describedby={disabledReason === undefined ? undefined : id}
            onClick={() => {
              if (!isUnavailable) onPress();
            }}
          >
            {isBusy ? strings.checking : escapeUnseen(labels?.submit ?? strings.submit)}
          </button>
        )}
        {props.actions}
        {disabledReason === undefined ? null : (
          <span data-cs="field-note" id={id} dir="auto">
            {escapeUnseen(disabledReason)}
          </span>
        )}
      </div>
    </>
  );
}

/** Props of {@link ViewSwitch}. */
export interface ViewSwitchProps {
  /** Whether the whole value is one JSON text now. */
  readonly isText: boolean;
}

/** Turns the whole form into one JSON text and back. A text that does not parse has no fields: it is mended or discarded first. */
export function ViewSwitch({ isText }: ViewSwitchProps): ReactElement {
  const { verbs, drafts } = useFormControl();
  const strings = useWords(formStrings);
  const id = useId();
  const draft = drafts[''];
  const isBroken = isText && draft !== undefined && jsonProblem(draft) !== null;
  const views = [
    { view: 'fields', word: strings.fields, isOn: !isText },
    { view: 'json', word: strings.asJson, isOn: isText },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons in a row need no frame and no legend
    <div data-cs="view-switch" role="group" aria-label={strings.view}>
      {views.map(({ view, word, isOn }) => {
        const isRefused = isBroken && view === 'fields';
        return (
          <button
            key={view}
            type="button"
            data-cs="view-button"
            data-action={`view-${view}`}
            aria-pressed={isOn}
            aria-disabled={isRefused || undefined}
            aria-describedby={isRefused ? id : undefined}
            onClick={() => {
              if (!isRefused && !isOn) verbs.editAsJson('', view === 'json');
            }}
          >
            {escapeUnseen(word)}
          </button>
        );
      })}
      <span data-cs="field-note" id={id} role="status">
        {isBroken ? strings.mendFirst : null}
      </span>
    </div>
  );
}
