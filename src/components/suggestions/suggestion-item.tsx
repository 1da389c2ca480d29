'use client';
import type { MouseEvent } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { focusComposer } from '../composer/focus-composer.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { SuggestionContext } from './suggestion-context.js';

/** Props of `Suggestion.Item`. */
interface SuggestionItemProps {
  /** The message that a press sends. It is also the label, unless there are children. */
  readonly text: string;
}

/** One suggestion: a press sends it, and moves the focus to the composer. */
export const SuggestionItem: Part<'button', NoState, SuggestionItemProps> = part(
  'Suggestion.Item',
  'button',
  ({ text, ...props }, render) => {
    const { onPick } = useWithin(SuggestionContext, 'Suggestion.Item');
    const onClick = (event: MouseEvent<HTMLElement>): void => {
      focusComposer(event.currentTarget); // the suggestions are removed
      onPick(text);
    };
    return render(props, { 'data-action': 'suggestion', onClick, children: <bdi>{escapeUnseen(text)}</bdi> });
  },
);
