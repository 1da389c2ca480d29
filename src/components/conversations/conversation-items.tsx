'use client';
import {
  type ForwardRefExoticComponent,
  Fragment,
  forwardRef,
  type ReactElement,
  type RefAttributes,
  useSyncExternalStore,
} from 'react';
import { useConversation } from '../../hooks/use-conversation.js';
import type { ConversationState, ConversationStatus } from '../../store/state/conversation-state.js';
import { attentionStrings } from '../attention/attention-strings.js';
import type { WaitingCalls } from '../attention/decision-source.js';
import { useWaiting } from '../attention/use-waiting.js';
import { chatStrings } from '../chat/chat-strings.js';
import { type NoState, type PartProps, renderPart } from '../part/part.js';
import { useFormat, useWords } from '../strings-provider.js';
import { escapeUnseen } from '../value/visible-text.js';
import {
  type ConversationEntry,
  type OpenConversation,
  type StoredConversation,
  useConversations,
} from './conversations-context.js';
import { conversationsStrings } from './conversations-strings.js';

/** Props of `Conversations.Items`. */
export interface ConversationItemsProps extends Omit<PartProps<'ul', NoState>, 'children'> {
  /** Shows one conversation. Default: `Conversations.Item`. */
  readonly children?: (entry: ConversationEntry) => ReactElement;
}

/** A line for each conversation. */
export const ConversationItems: ForwardRefExoticComponent<ConversationItemsProps & RefAttributes<HTMLUListElement>> =
  forwardRef(function ConversationItems({ children, ...props }: ConversationItemsProps, ref) {
    const { conversations } = useConversations('Items');
    const lines = conversations.map((entry) => (
      <Fragment key={entry.id}>
        {children === undefined ? <ConversationItem entry={entry} /> : children(entry)}
      </Fragment>
    ));
    // Without its marks it is no list to some screen readers, unless it says so.
    const part = { slot: 'conversation-items', state: {}, own: { role: 'list' }, ref };
    return renderPart<'ul', NoState>('ul', { ...props, children: lines }, part);
  });

export declare namespace ConversationItems {
  type Props = ConversationItemsProps;
}

type ItemState = Readonly<{ status: ConversationStatus; selected: boolean }>;

/** Props of `Conversations.Item`. */
export interface ConversationItemProps extends PartProps<'li', ItemState> {
  readonly entry: ConversationEntry;
}

/** One conversation: a press opens it. It says what it does, and how many of its calls wait for people. */
export const ConversationItem: ForwardRefExoticComponent<ConversationItemProps & RefAttributes<HTMLLIElement>> =
  forwardRef(function ConversationItem({ entry, children, ...props }: ConversationItemProps, ref) {
    const { selected, onSelect } = useConversations('Item');
    const status = useStatusOf(entry);
    const isSelected = selected === entry.id;
    const inside = children ?? (
      <button
        type="button"
        data-cs="conversation-button"
        aria-current={isSelected || undefined}
        onClick={() => onSelect(entry.id)}
      >
        {entry.run === undefined ? (
          <>
            <EntryTitle>{entry.title}</EntryTitle> <StoredNews entry={entry} />
          </>
        ) : (
          <>
            <ConversationName entry={entry} /> <ConversationNews entry={entry} status={status} />
          </>
        )}
      </button>
    );
    const part = { slot: 'conversation', state: { status, selected: isSelected }, ref };
    return renderPart<'li', ItemState>('li', { ...props, children: inside }, part);
  });

/** What a conversation does, or did when it was kept. */
function useStatusOf(entry: ConversationEntry): ConversationStatus {
  const read = (): ConversationStatus => (entry.run === undefined ? entry.state : entry.run.store.getState().status);
  return useSyncExternalStore(entry.run?.store.subscribe ?? neverChanges, read, read);
}

const neverChanges = (): (() => void) => () => {};

export declare namespace ConversationItem {
  type Props = ConversationItemProps;
  type State = ItemState;
}

function ConversationName({ entry }: { readonly entry: OpenConversation }): ReactElement {
  const first = useConversation(entry.run, firstSaid);
  return <EntryTitle>{entry.title ?? first}</EntryTitle>;
}

function EntryTitle({ children = '' }: { readonly children?: string | undefined }): ReactElement {
  const strings = useWords(conversationsStrings);
  return <bdi data-cs="conversation-title">{escapeUnseen(children === '' ? strings.untitled : children)}</bdi>;
}

/** What a conversation did that is not open, and since when people are asked. */
function StoredNews({ entry: { state, waitingSince } }: { readonly entry: StoredConversation }): ReactElement | null {
  const chat = useWords(chatStrings);
  const strings = useWords(conversationsStrings);
  const format = useFormat();
  const words = chat.status[state];
  if (words === '') return null;
  const since = waitingSince === undefined ? '' : ` ${strings.since(format.moment(waitingSince))}`;
  return <span data-cs="conversation-status">{`${words}${since}`}</span>;
}

interface ConversationNewsProps {
  readonly entry: OpenConversation;
  readonly status: ConversationStatus;
}

/** How many calls wait, or else what it does. */
function ConversationNews({ entry, status }: ConversationNewsProps): ReactElement | null {
  const chat = useWords(chatStrings);
  const waiting = countItems(useWaiting(entry.run));
  if (waiting > 0) return <WaitingBadge count={waiting} />;
  const words = chat.status[status];
  return words === '' ? null : <span data-cs="conversation-status">{words}</span>;
}

function WaitingBadge({ count }: { readonly count: number }): ReactElement {
  const strings = useWords(attentionStrings);
  const format = useFormat();
  return <span data-cs="conversation-badge">{strings.waiting(count, format.number(count))}</span>;
}

function countItems(waiting: readonly WaitingCalls[]): number {
  return waiting.reduce((sum, { items }) => sum + items.length, 0);
}

const maxTitle = 80;

/** What the person said first, on one line. */
function firstSaid({ messages }: ConversationState): string | undefined {
  const said = messages.find(({ role }) => role === 'user')?.parts.find((part) => part.type === 'text');
  const line = said?.text.trim().replace(/\s+/g, ' ').slice(0, maxTitle);
  return line === '' ? undefined : line;
}

/** How many calls wait in runs that are not in the list. Nothing while there are none, or without a broker. */
export const ConversationsElsewhere: ForwardRefExoticComponent<
  ConversationsElsewhere.Props & RefAttributes<HTMLParagraphElement>
> = forwardRef(function ConversationsElsewhere(
  { children, ...props }: ConversationsElsewhere.Props,
  ref,
): ReactElement | null {
  const { broker, conversations } = useConversations('Elsewhere');
  const strings = useWords(conversationsStrings);
  const known = new Set(useWaiting(conversations.flatMap(({ run }) => run ?? [])).map(({ batch }) => batch.batchId));
  const all = useWaiting(broker ?? []);
  const count = countItems(all.filter(({ batch }) => !known.has(batch.batchId)));
  if (count === 0) return null;
  const within = children ?? (
    <>
      {strings.elsewhere} <WaitingBadge count={count} />
    </>
  );
  return renderPart<'p', NoState>(
    'p',
    { ...props, children: within },
    { slot: 'conversations-elsewhere', state: {}, ref },
  );
});

export declare namespace ConversationsElsewhere {
  type Props = PartProps<'p', NoState>;
}

/** Begins a new conversation. Rendered only where the list has an `onStart`. */
export const ConversationsStart: ForwardRefExoticComponent<
  ConversationsStart.Props & RefAttributes<HTMLButtonElement>
> = forwardRef(function ConversationsStart(props: ConversationsStart.Props, ref): ReactElement | null {
  const { onStart } = useConversations('Start');
  const strings = useWords(conversationsStrings);
  if (onStart === undefined) return null;
  const own = { type: 'button', 'data-action': 'start-conversation', onClick: () => onStart() };
  const part = { slot: 'button', state: {}, own, ref };
  return renderPart<'button', NoState>('button', { children: strings.start, ...props }, part);
});

export declare namespace ConversationsStart {
  type Props = PartProps<'button', NoState>;
}
