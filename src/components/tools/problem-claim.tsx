'use client';
import { type Context, createContext, type ReactElement, useContext, useEffect } from 'react';
import { DeceptiveText } from '../value/marked-text.js';
import { useClientToolCall } from './client-tool-context.js';
import { ClientToolTitle } from './client-tool-root.js';

/** Claims that a tool shows the problems of its answers itself. Returns a function that releases the claim. */
export type ClaimProblem = () => () => void;

/** Provided by the outlet around a client tool; `null` without one. */
export const ProblemClaim: Context<ClaimProblem | null> = createContext<ClaimProblem | null>(null);

/** Prevents the outlet around from repeating a problem that is shown here. */
export function useProblemClaim(): void {
  const claim = useContext(ProblemClaim);
  useEffect(() => claim?.(), [claim]);
}

/** The model's request in its own words. Omitted if the card around shows the same title. */
export function Question({ text }: { readonly text: string | undefined }): ReactElement | null {
  const { call } = useClientToolCall();
  const isInCard = useContext(ProblemClaim) !== null;
  if (text === undefined || (isInCard && (text === call.title || text === call.summary))) return null;
  return (
    <ClientToolTitle>
      <DeceptiveText text={text} />
    </ClientToolTitle>
  );
}
