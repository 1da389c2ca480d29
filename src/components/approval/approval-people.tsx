'use client';
import { labelPeople } from '../../protocol/decided-by.js';
import { askStrings } from '../../words/english/approval.js';
import { type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { type ApprovalPartState, partState, useDescribed } from './approval-context.js';

/** The required approvers and those who have approved. Renders nothing when one person is enough. */
export const ApprovalPeople: Part<'p', ApprovalPartState> = part('Approval.People', 'p', (props, render) => {
  const { view, described } = useDescribed('Approval.People');
  const { needsPeople, approvedBy } = useWords(askStrings);
  const { needs = [], approvedBy: people = [] } = described?.call ?? {};
  if (needs.length === 0) return null;
  const words = [...needs.map(needsPeople), ...(people.length === 0 ? [] : [approvedBy(labelPeople(people))])];
  return render(props, { 'data-cs': 'card-people', state: partState(view), dir: 'auto', children: words.join(' ') });
});
