'use client';
import { type Context, createContext, type ReactElement, useContext, useEffect } from 'react';
import { DeceptiveText } from '../value/marked-text.js';
import { useClientToolCall } from './client-tool-context.js';
import { ClientToolTitle } from './client-tool-root.js';

/** Says that a tool shows by itself what went wrong with its answer. Returns how to take that back. */
export type ClaimProblem = () => () => void;

/** From the outlet around a client tool; `null` where there is none. */
export const ProblemClaim: Context<ClaimProblem | null> = createContext<ClaimProblem | null>(null);

/** Keeps the outlet around from saying what is said here already. */
export function useProblemClaim(): void {
  const claim = useContext(ProblemClaim);
  useEffect(() => claim?.(), [claim]);
}

/** What the model asks for in its own words. A card around says its title already: the same is not said twice. */
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
