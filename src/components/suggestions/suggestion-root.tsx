'use client';
import type { UIMessage } from 'ai';
import { Fragment, type ReactNode, useMemo } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { chatStrings } from '../../words/english/chat.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { SuggestionContext } from './suggestion-context.js';
import { SuggestionItem } from './suggestion-item.js';

/** Props of `Suggestion.Root`. */
interface SuggestionRootProps {
  /** The conversation, from `useAgentRun`. */
  readonly run: UseAgentRunResult;
  /**
   * The suggestions. A list: shown while the conversation is empty. A function: called with the messages whenever no
   * run is active and no call is pending.
   */
  readonly suggestions: readonly string[] | ((messages: readonly UIMessage[]) => readonly string[]);
  /** Called at a press, for example to write the text into a field of yours. Default: the text is sent. */
  readonly onPick?: ((text: string) => void) | undefined;
  /** Shows one suggestion. Default: `Suggestion.Item`. */
  readonly children?: (text: string) => ReactNode;
}

/**
 * Provides suggested messages. Renders nothing if there are none, or while a run is active.
 *
 * @example
 * <Suggestion.Root run={run} suggestions={['What can you do?']}>
 *   {(text) => <Suggestion.Item text={text} />}
 * </Suggestion.Root>
 */
export const SuggestionRoot: Part<'fieldset', NoState, SuggestionRootProps> = part(
  'Suggestion.Root',
  'fieldset',
  ({ run, suggestions, onPick, children, ...props }, render) => {
    const strings = useWords(chatStrings);
    const messages = useConversation(run, (state) => state.messages);
    const rests = useConversation(run, ({ status }) => status === 'idle' || status === 'failed');
    const control = useMemo(() => ({ onPick: onPick ?? ((text: string) => run.start(text)) }), [run, onPick]);
    const texts = rests ? readSuggestions(suggestions, messages) : [];
    if (texts.length === 0) return null;
    const within = (
      <SuggestionContext.Provider value={control}>
        {texts.map((text) => (
          <Fragment key={text}>{children === undefined ? <SuggestionItem text={text} /> : children(text)}</Fragment>
        ))}
      </SuggestionContext.Provider>
    );
    return render(props, { 'data-cs': 'suggestions', 'aria-label': strings.suggestions, children: within });
  },
);

/** Returns the suggestions, each text once, since it is its own key. */
function readSuggestions(
  suggestions: SuggestionRootProps['suggestions'],
  messages: readonly UIMessage[],
): readonly string[] {
  if (typeof suggestions === 'function') return [...new Set(suggestions(messages))];
  return messages.length === 0 ? [...new Set(suggestions)] : [];
}
