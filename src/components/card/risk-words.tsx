'use client';
import type { ReactElement } from 'react';
import type { Risk } from '../../protocol/deferred.js';
import { askStrings } from '../../words/english/approval.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { riskGlyph } from './describe-item.js';

/** The risk of a call, as glyph and word. */
export function RiskWords({ risk }: { readonly risk: Risk }): ReactElement {
  const words = useWords(askStrings);
  return (
    <>
      <Glyph name={riskGlyph(risk)} />
      {words.risk[risk]}
    </>
  );
}
