'use client';
import type { ReactElement } from 'react';
import { useStrings } from '../strings-provider.js';
import { RevealAll } from './value-actions.js';
import { useValue } from './value-context.js';
import { ValueFields } from './value-fields.js';
import { ValueRoot, type ValueRootProps } from './value-root.js';

/** Props of {@link ValueView}. */
export type ValueViewProps = Pick<
  ValueRootProps,
  'value' | 'isPartial' | 'redact' | 'redactions' | 'kindOf' | 'links' | 'className' | 'id'
>;

/**
 * A value for people: one row a field, texts as they are, secrets hidden until asked for, deceptive text marked where it stands.
 *
 * @example <ValueView value={call.input} redactions={call.redactions} />
 */
export function ValueView(props: ValueViewProps): ReactElement {
  return (
    <ValueRoot {...props}>
      <ValueFields />
      <HiddenNote />
    </ValueRoot>
  );
}

/** What is hidden, that it runs all the same, and the button that shows it. Renders nothing when nothing is hidden. */
export function HiddenNote(): ReactElement | null {
  const strings = useStrings().value.hidden;
  const { model, reveal } = useValue('Value.HiddenNote');
  const count = [...model.redactions.keys()].filter((key) => !reveal.isRevealed(key)).length;
  if (model.redactions.size === 0) return null;
  return (
    <div data-slot="hidden-note">
      {count === 0 ? null : <span>{strings.note(count)}</span>}
      <RevealAll />
    </div>
  );
}
