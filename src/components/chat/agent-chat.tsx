'use client';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useStrings } from '../strings-provider.js';
import type { RenderText } from '../thread/message.js';
import { Thread } from '../thread/thread.js';
import { Composer } from './composer.js';
import { RunStatus } from './run-status.js';

/** Props of {@link AgentChat}. */
export interface AgentChatProps {
  /** The conversation, from `useAgentRun`. */
  readonly run: UseAgentRunResult;
  /** Stands above the messages. */
  readonly title?: string;
  /** Stands where the messages will be, while there are none. */
  readonly emptyState?: ReactNode;
  /** Turns texts into what is shown, such as Markdown. Without it they are shown as they are. */
  readonly renderText?: RenderText;
  /** What stands in the empty message field. */
  readonly placeholder?: string;
  /** Stands beside the chat, or below it where there is no room. */
  readonly aside?: ReactNode;
}

/**
 * A whole chat: messages, the calls that need you, what the run does, and where to write. It fills the height of the
 * element around it.
 *
 * @example <AgentChat run={useAgentRun({ agent })} title="Workspace" />
 */
export function AgentChat(props: AgentChatProps): ReactElement {
  const { run, title, emptyState, renderText, placeholder, aside } = props;
  const strings = useStrings().chat;
  const titleId = useId();
  const name = title === undefined ? { 'aria-label': strings.conversation } : { 'aria-labelledby': titleId };
  return (
    <section data-slot="agent-chat" {...name}>
      <div data-slot="chat-layout" data-aside={aside === undefined ? undefined : ''}>
        <div data-slot="chat-main">
          {title === undefined ? null : (
            <header data-slot="chat-header">
              <h2 data-slot="chat-title" id={titleId}>
                {title}
              </h2>
            </header>
          )}
          <Thread run={run} emptyState={emptyState} {...(renderText === undefined ? {} : { renderText })} />
          <RunStatus run={run} />
          <Composer run={run} {...(placeholder === undefined ? {} : { placeholder })} />
        </div>
        {aside === undefined ? null : <div data-slot="chat-aside">{aside}</div>}
      </div>
    </section>
  );
}
