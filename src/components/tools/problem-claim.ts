'use client';
import { type Context, createContext, useContext, useEffect } from 'react';

/** Says that a tool shows by itself what went wrong with its answer. Returns how to take that back. */
export type ClaimProblem = () => () => void;

/** From the outlet around a client tool; `null` where there is none. */
export const ProblemClaim: Context<ClaimProblem | null> = createContext<ClaimProblem | null>(null);

/** Keeps the outlet around from saying what is said here already. */
export function useProblemClaim(): void {
  const claim = useContext(ProblemClaim);
  useEffect(() => claim?.(), [claim]);
}
