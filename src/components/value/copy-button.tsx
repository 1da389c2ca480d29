'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useState } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { valueStrings } from './value-strings.js';

/** State of a button that copies: `data-state`. */
export interface CopyState extends Record<string, string> {
  readonly state: 'idle' | 'copied' | 'failed';
}

/** Props of {@link CopyButton}. */
export type CopyButtonProps = PartProps<'button', CopyState> & {
  /** What is copied, asked for when it is. */
  readonly text: () => string;
};

/** A button that copies, and says whether it could. */
export const CopyButton: ForwardRefExoticComponent<CopyButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function CopyButton({ text, ...props }, ref) {
    const strings = useWords(valueStrings);
    const [state, setState] = useState<CopyState['state']>('idle');
    const copy = (): void => {
      writeClipboard(text()).then(
        () => setState('copied'),
        () => setState('failed'),
      );
    };
    const words = { idle: '', copied: strings.copied, failed: strings.copyFailed }[state];
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
          { children: strings.copy, ...props },
          { slot: 'button', state: { state }, own, ref },
        )}
        <span data-cs="copy-status" role="status">
          {words}
        </span>
      </>
    );
  },
);

/** Without a secure origin there is no clipboard at all. */
async function writeClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
