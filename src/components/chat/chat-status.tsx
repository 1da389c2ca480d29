'use client';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import { useChat } from './chat-context.js';
import { RunStatus, type RunStatusProps } from './run-status.js';

/** Props of `Chat.Status`. */
export type ChatStatusProps = Omit<RunStatusProps, 'run'>;

/** What the run of the chat around does: {@link RunStatus}, with the conversation of `Chat.Root`. */
export const ChatStatus: ForwardRefExoticComponent<ChatStatusProps & RefAttributes<HTMLDivElement>> = forwardRef(
  function ChatStatus(props, ref): ReactElement {
    const { run } = useChat('Status');
    return <RunStatus run={run} ref={ref} {...props} />;
  },
);
