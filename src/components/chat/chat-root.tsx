'use client';
import type { DragEvent } from 'react';
import type { ConversationStatus } from '../../conversation/state/conversation-state.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { chatStrings } from '../../words/english/chat.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { useWords } from '../strings-provider.js';
import { ChatContext, ChatProvider, type ChatSlots, type RenderText } from './chat-context.js';
import { RunStatus, type RunStatusProps, type RunStatusState } from './run-status.js';

/** Props of `Chat.Root`. */
interface ChatRootProps {
  /** The conversation, from `useAgentRun`. */
  readonly run: UseAgentRunResult;
  /** Components that replace the chat's own. */
  readonly slots?: ChatSlots | undefined;
  /** Renders texts, such as Markdown. Default: plain text. */
  readonly renderText?: RenderText | undefined;
}

/** A chat that provides the conversation to the parts inside. It fills the height of the element around it. */
export const ChatRoot: Part<'section', { status: ConversationStatus }, ChatRootProps> = part(
  'Chat.Root',
  'section',
  ({ run, slots, renderText, children, ...props }, render) => {
    const strings = useWords(chatStrings);
    const status = useConversation(run, (state) => state.status);
    const within = (
      <ChatProvider run={run} slots={slots} renderText={renderText}>
        {children}
      </ChatProvider>
    );
    const named = props['aria-labelledby'] === undefined ? { 'aria-label': strings.conversation } : {};
    return render(props, {
      'data-cs': 'agent-chat',
      state: { status },
      ...named,
      onDragOver: refuseFiles,
      onDrop: refuseFiles,
      children: within,
    });
  },
);

/** Ignores files that are dropped outside of the drop area: the browser would leave the page for the file. */
function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** The status of the conversation of `Chat.Root`: {@link RunStatus}. */
export const ChatStatus: Part<'div', RunStatusState, Omit<RunStatusProps, 'run'>> = part(
  'Chat.Status',
  'div',
  (props) => <RunStatus run={useWithin(ChatContext, 'Chat.Status').run} {...props} />,
);
