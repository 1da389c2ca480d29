'use client';
import type { ReactElement, ReactNode } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { ApprovalQueue } from '../batch/approval-queue.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { ChatContext, ChatProvider, type ChatSlots, type RenderText } from './chat-context.js';
import { ChatMessages } from './chat-messages.js';
import { ChatJump, ChatScroll, ChatThread } from './chat-thread.js';

/** Props of {@link Thread}. */
interface ThreadProps {
  /** The conversation to show. */
  readonly run: UseAgentRunResult;
  /** Renders texts, such as Markdown. Default: plain text. */
  readonly renderText?: RenderText | undefined;
  /** The content while the conversation is empty. */
  readonly emptyState?: ReactNode;
  /** Components that replace the thread's own. */
  readonly slots?: ChatSlots | undefined;
}

/**
 * The messages, and the pending calls at their end.
 *
 * @example <Thread run={run} renderText={(text) => <Markdown text={text} />} />
 */
export function Thread({ run, renderText, emptyState, slots }: ThreadProps): ReactElement {
  const { Queue, Card } = slots ?? {};
  return (
    <ChatProvider run={run} slots={slots} renderText={renderText}>
      <ChatThread>
        <ChatScroll>
          <ChatEmpty>{emptyState}</ChatEmpty>
          <ChatMessages />
          {Queue === undefined ? <ApprovalQueue run={run} card={Card} others="line" /> : <Queue run={run} />}
        </ChatScroll>
        <ChatJump />
      </ChatThread>
    </ChatProvider>
  );
}

/** The content while the conversation is empty: its children, or else the `Empty` slot. */
export const ChatEmpty: Part<'div'> = part('Chat.Empty', 'div', ({ children, ...props }, render) => {
  const { run, slots } = useWithin(ChatContext, 'Chat.Empty');
  const isEmpty = useConversation(run, (state) => state.messages.length === 0);
  const shown = children ?? (slots.Empty === undefined ? null : <slots.Empty run={run} />);
  if (!isEmpty || shown === null) return null;
  return render(props, { 'data-cs': 'thread-empty', children: shown });
});
