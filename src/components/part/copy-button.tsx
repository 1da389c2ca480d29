'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useState } from 'react';
import { type PartProps, renderPart } from './part.js';

/** State of a button that copies: `data-state`. */
export interface CopyState extends Record<string, string> {
  readonly state: 'idle' | 'copied' | 'failed';
}

/** What a button that copies says, and what is said once it was pressed. */
export interface CopyWords {
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
}

/** Props of {@link CopyButton}. */
export type CopyButtonProps = PartProps<'button', CopyState> & {
  /** What is copied, asked for when it is. */
  readonly text: () => string;
  readonly words: CopyWords;
};

/** A button that copies, and says whether it could. Each family has words for it in its own table, so that none needs the table of another. */
export const CopyButton: ForwardRefExoticComponent<CopyButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function CopyButton({ text, words, ...props }, ref) {
    const [state, setState] = useState<CopyState['state']>('idle');
    const copy = (): void => {
      writeClipboard(text()).then(
        () => setState('copied'),
        () => setState('failed'),
      );
    };
    const own = {
      type: 'button',
      'data-action': 'copy',
      'data-look': 'quiet',
      onClick: copy,
      onBlur: () => setState('idle'),
    };
    return (
      <>
        {renderPart<'button', CopyState>(
          'button',
          { children: words.copy, ...props },
          { slot: 'button', state: { state }, own, ref },
        )}
        <span data-cs="copy-status" role="status">
          {{ idle: '', copied: words.copied, failed: words.copyFailed }[state]}
        </span>
      </>
    );
  },
);

/** Without a secure origin there is no clipboard at all. */
async function writeClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
