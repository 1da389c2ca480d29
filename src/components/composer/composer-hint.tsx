'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useStrings } from '../strings-provider.js';
import { type Sending, useComposer } from './composer-context.js';

type HintState = Readonly<{ sending: Sending }>;

/** Props of `Composer.Hint`. */
export type ComposerHintProps = PartProps<'p', HintState>;

/** How to send, or why that cannot be. The field is described by it. */
export const ComposerHint: ForwardRefExoticComponent<ComposerHintProps & RefAttributes<HTMLParagraphElement>> =
  forwardRef(function ComposerHint({ children, ...props }, ref): ReactElement {
    const { sending, disabled, hintId } = useComposer('Hint');
    const strings = useStrings().chat;
    return renderPart<'p', HintState>(
      'p',
      { ...props, children: children ?? disabled ?? strings.hint },
      { slot: 'composer-hint', state: { sending }, own: { id: hintId, dir: 'auto' }, ref },
    );
  });

export declare namespace ComposerHint {
  type Props = ComposerHintProps;
  type State = HintState;
}
