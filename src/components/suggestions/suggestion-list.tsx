'use client';
import type { ComponentProps, ReactElement } from 'react';
import { SuggestionRoot } from './suggestion-root.js';

/** Props of {@link SuggestionList}. */
export type SuggestionListProps = Pick<
  ComponentProps<typeof SuggestionRoot>,
  'run' | 'suggestions' | 'onPick' | 'className' | 'id'
>;

/**
 * What a person could say next, a press each: a list to begin with, or whatever a function of yours finds fitting. It is made of the parts
 * in `Suggestion` only.
 *
 * @example <AgentChat run={run} aboveComposer={<SuggestionList run={run} suggestions={['What can you do?']} />} />
 */
export function SuggestionList(props: SuggestionListProps): ReactElement {
  return <SuggestionRoot {...props} />;
}
