'use client';
import { type MouseEvent, useState } from 'react';
import { type Part, part } from './part.js';

/** State of a button that copies: `data-state`. */
export interface CopyState {
  readonly state: 'idle' | 'copied' | 'failed';
}

/** The strings of a copy button, and of its announcements. */
interface CopyWords {
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
}

/** Props of {@link CopyButton}. */
export interface CopyButtonProps {
  /** Returns the text to copy; called at the press. */
  readonly text: () => string;
  readonly words: CopyWords;
}

/**
 * A button that copies, and reports success or failure. Each family has its own strings, so that none needs another's
 * table.
 */
export const CopyButton: Part<'button', CopyState, CopyButtonProps> = part(
  'CopyButton',
  'button',
  ({ text, words, ...props }, render) => {
    const [state, setState] = useState<CopyState['state']>('idle');
    const copy = ({ currentTarget }: MouseEvent): void => {
      writeClipboard(text(), currentTarget.ownerDocument).then(
        () => setState('copied'),
        () => setState('failed'),
      );
    };
    return (
      <>
        {render(props, {
          state: { state },
          'data-action': 'copy',
          'data-look': 'quiet',
          onClick: copy,
          onBlur: () => setState('idle'),
          children: words.copy,
        })}
        <span data-cs="copy-status" role="status">
          {{ idle: '', copied: words.copied, failed: words.copyFailed }[state]}
        </span>
      </>
    );
  },
);

/**
 * Writes to the clipboard of the window with the button: a browser rejects that for a window without the focus. Without
 * a secure origin, as on `http:` in a local network, only the older command is available.
 */
async function writeClipboard(text: string, page: Document): Promise<void> {
  const clipboard = page.defaultView?.navigator.clipboard as Clipboard | undefined; // missing without a secure origin
  if (clipboard !== undefined) await clipboard.writeText(text);
  else if (!copyByCommand(text, page)) throw new Error('The browser did not copy.');
}

function copyByCommand(text: string, page: Document): boolean {
  let isWritten = false;
  const write = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation(); // The app's handlers are for what its users select.
    isWritten = event.clipboardData !== null;
  };
  page.addEventListener('copy', write, { capture: true, once: true });
  const isDone = page.execCommand('copy');
  page.removeEventListener('copy', write, { capture: true });
  return isDone && isWritten;
}
