'use client';
import { type ReactElement, useId } from 'react';
import { useStrings } from '../strings-provider.js';
import { jsonProblem } from '../../form/check-fields.js';
import { useFormControl } from './form-context.js';

/** Props of {@link ViewSwitch}. */
export interface ViewSwitchProps {
  /** Whether the whole value is one JSON text now. */
  readonly isText: boolean;
}

/** Turns the whole form into one JSON text and back. A text that does not parse has no fields: it is mended or discarded first. */
export function ViewSwitch({ isText }: ViewSwitchProps): ReactElement {
  const { verbs, drafts } = useFormControl();
  const strings = useStrings().form;
  const id = useId();
  const draft = drafts[''];
  const isBroken = isText && draft !== undefined && jsonProblem(draft) !== null;
  const views = [
    { view: 'fields', word: strings.fields, isOn: !isText },
    { view: 'json', word: strings.asJson, isOn: isText },
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons in a row need no frame and no legend
    <div data-slot="view-switch" role="group" aria-label={strings.view}>
      {views.map(({ view, word, isOn }) => {
        const isRefused = isBroken && view === 'fields';
        return (
          <button
            key={view}
            type="button"
            data-slot="view-button"
            data-action={`view-${view}`}
            aria-pressed={isOn}
            aria-disabled={isRefused || undefined}
            aria-describedby={isRefused ? id : undefined}
            onClick={() => {
              if (!isRefused && !isOn) verbs.editAsJson('', view === 'json');
            }}
          >
            {word}
          </button>
        );
      })}
      <span data-slot="field-note" id={id} role="status">
        {isBroken ? strings.mendFirst : null}
      </span>
    </div>
  );
}
