'use client';
import { type ForwardRefExoticComponent, forwardRef, type RefAttributes, useMemo } from 'react';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { ConversationsContext, type ConversationsControl } from './conversations-context.js';
import { conversationsStrings } from './conversations-strings.js';

/** Props of `Conversations.Root`. */
export interface ConversationsRootProps extends Omit<PartProps<'nav', NoState>, 'onSelect'> {
  /** The conversations, in the order in which they are shown. */
  readonly conversations: ConversationsControl['conversations'];
  /** The id of the one that is open. Default: none is. */
  readonly selected?: string | undefined;
  /** Opens another. */
  readonly onSelect: (id: string) => void;
  /** Begins a new one. Default: there is no such button. */
  readonly onStart?: (() => void) | undefined;
  /** Where the calls of all runs wait, so that those of runs that are not in the list are counted, too. Default: none are. */
  readonly broker?: ConversationsControl['broker'];
}

/**
 * The conversations of an app, for the parts inside.
 *
 * @example <Conversations.Root conversations={[{ id: 'a', run }]} selected="a" onSelect={open}><Conversations.Items /></Conversations.Root>
 */
export const ConversationsRoot: ForwardRefExoticComponent<ConversationsRootProps & RefAttributes<HTMLElement>> =
  forwardRef(function ConversationsRoot(
    { conversations, selected, onSelect, onStart, broker, children, ...props }: ConversationsRootProps,
    ref,
  ) {
    const strings = useWords(conversationsStrings);
    const control = useMemo(
      () => ({ conversations, selected, onSelect, onStart, broker }),
      [conversations, selected, onSelect, onStart, broker],
    );
    const within = <ConversationsContext.Provider value={control}>{children}</ConversationsContext.Provider>;
    return renderPart<'nav', NoState>(
      'nav',
      { ...props, children: within },
      { slot: 'conversations', state: {}, own: { 'aria-label': strings.title }, ref },
    );
  });

export declare namespace ConversationsRoot {
  type Props = ConversationsRootProps;
}
