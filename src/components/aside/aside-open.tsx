'use client';
import { previewStrings } from '../../words/english/preview.js';
import { type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { useAside } from './aside-context.js';

/** State of `Aside.Open`. */
export interface AsideOpenState {
  readonly state: 'open' | 'closed';
}

/** Props of `Aside.Open`. */
interface AsideOpenProps {
  /** The call to open beside the chat. */
  readonly toolCallId: string;
}

/** Opens a call beside the chat: its preview, or its result. Rendered only inside of an `AsideProvider`. */
export const AsideOpen: Part<'button', AsideOpenState, AsideOpenProps> = part(
  'Aside.Open',
  'button',
  ({ toolCallId, ...props }, render) => {
    const aside = useAside();
    const strings = useWords(previewStrings);
    if (aside === null) return null;
    const isOpen = aside.opened === toolCallId;
    return render(props, {
      state: { state: isOpen ? 'open' : 'closed' },
      'data-action': 'open-beside',
      'data-look': 'quiet',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? aside.panelId : undefined,
      onClick: ({ currentTarget }) => (isOpen ? aside.close(currentTarget) : aside.open(toolCallId, currentTarget)),
      children: strings.openBeside,
    });
  },
);
