'use client';
import type { ComponentProps, ReactElement } from 'react';
import { SuggestionRoot } from './suggestion-root.js';

/** Props of {@link SuggestionList}. */
type SuggestionListProps = Pick<
  ComponentProps<typeof SuggestionRoot>,
  'run' | 'suggestions' | 'onPick' | 'className' | 'id'
>;

/**
 * Suggested messages, one button each: a list for an empty chat, or the result of a function of yours. It is made of
 * the parts in `Suggestion` only.
 *
 * @example <AgentChat run={run} aboveComposer={<SuggestionList run={run} suggestions={['What can you do?']} />} />
 */
export function SuggestionList(props: SuggestionListProps): ReactElement {
  return <SuggestionRoot {...props} />;
}
