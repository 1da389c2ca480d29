'use client';
import type { DecisionEntry } from '../../approval/record/decision-entry.js';
import { type PartContext, partContext } from '../part/use-within.js';
import type { DecisionFilter } from './filter-decisions.js';
import type { DecisionList } from './use-decisions.js';

/** The values that the parts of a decision record share. */
export interface DecisionsControl extends DecisionList {
  readonly titleId: string;
  /** The entries that match the filter, newest first. */
  readonly shown: readonly DecisionEntry[];
  readonly filter: DecisionFilter;
  readonly setFilter: (change: Partial<DecisionFilter>) => void;
}

/** The decision record around. */
export const DecisionsContext: PartContext<DecisionsControl> = partContext(
  'Decisions.Root source={…}',
  'it has no decisions to show',
);
