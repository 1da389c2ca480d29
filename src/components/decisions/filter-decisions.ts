import type { DecisionEntry } from '../../approval/record/decision-entry.js';

/** Which decisions are shown: `approved` ran, `refused` did not, `automatic` were no person's. */
export type DecisionGroup = 'all' | 'approved' | 'refused' | 'automatic';

/** All groups, in the order in which they are offered. */
export const decisionGroups: readonly DecisionGroup[] = ['all', 'approved', 'refused', 'automatic'];

/** What is asked of a decision. */
export interface DecisionFilter {
  readonly group: DecisionGroup;
  /** Stands somewhere in it, in whatever case. */
  readonly text: string;
}

/** The decisions that a filter lets pass. Open questions are in no group but `all`. */
export function filterDecisions(entries: readonly DecisionEntry[], filter: DecisionFilter): readonly DecisionEntry[] {
  const text = filter.text.trim().toLowerCase();
  return entries.filter((entry) => isInGroup(entry, filter.group) && (text === '' || entryWords(entry).includes(text)));
}

function isInGroup({ decision }: DecisionEntry, group: DecisionGroup): boolean {
  if (group === 'all') return true;
  if (decision === undefined) return false;
  const { verdict, by } = decision;
  if (group === 'automatic') return by.type !== 'person' && by.type !== 'people';
  const isYes = verdict === 'approved' || verdict === 'returned' || verdict === 'run-again';
  return group === 'approved' ? isYes : !isYes && verdict !== 'parked';
}

function entryWords({ title, toolName, agentPath, message, note, reason, input, edit }: DecisionEntry): string {
  const texts = [
    title,
    edit?.title,
    toolName,
    ...agentPath,
    message,
    note,
    reason,
    input === undefined ? '' : JSON.stringify(input),
  ];
  return texts.join('\n').toLowerCase();
}
