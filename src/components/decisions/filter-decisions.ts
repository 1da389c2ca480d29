import type { DecisionEntry } from '../../approval/record/decision-entry.js';

/** The decisions to show: `approved` executed, `refused` did not, `automatic` were not made by a person. */
export type DecisionGroup = 'all' | 'approved' | 'refused' | 'automatic';

/** All groups, in display order. */
export const decisionGroups: readonly DecisionGroup[] = ['all', 'approved', 'refused', 'automatic'];

/** The conditions for a decision. */
export interface DecisionFilter {
  readonly group: DecisionGroup;
  /** A string that occurs in it, in any case. */
  readonly text: string;
}

/** Returns the decisions that match a filter. Pending ones are only in the group `all`. */
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
