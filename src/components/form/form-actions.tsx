'use client';
import { type ReactElement, type ReactNode, useId } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { jsonProblem } from '../../form/check-fields.js';
import { formStrings } from '../../words/english/form.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';
import { useFormControl } from './form-context.js';
import type { SubmitPhase } from './use-submit.js';

/** Props of a button that replaces the form's own. */
export interface SubmitControl {
  /** True while the form is validated or submitted, or cannot be submitted. */
  readonly isUnavailable: boolean;
  readonly onPress: () => void;
}

/** Props of {@link FormActions}. */
interface FormActionsProps {
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

/** The button that submits, the reason why it does not, and the app's own elements beside it. */
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
          <Button
            action="submit"
            look={look}
            unavailable={isUnavailable}
            aria-describedby={disabledReason === undefined ? undefined : id}
            onPress={onPress}
          >
            {isBusy ? strings.checking : escapeUnseen(labels?.submit ?? strings.submit)}
          </Button>
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
interface ViewSwitchProps {
  /** True while the whole value is edited as one JSON text. */
  readonly isJson: boolean;
}

/**
 * Switches the whole form to one JSON text and back. Text that does not parse has no fields: it has to be fixed or
 * discarded first.
 */
export function ViewSwitch({ isJson }: ViewSwitchProps): ReactElement {
  const { verbs, drafts } = useFormControl();
  const strings = useWords(formStrings);
  const id = useId();
  const draft = drafts[''];
  const isBroken = isJson && draft !== undefined && jsonProblem(draft) !== null;
  const views = [
    { view: 'fields', word: strings.fields, isOn: !isJson },
    { view: 'json', word: strings.asJson, isOn: isJson },
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
