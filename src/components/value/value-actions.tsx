'use client';
import { valueStrings } from '../../words/english/value.js';
import type { CopyState } from '../part/copy-button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { CopyValue } from './copy-value.js';
import { ValueContext } from './value-context.js';
import { withRevealed } from './value-model.js';
import { toIndentedJson } from './visible-text.js';

/** Reveals all redacted values, and hides them again. Renders nothing when there are none. */
export const RevealAll: Part<'button', { state: 'hidden' | 'revealed' }> = part(
  'Value.RevealAll',
  'button',
  (props, render) => {
    const strings = useWords(valueStrings).hidden;
    const { model, reveal } = useWithin(ValueContext, 'Value.RevealAll');
    const keys = [...model.redactions.keys()];
    if (keys.length === 0) return null;
    const isRevealed = keys.every(reveal.isRevealed);
    return render(props, {
      state: { state: isRevealed ? 'revealed' : 'hidden' },
      'data-action': 'reveal-all',
      'data-look': 'quiet',
      'aria-pressed': isRevealed,
      onClick: () => reveal.toggleAll(keys),
      children: strings.showAll(keys.length),
    });
  },
);

/** Copies the value: a string as it is, anything else as JSON. Redacted values are omitted until they are revealed. */
export const Copy: Part<'button', CopyState> = part('Value.Copy', 'button', (props) => {
  const { model, reveal } = useWithin(ValueContext, 'Value.Copy');
  const text = (): string => {
    const value = withRevealed(model, reveal.isRevealed);
    return typeof value === 'string' ? value : toIndentedJson(value);
  };
  return <CopyValue {...props} text={text} />;
});
