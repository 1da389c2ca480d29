'use client';
import type { ReactElement, ReactNode } from 'react';
import type { Issue } from '../../protocol/signals.js';
import { problemStrings } from '../../words/english/approval.js';
import type { CountersignStrings } from '../../words/strings.js';
import { useWords } from '../strings-provider.js';
import { DeceptiveText } from '../value/marked-text.js';
import type { Attempt } from './use-attempt.js';

/**
 * Returns the reason why an answer was rejected; `null` without one. `whole` names the value of an issue without a
 * path.
 */
export function problemWords(
  attempt: Attempt,
  approval: Pick<CountersignStrings['approval'], 'late' | 'rejected' | 'wholeInput'>,
  whole: string = approval.wholeInput,
): ReactNode {
  switch (attempt.status) {
    case 'none':
    case 'sending':
      return null;
    case 'late':
      return approval.late[attempt.reason];
    case 'rejected':
      return <DeceptiveText text={approval.rejected(attempt.message)} />;
    case 'invalid':
      return <IssueList issues={attempt.issues} whole={whole} />;
    default:
      return attempt satisfies never;
  }
}

interface IssueListProps {
  readonly issues: readonly Issue[];
  readonly whole: string;
}

/** A list of fields with their problems. */
function IssueList({ issues, whole }: IssueListProps): ReactElement {
  const strings = useWords(problemStrings);
  return (
    <ul data-cs="issues">
      {issues.map(({ path, message }) => {
        const text = strings.issue(path.length === 0 ? whole : path.join('.'), message);
        return (
          <li key={text} dir="auto">
            {text}
          </li>
        );
      })}
    </ul>
  );
}
