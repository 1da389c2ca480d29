'use client';
import type { ReactElement } from 'react';
import type { Issue } from '../../protocol/signals.js';
import { useStrings } from '../strings-provider.js';

/** Fields and what is wrong with them. */
export function IssueList({ issues }: { readonly issues: readonly Issue[] }): ReactElement {
  const strings = useStrings().approval;
  return (
    <ul data-slot="issues">
      {issues.map(({ path, message }) => {
        const text = strings.issue(path.length === 0 ? strings.wholeInput : path.join('.'), message);
        return (
          <li key={text} dir="auto">
            {text}
          </li>
        );
      })}
    </ul>
  );
}
