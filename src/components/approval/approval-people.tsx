'use client';
import { type ForwardedRef, forwardRef } from 'react';
import { labelPeople } from '../../protocol/decided-by.js';
import { renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { type ApprovalPart, type ApprovalPartState, partState, useDescribed } from './approval-context.js';
import type { ApprovalFactProps } from './approval-facts.js';
import { askStrings } from './approval-strings.js';

/** Whom it takes to say yes, and who has. Nothing where one person is enough. */
export const ApprovalPeople: ApprovalPart<ApprovalFactProps<'p'>, HTMLParagraphElement> = forwardRef(
  function ApprovalPeople(props: ApprovalFactProps<'p'>, ref: ForwardedRef<HTMLParagraphElement>) {
    const { view, described } = useDescribed('Approval.People');
    const { needsPeople, approvedBy } = useWords(askStrings);
    const { needs = [], approvedBy: people = [] } = described?.call ?? {};
    if (needs.length === 0) return null;
    const words = [...needs.map(needsPeople), ...(people.length === 0 ? [] : [approvedBy(labelPeople(people))])];
    const part = { slot: 'card-people', state: partState(view), own: { dir: 'auto' }, ref };
    return renderPart<'p', ApprovalPartState>('p', { children: words.join(' '), ...props }, part);
  },
);

export declare namespace ApprovalPeople {
  type Props = ApprovalFactProps<'p'>;
  type State = ApprovalPartState;
}
