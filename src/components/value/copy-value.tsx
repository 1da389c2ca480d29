'use client';
import { valueStrings } from '../../words/english/value.js';
import { CopyButton, type CopyButtonProps, type CopyState } from '../part/copy-button.js';
import { type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';

/** A button that copies, in the words of the table of values. */
export const CopyValue: Part<'button', CopyState, Omit<CopyButtonProps, 'words'>> = part(
  'CopyValue',
  'button',
  (props) => <CopyButton {...props} words={useWords(valueStrings)} />,
);
