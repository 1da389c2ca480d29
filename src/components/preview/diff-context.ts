'use client';
import { type PartContext, partContext } from '../part/use-within.js';
import type { WordStretch } from './compare-lines.js';

/** One of the two texts of a diff. */
export type DiffSideName = 'before' | 'after';

/** The values that the lines of a diff share. */
export interface DiffContextValue {
  /** Returns the line without its secrets, or as it is once they are revealed. */
  readonly lineOf: (side: DiffSideName, line: number, text: string) => string;
  readonly wordsOf: (side: DiffSideName, line: number, text: string) => readonly WordStretch[] | undefined;
}

/** Provided by the diff around. */
export const DiffContext: PartContext<DiffContextValue> = partContext('Preview.Diff', 'its counterpart is not known');
