'use client';
import { type Context, createContext } from 'react';
import type { DecisionEntry } from '../../approval/record/decision-entry.js';
import { useWithin } from '../part/use-within.js';
import type { DecisionFilter } from './filter-decisions.js';
import type { DecisionList } from './use-decisions.js';

/** What the parts of a decision record need from it. */
export interface DecisionsControl extends DecisionList {
  readonly titleId: string;
  /** The entries that the filter lets pass, newest first. */
  readonly shown: readonly DecisionEntry[];
  readonly filter: DecisionFilter;
  readonly setFilter: (change: Partial<DecisionFilter>) => void;
}

/** The decision record around. */
export const DecisionsContext: Context<DecisionsControl | null> = createContext<DecisionsControl | null>(null);

/**
 * The decision record around.
 *
 * @throws UserError when there is none.
 */
export function useDecisionRecord(part: string): DecisionsControl {
  return useWithin(DecisionsContext, {
    part: `Decisions.${part}`,
    inside: 'Decisions.Root source={…}',
    so: 'it has no decisions to show',
  });
}
