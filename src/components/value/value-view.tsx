'use client';
import type { ComponentProps, ReactElement } from 'react';
import { valueStrings } from '../../words/english/value.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { RevealAll } from './value-actions.js';
import { ValueContext } from './value-context.js';
import { ValueFields } from './value-fields.js';
import { ValueRoot } from './value-root.js';

/** Props of {@link ValueView}. */
export type ValueViewProps = Pick<
  ComponentProps<typeof ValueRoot>,
  'value' | 'isPartial' | 'redact' | 'redactions' | 'secrets' | 'kindOf' | 'links' | 'className' | 'id'
>;

/**
 * A value for people: one row for each field, strings as they are, secrets hidden until revealed, deceptive text marked
 * in place.
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

/**
 * A note about redacted values, which are still used, and the button that reveals them. Renders nothing when there are
 * none.
 */
export const HiddenNote: Part<'div'> = part('Value.HiddenNote', 'div', (props, render) => {
  const strings = useWords(valueStrings).hidden;
  const { model, reveal } = useWithin(ValueContext, 'Value.HiddenNote');
  const count = [...model.redactions.keys()].filter((key) => !reveal.isRevealed(key)).length;
  if (model.redactions.size === 0) return null;
  const children = (
    <>
      {count === 0 ? null : <span>{strings.note(count)}</span>}
      <RevealAll />
    </>
  );
  return render(props, { 'data-cs': 'hidden-note', children });
});
