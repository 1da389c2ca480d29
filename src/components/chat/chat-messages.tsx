'use client';
import type { UIMessage } from 'ai';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  memo,
  type NamedExoticComponent,
  type ReactNode,
  type RefAttributes,
  useMemo,
} from 'react';
import { useConversation } from '../../hooks/use-conversation.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { QueuedCalls } from './call-line.js';
import { useChat } from './chat-context.js';
import { chatStrings } from './chat-strings.js';
import { ChatMessage } from './message.js';

type MessagesState = Readonly<{ empty: boolean }>;

/** Props of `Chat.Messages`. */
export type ChatMessagesProps = Omit<PartProps<'div', MessagesState>, 'children'> & {
  /** Shows one message. Default: the `Message` slot, or else `Chat.Message`. */
  readonly children?: (message: UIMessage) => ReactNode;
};

/** The messages, oldest first: a log, of which {@link ChatThread} announces what is finished. */
export const ChatMessages: ForwardRefExoticComponent<ChatMessagesProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function ChatMessages({ children, ...props }, ref) {
    const { run } = useChat('Messages');
    const strings = useWords(chatStrings);
    const messages = useConversation(run, (state) => state.messages);
    const pending = useConversation(run, (state) => state.pending);
    const onQueue = useMemo(
      () => new Set(pending.flatMap((batch) => batch.items.map((item) => item.call.toolCallId))),
      [pending],
    );
    const rows = messages.map((message) => <MessageRow key={message.id} message={message} show={children} />);
    return renderPart<'div', MessagesState>(
      'div',
      // An element without any child matches `:empty`.
      {
        ...props,
        children: rows.length === 0 ? null : <QueuedCalls.Provider value={onQueue}>{rows}</QueuedCalls.Provider>,
      },
      {
        slot: 'messages',
        state: { empty: rows.length === 0 },
        own: { role: 'log', 'aria-live': 'off', 'aria-label': strings.conversation },
        ref,
      },
    );
  },
);

export declare namespace ChatMessages {
  type Props = ChatMessagesProps;
  type State = MessagesState;
}

interface MessageRowProps {
  readonly message: UIMessage;
  readonly show: ChatMessagesProps['children'];
}

/** A message that does not change is not rendered again. */
const MessageRow: NamedExoticComponent<MessageRowProps> = memo(function MessageRow(props): ReactNode {
  const { Message = ChatMessage } = useChat('Messages').slots;
  const { message, show } = props;
  return show === undefined ? <Message message={message} /> : show(message);
});
