'use client';
import { useMemo, useState } from 'react';
import { conversationsStrings } from '../../words/english/conversations.js';
import { Announcer } from '../part/announcer.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { useProblemWords } from './conversation-line.js';
import { type ConversationActions, ConversationsContext, type ConversationsControl } from './conversations-context.js';
import { useListAction } from './use-list-action.js';

/** Props of `Conversations.Root`. */
export interface ConversationsRootProps {
  /** The conversations, in display order. */
  readonly conversations: ConversationsControl['conversations'];
  /** The id of the open conversation. Default: none. */
  readonly selected?: string | undefined;
  /** Opens another conversation. */
  readonly onSelect: (id: string) => void;
  /** Begins a new conversation. Default: the button is not rendered. */
  readonly onStart?: (() => void) | undefined;
  /**
   * The broker with the pending calls of all runs, so that those of runs that are not in the list are counted, too.
   * Default: none.
   */
  readonly broker?: ConversationsControl['broker'];
  /**
   * The actions on stored conversations: `storage.conversations`, or some of its functions. After the open one was
   * deleted, `onSelect` is called with the next, else `onStart`. Default: none.
   */
  readonly actions?: ConversationActions | undefined;
}

const noActions: ConversationActions = {};

/**
 * Provides the conversations of an app to the parts inside.
 *
 * @example
 * <Conversations.Root conversations={[{ id: 'a', run }]} selected="a" onSelect={open}>
 *   <Conversations.Items />
 * </Conversations.Root>
 */
export const ConversationsRoot: Part<'nav', NoState, ConversationsRootProps> = part(
  'Conversations.Root',
  'nav',
  ({ conversations, selected, onSelect, onStart, broker, actions, children, ...props }, render) => {
    const strings = useWords(conversationsStrings);
    const [news, setNews] = useState({ id: 0, text: '' });
    const listAction = useListAction(useProblemWords());
    const control = useMemo(
      () => ({
        ...{ conversations, selected, onSelect, onStart, broker, listAction },
        actions: actions ?? noActions,
        say: (text: string) => setNews(({ id }) => ({ id: id + 1, text })),
      }),
      [conversations, selected, onSelect, onStart, broker, listAction, actions],
    );
    const within = (
      <ConversationsContext.Provider value={control}>
        {children}
        {actions === undefined ? null : <Announcer id={`${news.id}`} text={news.text} />}
      </ConversationsContext.Provider>
    );
    return render(props, {
      'data-cs': 'conversations',
      'aria-label': strings.title,
      ...(actions === undefined ? {} : { tabIndex: -1 }),
      children: within,
    });
  },
);
