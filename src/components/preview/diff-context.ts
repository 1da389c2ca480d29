'use client';
import { type Context, createContext, useContext } from 'react';
import { UserError } from '../../protocol/base/errors.js';
import type { WordStretch } from './compare-lines.js';

/** One of the two texts of a diff. */
export type DiffSideName = 'before' | 'after';

/** What the lines of a diff share. */
export interface DiffContextValue {
  /** The line without its secrets, or as it is once they are shown. */
  readonly lineOf: (side: DiffSideName, line: number, text: string) => string;
  readonly wordsOf: (side: DiffSideName, line: number, text: string) => readonly WordStretch[] | undefined;
}

/** Provided by the diff around. */
export const DiffContext: Context<DiffContextValue | null> = createContext<DiffContextValue | null>(null);

/** The diff that a line belongs to. */
export function useDiff(): DiffContextValue {
  const value = useContext(DiffContext);
  if (value !== null) return value;
  throw new UserError(
    'no-root',
    'A line of a diff stands outside of its diff, so its counterpart is not known. Render <Preview.Diff>, which has its lines.',
  );
}
