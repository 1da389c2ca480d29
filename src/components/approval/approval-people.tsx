'use client';
import type { ReactElement } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { labelPeople, type PeopleNeeded } from '../../protocol/decided-by.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { peopleStrings } from '../../words/english/approval.js';
import { type Part, part } from '../part/part.js';
import { Glyph } from '../shared/glyph.js';
import { useFormat, useWords } from '../strings-provider.js';
import { type ApprovalPartState, partState, useDescribed } from './approval-context.js';

/**
 * The required approvals, and a row of people: those who have approved, with the time, and those who are missing.
 * Renders nothing when one person is enough.
 */
export const ApprovalPeople: Part<'div', ApprovalPartState> = part('Approval.People', 'div', (props, render) => {
  const { view, described } = useDescribed('Approval.People');
  const strings = useWords(peopleStrings);
  if (described === null || described.call.needs === undefined || described.call.needs.length === 0) return null;
  const { call } = described;
  const children = (
    <>
      <p dir="auto">{call.needs?.map(strings.needsPeople).join(' ')}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: `list-style: none` makes VoiceOver drop the list role */}
      <ul data-cs="people" role="list">
        <Approvers call={call} />
        <MissingApprovers call={call} />
      </ul>
    </>
  );
  return render(props, { 'data-cs': 'card-people', state: partState(view), children });
});

function Approvers({ call }: { readonly call: DeferredCall }): ReactElement {
  const strings = useWords(peopleStrings);
  const { time } = useFormat();
  const { approvedBy = [], approvalProgress } = call;
  const labels = labelPeople(approvedBy);
  return (
    <>
      {approvedBy.map(({ id }, place) => {
        const at = approvalProgress?.approvedAt[place];
        return (
          <li key={id} data-state="approved">
            <Glyph name="check" />
            <span data-cs="spoken">{strings.hasApproved} </span>
            <bdi>{id === approvalProgress?.viewerId ? strings.you : escapeUnseen(labels[place] ?? '')}</bdi>
            {at === undefined ? null : <time dateTime={new Date(at).toISOString()}> {time(at)}</time>}
          </li>
        );
      })}
    </>
  );
}

function MissingApprovers({ call }: { readonly call: DeferredCall }): ReactElement {
  const strings = useWords(peopleStrings);
  const viewer = call.approvalProgress?.viewer;
  const missing = missingByRule(call).filter(({ count }) => count > 0);
  return (
    <>
      {missing.map(({ need, count }) => {
        const isYou = viewer === 'open' && count === 1 && missing.length === 1;
        const words = strings.missingPeople({ from: need.from ?? [], count, isYou });
        return (
          <li key={JSON.stringify(need)} data-state="missing">
            <Glyph name="ring" />
            <span data-cs="spoken">{strings.isMissing} </span>
            {words}
          </li>
        );
      })}
    </>
  );
}

/** Returns the number of missing approvals of each rule. With several rules, only a server knows it. */
export function missingByRule({
  needs = [],
  approvedBy = [],
  approvalProgress,
}: DeferredCall): readonly { readonly need: PeopleNeeded; readonly count: number }[] {
  if (approvalProgress === undefined && needs.length > 1) return [];
  return needs.map((need, place) => ({
    need,
    count: approvalProgress?.missing[place] ?? Math.max(0, need.approvals - approvedBy.length),
  }));
}

/** Returns the note about the reader's own approval: why it does not count, that it exists, or that it is the last. */
export function useApprovalNote({ needs = [], approvalProgress }: DeferredCall): string | undefined {
  const strings = useWords(peopleStrings);
  if (needs.length === 0 || approvalProgress === undefined) return undefined;
  const { viewer, missing } = approvalProgress;
  const most = Math.max(0, ...missing);
  if (viewer === 'open') return most === 1 ? strings.lastApproval : undefined;
  return viewer === 'approved' ? strings.youApproved(most) : strings.cannotApprove[viewer];
}
