'use client';
import type { ReactElement } from 'react';
import { IssueList } from '../approval/issue-list.js';
import type { Attempt } from '../shared/use-decision.js';
import { useStrings } from '../strings-provider.js';

/** What went wrong with an answer, in words, where it was given. */
export function OutletProblem({ attempt }: { readonly attempt: Attempt }): ReactElement | null {
  const strings = useStrings().approval;
  switch (attempt.status) {
    case 'none':
    case 'sending':
      return null;
    case 'late':
      return (
        <p data-slot="problem" role="alert">
          {strings.late[attempt.by]}
        </p>
      );
    case 'rejected':
      return (
        <p data-slot="problem" role="alert" dir="auto">
          {strings.rejected(attempt.message)}
        </p>
      );
    case 'invalid':
      return (
        <div data-slot="problem" role="alert">
          <IssueList issues={attempt.issues} />
        </div>
      );
    default:
      return attempt satisfies never;
  }
}
