'use client';
import { valueStrings } from '../../words/english/value.js';
import { CopyButton, type CopyButtonProps, type CopyState } from '../part/copy-button.js';
import { type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';

/** A button that copies a value. */
export const CopyValue: Part<'button', CopyState, Omit<CopyButtonProps, 'words'>> = part(
  'CopyValue',
  'button',
  (props) => <CopyButton {...props} words={useWords(valueStrings)} />,
);
