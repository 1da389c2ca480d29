'use client';
import type { DecisionEntry } from '../../approval/record/decision-entry.js';
import { type PartContext, partContext } from '../part/use-within.js';
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
export const DecisionsContext: PartContext<DecisionsControl> = partContext(
  'Decisions.Root source={…}',
  'it has no decisions to show',
);
