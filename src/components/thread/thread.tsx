'use client';
import type { UIMessage } from 'ai';
import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import type { ConversationState } from '../../store/conversation-state.js';
import { ApprovalQueue } from '../approval/approval-queue.js';
import { Announcer } from '../shared/announcer.js';
import { Button } from '../shared/button.js';
import { useFollowEnd } from '../shared/use-follow-end.js';
import { useStrings } from '../strings-provider.js';
import { Message, type RenderText } from './message.js';

/** Props of {@link Thread}. */
export interface ThreadProps {
  /** The conversation to show. */
  readonly run: UseAgentRunResult;
  /** Turns texts into what is shown, such as Markdown. Without it they are shown as they are. */
  readonly renderText?: RenderText;
  /** Stands where the messages will be, while there are none. */
  readonly emptyState?: ReactNode;
}

/**
 * The messages, and at their end the calls that need you. New content stays in view until you scroll away. What the
 * agent writes is read aloud when it is finished, not letter by letter.
 */
export function Thread({ run, renderText, emptyState }: ThreadProps): ReactElement {
  const strings = useStrings().chat;
  const messages = useConversation(run, (state) => state.messages);
  const agentName = useConversation(run, agentNameOf) ?? strings.agent;
  const pending = useConversation(run, (state) => state.pending);
  const onQueue = useMemo(
    () => new Set(pending.flatMap((batch) => batch.items.map((item) => item.call.toolCallId))),
    [pending],
  );
  const { scroller, content, isAtEnd, toEnd } = useFollowEnd('[data-slot="approval-batch"]');
  const sent = messages.filter((message) => message.role === 'user').length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever sends a message wants to see it, wherever they had scrolled
  useEffect(() => toEnd(), [sent, toEnd]);

  return (
    <div data-slot="thread">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable for the arrow keys */}
      <div data-slot="thread-scroller" ref={scroller} tabIndex={0}>
        <div data-slot="thread-content" ref={content}>
          {messages.length === 0 && emptyState !== undefined ? <div data-slot="thread-empty">{emptyState}</div> : null}
          <div data-slot="messages" role="log" aria-live="off" aria-label={strings.conversation}>
            {messages.map((message) => (
              <Message
                key={message.id}
                message={message}
                agentName={agentName}
                renderText={renderText}
                onQueue={onQueue}
              />
            ))}
          </div>
          <ApprovalQueue run={run} />
        </div>
      </div>
      <FinishedText messages={messages} />
      {isAtEnd ? null : (
        <div data-slot="thread-jump">
          <Button action="jump" onPress={toEnd}>
            {strings.jump}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Reads the last finished text of the agent, as a whole. */
function FinishedText({ messages }: { readonly messages: readonly UIMessage[] }): ReactElement {
  const last = messages.at(-1);
  const texts = last?.role === 'assistant' ? last.parts.flatMap((part) => (part.type === 'text' ? [part] : [])) : [];
  const finished = texts.filter((part) => part.state !== 'streaming' && part.text !== '');
  return <Announcer id={`${last?.id ?? ''}-${finished.length}`} text={finished.at(-1)?.text ?? ''} />;
}

function agentNameOf(state: ConversationState): string | undefined {
  return state.events.at(-1)?.agentPath[0];
}
