'use client';
import {
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
} from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { ApprovalQueue } from '../batch/approval-queue.js';
import { type PartProps, type PartState, renderPart } from '../part/part.js';
import { ChatProvider, type ChatSlots, type RenderText, useChat } from './chat-context.js';
import { ChatMessages } from './chat-messages.js';
import { ChatJump, ChatScroll, ChatThread } from './chat-thread.js';

/** Props of {@link Thread}. */
export interface ThreadProps {
  /** The conversation to show. */
  readonly run: UseAgentRunResult;
  /** Turns texts into what is shown, such as Markdown. Without it they are shown as they are. */
  readonly renderText?: RenderText | undefined;
  /** Stands where the messages will be, while there are none. */
  readonly emptyState?: ReactNode;
  /** Components in place of the thread's own. */
  readonly slots?: ChatSlots | undefined;
}

/**
 * The messages, and at their end the calls that need you.
 *
 * @example <Thread run={run} renderText={(text) => <Markdown>{text}</Markdown>} />
 */
export function Thread({ run, renderText, emptyState, slots }: ThreadProps): ReactElement {
  const { Queue, Card } = slots ?? {};
  return (
    <ChatProvider run={run} slots={slots} renderText={renderText}>
      <ChatThread>
        <ChatScroll>
          <ChatEmpty>{emptyState}</ChatEmpty>
          <ChatMessages />
          {Queue === undefined ? <ApprovalQueue run={run} card={Card} /> : <Queue run={run} />}
        </ChatScroll>
        <ChatJump />
      </ChatThread>
    </ChatProvider>
  );
}

export declare namespace Thread {
  type Props = ThreadProps;
}

/** Props of `Chat.Empty`. */
export type ChatEmptyProps = PartProps<'div', PartState>;

/** Stands where the messages will be, while there are none: its children, or else the `Empty` slot. */
export const ChatEmpty: ForwardRefExoticComponent<ChatEmptyProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function ChatEmpty({ children, ...props }, ref): ReactElement | null {
    const { run, slots } = useChat('Empty');
    const isEmpty = useConversation(run, (state) => state.messages.length === 0);
    const shown = children ?? (slots.Empty === undefined ? null : <slots.Empty run={run} />);
    if (!isEmpty || shown === null) return null;
    return renderPart<'div', PartState>('div', { ...props, children: shown }, { slot: 'thread-empty', state: {}, ref });
  },
);

export declare namespace ChatEmpty {
  type Props = ChatEmptyProps;
  type State = PartState;
}
