import type { StringTable } from '../../protocol/base/string-table.js';
import type { DecisionGroup } from './filter-decisions.js';

/** Who decided what. Times come as the reader's locale writes them, names as they are shown. */
export interface DecisionsStrings {
  readonly title: string;
  /** Stands after a verdict: whose it is, and when it came. */
  readonly decided: (by: string, when: string) => string;
  readonly told: (message: string) => string;
  readonly because: (reason: string) => string;
  readonly fingerprint: string;
  readonly input: string;
  readonly filter: string;
  readonly group: Readonly<Record<DecisionGroup, string>>;
  readonly search: string;
  readonly export: string;
  readonly empty: string;
  readonly noMatch: string;
  readonly problem: (message: string) => string;
}

const englishDecisions: DecisionsStrings = {
  title: 'Decisions',
  decided: (by, when) => `${by}, ${when}`,
  told: (message) => `The model was told: ${message}`,
  because: (reason) => `Because: ${reason}`,
  fingerprint: 'Fingerprint of the call',
  input: 'What was asked',
  filter: 'Which decisions',
  group: { all: 'All', approved: 'Approved', refused: 'Refused', automatic: 'Without a person' },
  search: 'Search decisions',
  export: 'Export',
  empty: 'Nothing has been decided yet.',
  noMatch: 'No decision is like this.',
  problem: (message) => `The decisions could not be read. ${message}`,
};

/** The English words of this family. */
export const decisionsStrings: StringTable<'decisions', DecisionsStrings> = {
  group: 'decisions',
  english: englishDecisions,
};
