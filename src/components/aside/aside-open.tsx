'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type MouseEvent,
  type ReactElement,
  type RefAttributes,
} from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { previewStrings } from '../preview/preview-strings.js';
import { useWords } from '../strings-provider.js';
import { useAside } from './aside-context.js';

type OpenState = Readonly<{ state: 'open' | 'closed' }>;

/** Props of `Aside.Open`. */
export type AsideOpenProps = PartProps<'button', OpenState> & {
  /** The call that it opens beside the chat. */
  readonly toolCallId: string;
};

/** Opens a call beside the chat: what it would change, or what its tool made. Rendered only inside of an `AsideProvider`. */
export const AsideOpen: ForwardRefExoticComponent<AsideOpenProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function AsideOpen({ toolCallId, ...props }, ref): ReactElement | null {
    const aside = useAside();
    const strings = useWords(previewStrings);
    if (aside === null) return null;
    const isOpen = aside.opened === toolCallId;
    const own = {
      type: 'button',
      'data-action': 'open-beside',
      'data-look': 'quiet',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? aside.panelId : undefined,
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) =>
        isOpen ? aside.close(currentTarget) : aside.open(toolCallId, currentTarget),
    };
    return renderPart<'button', OpenState>(
      'button',
      { children: strings.openBeside, ...props },
      { slot: 'button', state: { state: isOpen ? 'open' : 'closed' }, own, ref },
    );
  },
);

export declare namespace AsideOpen {
  type Props = AsideOpenProps;
  type State = OpenState;
}
