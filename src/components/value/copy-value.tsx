'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { CopyButton, type CopyButtonProps } from '../part/copy-button.js';
import { useWords } from '../strings-provider.js';
import { valueStrings } from './value-strings.js';

/** A button that copies, in the words of the table of values. */
export const CopyValue: ForwardRefExoticComponent<Omit<CopyButtonProps, 'words'> & RefAttributes<HTMLButtonElement>> =
  forwardRef(function CopyValue(props, ref) {
    return <CopyButton {...props} words={useWords(valueStrings)} ref={ref} />;
  });
