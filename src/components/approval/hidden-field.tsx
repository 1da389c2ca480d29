'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { FieldNode } from '../../form/field-node.js';
import { formStrings } from '../../words/english/form.js';
import { valueStrings } from '../../words/english/value.js';
import { labelOf } from '../form/field-label.js';
import { Button } from '../part/button.js';
import { useWords } from '../strings-provider.js';

/** Props of {@link HiddenField}. */
interface HiddenFieldProps {
  readonly node: FieldNode;
  /** The field to show once it is revealed. */
  readonly field: ReactElement;
}

/** A field whose value is redacted. The user has to reveal it to edit it; otherwise its value is unchanged. */
export function HiddenField({ node, field }: HiddenFieldProps): ReactElement {
  const form = useWords(formStrings);
  const { hidden } = useWords(valueStrings);
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'hidden' | 'revealed'>('hidden');
  useEffect(() => {
    // The button that was pressed has been removed.
    if (state === 'revealed')
      element.current
        ?.querySelector<HTMLElement>('input, textarea, select, button:not([data-cs="view-button"])')
        ?.focus();
  }, [state]);
  const label = labelOf(node, form, form.whole);
  return (
    <div data-cs="hidden-field" data-state={state} ref={element}>
      {state === 'revealed' ? (
        field
      ) : (
        <div data-cs="schema-field" data-kind={node.kind} data-path={node.key}>
          <span data-cs="field-label">
            <bdi>{escapeUnseen(label)}</bdi>
          </span>
          <span data-cs="hidden">
            <span data-cs="hidden-chip">{hidden.gap}</span>
            <Button
              action="reveal"
              look="quiet"
              aria-label={hidden.showNamed(label)}
              onPress={() => setState('revealed')}
            >
              {hidden.show}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
