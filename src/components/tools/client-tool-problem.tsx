'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes } from 'react';
import { type PartProps, renderPart } from '../part/part.js';
import { problemWords } from '../shared/problem-words.js';
import { useStrings } from '../strings-provider.js';
import { useClientTool } from './client-tool-context.js';
import type { ClientToolState } from './client-tool-root.js';
import { useProblemClaim } from './problem-claim.js';

/** Props of `ClientTool.Problem`. */
export interface ClientToolProblemProps extends PartProps<'div', ClientToolState> {
  /** `elsewhere`: what breaks the schema is said at its fields already. Default `here`. */
  readonly issues?: 'here' | 'elsewhere';
}

/** What went wrong with the last answer, in words: what breaks the tool's `outputSchema`, that it came too late, or why it was not taken. */
export const ClientToolProblem: ForwardRefExoticComponent<ClientToolProblemProps & RefAttributes<HTMLDivElement>> =
  forwardRef(function ClientToolProblem({ issues = 'here', ...props }: ClientToolProblemProps, ref) {
    const { attempt, problemId } = useClientTool();
    useProblemClaim();
    const strings = useStrings();
    const words = attempt.status === 'answered' ? null : problemWords(attempt, strings, strings.tools.wholeResult);
    if (words === null || (attempt.status === 'invalid' && issues === 'elsewhere')) return null;
    return renderPart<'div', ClientToolState>(
      'div',
      { children: words, ...props },
      { slot: 'problem', state: { state: attempt.status }, own: { id: problemId, role: 'alert', dir: 'auto' }, ref },
    );
  });
