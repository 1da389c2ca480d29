'use client';
import { Fragment, type ReactElement, useSyncExternalStore } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import type { ConversationState, ConversationStatus } from '../../conversation/state/conversation-state.js';
import { chatStrings } from '../../words/english/chat.js';
import { conversationsStrings } from '../../words/english/conversations.js';
import { attentionStrings } from '../../words/english/inbox.js';
import type { WaitingCalls } from '../attention/decision-source.js';
import { useWaiting } from '../attention/use-waiting.js';
import { type NoState, type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useFormat, useWords } from '../strings-provider.js';
import { ConversationActionRow, ConversationMore } from './conversation-actions.js';
import { ConversationLineContext, useNewLine } from './conversation-line.js';
import {
  type ConversationEntry,
  ConversationsContext,
  type OpenConversation,
  type StoredConversation,
} from './conversations-context.js';

/** Props of `Conversations.Items`. */
interface ConversationItemsProps {
  /** Shows one conversation. Default: `Conversations.Item`. */
  readonly children?: (entry: ConversationEntry) => ReactElement;
}

/** A line for each conversation. */
export const ConversationItems: Part<'ul', NoState, ConversationItemsProps> = part(
  'Conversations.Items',
  'ul',
  ({ children, ...props }, render) => {
    const { conversations } = useWithin(ConversationsContext, 'Conversations.Items');
    const lines = conversations.map((entry) => (
      <Fragment key={entry.id}>
        {children === undefined ? <ConversationItem entry={entry} /> : children(entry)}
      </Fragment>
    ));
    // `list-style: none` makes VoiceOver drop the list role, so it is set explicitly.
    return render(props, { 'data-cs': 'conversation-items', role: 'list', children: lines });
  },
);

/** Props of `Conversations.Item`. */
interface ConversationItemProps {
  readonly entry: ConversationEntry;
}

/** One conversation: a press opens it. It shows its status, the number of pending calls, and its actions. */
export const ConversationItem: Part<'li', { status: ConversationStatus; selected: boolean }, ConversationItemProps> =
  part('Conversations.Item', 'li', ({ entry, children, ...props }, render) => {
    const { selected, onSelect } = useWithin(ConversationsContext, 'Conversations.Item');
    const { untitled } = useWords(conversationsStrings);
    const status = useEntry(entry, (state) => state.status) ?? entry.state ?? 'idle';
    const first = useEntry(entry, firstUserText);
    const title = (entry.title ?? first) || untitled;
    const line = useNewLine({ entry, title, status });
    const isSelected = selected === entry.id;
    const inside = children ?? (
      <>
        <button
          type="button"
          data-cs="conversation-button"
          aria-current={isSelected || undefined}
          onClick={() => onSelect(entry.id)}
        >
          <bdi data-cs="conversation-title">{escapeUnseen(title)}</bdi>{' '}
          {entry.run === undefined ? (
            <StoredNews entry={entry} />
          ) : (
            <ConversationNews run={entry.run} status={status} />
          )}
        </button>
        <ConversationMore />
        <ConversationActionRow />
      </>
    );
    return render(props, {
      'data-cs': 'conversation',
      state: { status, selected: isSelected },
      'data-conversation': entry.id,
      children: <ConversationLineContext.Provider value={line}>{inside}</ConversationLineContext.Provider>,
    });
  });

/** Returns a selected part of an open conversation's state; `undefined` for one that is not open. */
function useEntry<T>({ run }: ConversationEntry, read: (state: ConversationState) => T): T | undefined {
  const now = (): T | undefined => (run === undefined ? undefined : read(run.store.getState()));
  return useSyncExternalStore(run?.store.subscribe ?? neverChanges, now, now);
}

const neverChanges = (): (() => void) => () => {};

/** The status of a conversation that is not open, and since when its calls are pending. */
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
  readonly run: OpenConversation['run'];
  readonly status: ConversationStatus;
}

/** The number of pending calls, or else the status. */
function ConversationNews({ run, status }: ConversationNewsProps): ReactElement | null {
  const chat = useWords(chatStrings);
  const waiting = countItems(useWaiting(run));
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

/** Returns the user's first message, on one line. */
function firstUserText({ messages }: ConversationState): string | undefined {
  const said = messages.find(({ role }) => role === 'user')?.parts.find((part) => part.type === 'text');
  const line = said?.text.trim().replace(/\s+/g, ' ').slice(0, maxTitle);
  return line === '' ? undefined : line;
}

/**
 * The number of pending calls in runs that are not in the list. Renders nothing if there are none, or without a broker.
 */
export const ConversationsElsewhere: Part<'p'> = part('Conversations.Elsewhere', 'p', (props, render) => {
  const { broker, conversations } = useWithin(ConversationsContext, 'Conversations.Elsewhere');
  const strings = useWords(conversationsStrings);
  const known = new Set(useWaiting(conversations.flatMap(({ run }) => run ?? [])).map(({ batch }) => batch.batchId));
  const all = useWaiting(broker ?? []);
  const count = countItems(all.filter(({ batch }) => !known.has(batch.batchId)));
  if (count === 0) return null;
  const children = (
    <>
      {strings.elsewhere} <WaitingBadge count={count} />
    </>
  );
  return render(props, { 'data-cs': 'conversations-elsewhere', children });
});

/** Begins a new conversation. Rendered only if the list has an `onStart`. */
export const ConversationsStart: Part<'button'> = part('Conversations.Start', 'button', (props, render) => {
  const { onStart } = useWithin(ConversationsContext, 'Conversations.Start');
  const strings = useWords(conversationsStrings);
  if (onStart === undefined) return null;
  return render(props, { 'data-action': 'start-conversation', onClick: () => onStart(), children: strings.start });
});
