'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import type { CopyState } from '../part/copy-button.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { CopyValue } from './copy-value.js';
import { useValue } from './value-context.js';
import { withRevealed } from './value-model.js';
import { valueStrings } from './value-strings.js';
import { toIndentedJson } from './visible-text.js';

/** State of `Value.RevealAll`: `data-state`. */
export interface RevealAllState extends Record<string, string> {
  readonly state: 'hidden' | 'revealed';
}

/** Shows all hidden values, and hides them again. Renders nothing when nothing is hidden. */
export const RevealAll: ForwardRefExoticComponent<RevealAll.Props & RefAttributes<HTMLButtonElement>> = forwardRef(
  function RevealAll(props: RevealAll.Props, ref) {
    const strings = useWords(valueStrings).hidden;
    const { model, reveal } = useValue('Value.RevealAll');
    const keys = [...model.redactions.keys()];
    if (keys.length === 0) return null;
    const isRevealed = keys.every(reveal.isRevealed);
    const own = {
      type: 'button',
      'data-action': 'reveal-all',
      'data-look': 'quiet',
      'aria-pressed': isRevealed,
      onClick: () => reveal.toggleAll(keys),
    };
    const state: RevealAllState = { state: isRevealed ? 'revealed' : 'hidden' };
    return renderPart<'button', RevealAllState>(
      'button',
      { children: strings.showAll(keys.length), ...props },
      { slot: 'button', state, own, ref },
    );
  },
);

export declare namespace RevealAll {
  type Props = PartProps<'button', RevealAllState>;
  type State = RevealAllState;
}

/** Copies the value: a text as it is, anything else as JSON. Hidden values stay hidden in it until they are shown. */
export const Copy: ForwardRefExoticComponent<Copy.Props & RefAttributes<HTMLButtonElement>> = forwardRef(function Copy(
  props: Copy.Props,
  ref,
) {
  const { model, reveal } = useValue('Value.Copy');
  const text = (): string => {
    const value = withRevealed(model, reveal.isRevealed);
    return typeof value === 'string' ? value : toIndentedJson(value);
  };
  return <CopyValue {...props} text={text} ref={ref} />;
});

export declare namespace Copy {
  type Props = PartProps<'button', CopyState>;
  type State = CopyState;
}
