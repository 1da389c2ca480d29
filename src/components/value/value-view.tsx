'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { RevealAll } from './value-actions.js';
import { useValue } from './value-context.js';
import { ValueFields } from './value-fields.js';
import { ValueRoot, type ValueRootProps } from './value-root.js';
import { valueStrings } from './value-strings.js';

/** Props of {@link ValueView}. */
export type ValueViewProps = Pick<
  ValueRootProps,
  'value' | 'isPartial' | 'redact' | 'redactions' | 'secrets' | 'kindOf' | 'links' | 'className' | 'id'
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

export declare namespace ValueView {
  type Props = ValueViewProps;
}

/** What is hidden, that it runs all the same, and the button that shows it. Renders nothing when nothing is hidden. */
export const HiddenNote: ForwardRefExoticComponent<HiddenNote.Props & RefAttributes<HTMLDivElement>> = forwardRef(
  function HiddenNote(props: HiddenNote.Props, ref): ReactElement | null {
    const strings = useWords(valueStrings).hidden;
    const { model, reveal } = useValue('Value.HiddenNote');
    const count = [...model.redactions.keys()].filter((key) => !reveal.isRevealed(key)).length;
    if (model.redactions.size === 0) return null;
    const children = (
      <>
        {count === 0 ? null : <span>{strings.note(count)}</span>}
        <RevealAll />
      </>
    );
    return renderPart('div', { children, ...props }, { slot: 'hidden-note', state: {}, ref });
  },
);

export declare namespace HiddenNote {
  type Props = PartProps<'div', NoState>;
}
