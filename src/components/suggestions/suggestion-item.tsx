'use client';
import { type ForwardRefExoticComponent, forwardRef, type MouseEvent, type RefAttributes } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { focusComposer } from '../composer/focus-composer.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useSuggestions } from './suggestion-context.js';

/** Props of `Suggestion.Item`. */
export type SuggestionItemProps = PartProps<'button', NoState> & {
  /** What a press says. It is also what is shown, unless there are children. */
  readonly text: string;
};

/** One suggestion: a press says it, and leaves the focus where the person writes. */
export const SuggestionItem: ForwardRefExoticComponent<SuggestionItemProps & RefAttributes<HTMLButtonElement>> =
  forwardRef(function SuggestionItem({ text, children, ...props }, ref) {
    const { onPick } = useSuggestions('Item');
    const onClick = (event: MouseEvent<HTMLElement>): void => {
      focusComposer(event.currentTarget); // the suggestions go away
      onPick(text);
    };
    return renderPart<'button', NoState>(
      'button',
      { ...props, children: children ?? <bdi>{escapeUnseen(text)}</bdi> },
      { slot: 'button', state: {}, own: { type: 'button', 'data-action': 'suggestion', onClick }, ref },
    );
  });

export declare namespace SuggestionItem {
  type Props = SuggestionItemProps;
}
