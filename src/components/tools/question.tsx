'use client';
import { type ReactElement, useContext } from 'react';
import { DeceptiveText } from '../value/marked-text.js';
import { useClientTool } from './client-tool-context.js';
import { ClientToolTitle } from './client-tool-root.js';
import { ProblemClaim } from './problem-claim.js';

/** What the model asks for in its own words. A card around says its title already: the same is not said twice. */
export function Question({ text }: { readonly text: string | undefined }): ReactElement | null {
  const { call } = useClientTool();
  const isInCard = useContext(ProblemClaim) !== null;
  if (text === undefined || (isInCard && (text === call.title || text === call.summary))) return null;
  return (
    <ClientToolTitle>
      <DeceptiveText text={text} />
    </ClientToolTitle>
  );
}
