import type { DecisionGroup } from './filter-decisions.js';

const englishDecisions = {
  title: 'Decisions',
  /** Stands after a verdict: whose it is, and when it came. */
  decided: (by: string, when: string) => `${by}, ${when}`,
  told: (message: string) => `The model was told: ${message}`,
  because: (reason: string) => `Because: ${reason}`,
  fingerprint: 'Fingerprint of the call',
  input: 'What was asked',
  filter: 'Which decisions',
  group: { all: 'All', approved: 'Approved', refused: 'Refused', automatic: 'Without a person' } satisfies Readonly<
    Record<DecisionGroup, string>
  >,
  search: 'Search decisions',
  export: 'Export',
  empty: 'Nothing has been decided yet.',
  noMatch: 'No decision is like this.',
  problem: (message: string) => `The decisions could not be read. ${message}`,
};

/** The English words of this family. */
export const decisionsStrings = {
  group: 'decisions' as const,
  english: englishDecisions,
};
