'use client';
import {
  type DragEvent,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type RefAttributes,
} from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import type { ConversationStatus } from '../../store/state/conversation-state.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { ChatProvider, type ChatSlots, type RenderText, useChat } from './chat-context.js';
import { chatStrings } from './chat-strings.js';
import { RunStatus, type RunStatusProps } from './run-status.js';

type ChatRootState = Readonly<{ status: ConversationStatus }>;

/** Props of `Chat.Root`. */
export type ChatRootProps = PartProps<'section', ChatRootState> & {
  /** The conversation, from `useAgentRun`. */
  readonly run: UseAgentRunResult;
  /** Components in place of the chat's own. */
  readonly slots?: ChatSlots | undefined;
  /** Turns texts into what is shown, such as Markdown. Without it they are shown as they are. */
  readonly renderText?: RenderText | undefined;
};

/** A chat: gives the parts inside the conversation. It fills the height of the element around it. */
export const ChatRoot: ForwardRefExoticComponent<ChatRootProps & RefAttributes<HTMLElement>> = forwardRef(
  function ChatRoot({ run, slots, renderText, children, ...props }, ref) {
    const strings = useWords(chatStrings);
    const status = useConversation(run, (state) => state.status);
    const within = (
      <ChatProvider run={run} slots={slots} renderText={renderText}>
        {children}
      </ChatProvider>
    );
    const named = props['aria-labelledby'] === undefined ? { 'aria-label': strings.conversation } : {};
    const own = { ...named, onDragOver: refuseFiles, onDrop: refuseFiles };
    return renderPart<'section', ChatRootState>(
      'section',
      { ...props, children: within },
      { slot: 'agent-chat', state: { status }, own, ref },
    );
  },
);

/** Refuses files that miss the place where they can be dropped: the browser would leave the page, and the chat, for the file. */
function refuseFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

export declare namespace ChatRoot {
  type Props = ChatRootProps;
  type State = ChatRootState;
}

/** Props of `Chat.Status`. */
export type ChatStatusProps = Omit<RunStatusProps, 'run'>;

/** What the run of the chat around does: {@link RunStatus}, with the conversation of `Chat.Root`. */
export const ChatStatus: ForwardRefExoticComponent<ChatStatusProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function ChatStatus(props, ref): ReactElement {
    const { run } = useChat('Status');
    return <RunStatus run={run} ref={ref} {...props} />;
  },
);

export declare namespace ChatStatus {
  type Props = ChatStatusProps;
  type State = RunStatus.State;
}
