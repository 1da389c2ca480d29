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
interface AgentChatProps {
  /** The conversation, from `useAgentRun`. */
  readonly run: UseAgentRunResult;
  /** The title above the messages. */
  readonly title?: string;
  /** The content while the conversation is empty. */
  readonly emptyState?: ReactNode;
  /** Renders texts, such as Markdown. Default: plain text. */
  readonly renderText?: RenderText;
  /** The placeholder of the message field. */
  readonly placeholder?: string;
  /** The effect of Enter in the message field. Default: `new-line` where the only pointer is a finger, else `send`. */
  readonly enterKey?: 'send' | 'new-line';
  /**
   * The files that a message may include. Default: pictures, PDF and text; ten files of 10 MB. `{ maxFiles: 0 }`: none.
   */
  readonly attachments?: Partial<AttachmentRules>;
  /** Content between the messages and the composer, such as `SuggestionList`. */
  readonly aboveComposer?: ReactNode;
  /** Content beside the chat, or below it if there is not enough room. */
  readonly aside?: ReactNode;
  /**
   * Components that replace the chat's own, by name: `{ CallLine: MyCallLine }`. Keep the object outside of your
   * component.
   */
  readonly slots?: ChatSlots;
}

/**
 * A complete chat: messages, pending calls, run status and composer. It fills the height of the element around it. It
 * is made of the parts in `Chat` and `Composer` only.
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
  /** Props of a component that replaces one that shows a part of a message. */
  type PartProps<PART> = PartSlotProps<PART>;
  /** Props of a component that replaces one that shows the whole conversation. */
  type RunProps = RunSlotProps;
}
