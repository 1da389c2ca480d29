'use client';
import type { ReactElement } from 'react';
import { formStrings } from '../../words/english/form.js';
import { useWords } from '../strings-provider.js';
import { fieldId } from './form-context.js';
import type { PlacedProblem } from './form-problems.js';

/** Props of {@link IssueSummary}. */
interface IssueSummaryProps {
  readonly formId: string;
  readonly problems: readonly PlacedProblem[];
  readonly onPick: (key: string) => void;
}

/** All problems, as links to the fields. The address of the page does not change. */
export function IssueSummary({ formId, problems, onPick }: IssueSummaryProps): ReactElement {
  const strings = useWords(formStrings);
  return (
    <div data-cs="issue-summary" role="status">
      {problems.length === 0 ? null : (
        <>
          <p data-cs="issue-summary-title">{strings.problems(problems.length)}</p>
          <ul data-cs="issues">
            {problems.map(({ key, label, messages }) => (
              <li key={key} dir="auto">
                <a
                  href={`#${fieldId(formId, key)}-control`}
                  onClick={(event) => {
                    event.preventDefault();
                    onPick(key);
                  }}
                >
                  {strings.problemAt(label, messages.join(' '))}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
