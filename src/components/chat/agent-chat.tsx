'use client';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import type { AttachmentRules } from '../composer/attachment.js';
import { MessageComposer } from '../composer/message-composer.js';
import type { ChatSlots, PartSlotProps, RenderText, RunSlotProps } from './chat-context.js';
import { ChatRoot } from './chat-root.js';
import { RunStatus } from './run-status.js';
import { Thread } from './thread.js';

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
  /** The effect of Enter in the message field. Default: `new-line` where the only pointer is a finger, else `send`. */
  readonly enterKey?: 'send' | 'new-line';
  /** Which files go with a message. Default: pictures, PDF and text; ten files of 10 MB. `{ maxFiles: 0 }`: none. */
  readonly attachments?: Partial<AttachmentRules>;
  /** Stands between the messages and the field to write in, such as `SuggestionList`. */
  readonly aboveComposer?: ReactNode;
  /** Stands beside the chat, or below it where there is no room. */
  readonly aside?: ReactNode;
  /** Components in place of the chat's own, by name: `{ CallLine: MyCallLine }`. Keep the object outside of your component. */
  readonly slots?: ChatSlots;
}

/**
 * A whole chat: messages, the calls that need you, what the run does, and where to write. It fills the height of the
 * element around it. It is made of the parts in `Chat` and `Composer` only.
 *
 * @example <AgentChat run={useAgentRun({ agent })} title="Workspace" />
 */
export function AgentChat(props: AgentChatProps): ReactElement {
  const { run, title, emptyState, renderText, placeholder, enterKey, attachments, aboveComposer, aside, slots } = props;
  const titleId = useId();
  const { Status = RunStatus, Composer: OtherComposer } = slots ?? {};
  return (
    <ChatRoot
      run={run}
      slots={slots}
      renderText={renderText}
      aria-labelledby={title === undefined ? undefined : titleId}
    >
      <div data-cs="chat-layout" data-aside={aside === undefined ? undefined : ''}>
        <div data-cs="chat-main">
          {title === undefined ? null : (
            <header data-cs="chat-header">
              <h2 data-cs="chat-title" id={titleId}>
                {title}
              </h2>
            </header>
          )}
          <Thread run={run} emptyState={emptyState} renderText={renderText} slots={slots} />
          <Status run={run} />
          {aboveComposer === undefined ? null : <div data-cs="chat-above">{aboveComposer}</div>}
          {OtherComposer === undefined ? (
            <MessageComposer run={run} placeholder={placeholder} enterKey={enterKey} {...attachments} />
          ) : (
            <OtherComposer run={run} />
          )}
        </div>
        {aside === undefined ? null : <div data-cs="chat-aside">{aside}</div>}
      </div>
    </ChatRoot>
  );
}

export declare namespace AgentChat {
  type Slots = ChatSlots;
  /** What a component in place of one that shows a part of a message gets. */
  type PartProps<PART> = PartSlotProps<PART>;
  /** What a component in place of one that shows the whole conversation gets. */
  type RunProps = RunSlotProps;
}
