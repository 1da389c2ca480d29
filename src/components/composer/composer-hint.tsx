'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { type Sending, useComposer } from './composer-context.js';
import { composerStrings } from './composer-strings.js';

type HintState = Readonly<{ sending: Sending }>;

/** How to send, why that cannot be, or, while nothing is written and calls wait, how to go and answer them. The field is described by it. */
export const ComposerHint: ForwardRefExoticComponent<ComposerHint.Props & RefAttributes<HTMLParagraphElement>> =
  forwardRef(function ComposerHint({ children, ...props }, ref): ReactElement {
    const { text, sending, disabled, hintId, cards, enterKey } = useComposer('Hint');
    const strings = useWords(composerStrings);
    const keys = enterKey === 'send' ? strings.hint : strings.hintNewLine;
    const usual = text === '' && cards.count > 0 ? strings.toAnswer(cards.count) : keys;
    return renderPart<'p', HintState>(
      'p',
      { ...props, children: children ?? disabled ?? usual },
      { slot: 'composer-hint', state: { sending }, own: { id: hintId, dir: 'auto' }, ref },
    );
  });

export declare namespace ComposerHint {
  type Props = PartProps<'p', HintState>;
  type State = HintState;
}
