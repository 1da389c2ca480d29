'use client';
import type { UIMessage } from 'ai';
import { memo, type NamedExoticComponent, type ReactNode, useMemo } from 'react';
import { useConversation } from '../../hooks/use-conversation.js';
import { chatStrings } from '../../words/english/chat.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { QueuedCalls } from './call-line.js';
import { ChatContext } from './chat-context.js';
import { ChatMessage } from './message.js';

/** Props of `Chat.Messages`. */
interface ChatMessagesProps {
  /** Shows one message. Default: the `Message` slot, or else `Chat.Message`. */
  readonly children?: (message: UIMessage) => ReactNode;
}

/** The messages, oldest first: a log, of which {@link ChatThread} announces finished texts. */
export const ChatMessages: Part<'div', { empty: boolean }, ChatMessagesProps> = part(
  'Chat.Messages',
  'div',
  ({ children, ...props }, render) => {
    const { run } = useWithin(ChatContext, 'Chat.Messages');
    const strings = useWords(chatStrings);
    const messages = useConversation(run, (state) => state.messages);
    const pending = useConversation(run, (state) => state.pending);
    const onQueue = useMemo(
      () => new Set(pending.flatMap((batch) => batch.items.map((item) => item.call.toolCallId))),
      [pending],
    );
    const rows = messages.map((message) => <MessageRow key={message.id} message={message} show={children} />);
    return render(props, {
      'data-cs': 'messages',
      state: { empty: rows.length === 0 },
      role: 'log',
      'aria-live': 'off',
      'aria-label': strings.conversation,
      // An element without any child matches `:empty`.
      children: rows.length === 0 ? null : <QueuedCalls.Provider value={onQueue}>{rows}</QueuedCalls.Provider>,
    });
  },
);

interface MessageRowProps {
  readonly message: UIMessage;
  readonly show: ChatMessagesProps['children'];
}

/** A message that is not rendered again unless it changes. */
const MessageRow: NamedExoticComponent<MessageRowProps> = memo(function MessageRow(props): ReactNode {
  const { Message = ChatMessage } = useWithin(ChatContext, 'Chat.Messages').slots;
  const { message, show } = props;
  return show === undefined ? <Message message={message} /> : show(message);
});
