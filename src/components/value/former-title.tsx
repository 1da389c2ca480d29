'use client';
import type { ReactElement } from 'react';
import { stateStrings } from '../../words/english/card.js';
import { useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';

/** The title of a call before its input was edited, beside the title that it has now. */
export function FormerTitle({ title }: { readonly title: string }): ReactElement {
  const { formerTitle } = useWords(stateStrings);
  return (
    <span data-cs="former-title" translate="no" dir="auto">
      <DeceptiveText text={formerTitle(title)} />
    </span>
  );
}
