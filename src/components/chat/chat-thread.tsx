'use client';
import type { UIMessage } from 'ai';
import { type Context, createContext, type ReactElement, useContext, useEffect, useMemo, useRef } from 'react';
import type { PendingBatch, PendingItem } from '../../approval/broker/pending.js';
import { isOutputPart } from '../../conversation/messages/output-part.js';
import type { UseAgentRunResult } from '../../hooks/use-agent-run.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { queueStrings } from '../../words/english/approval.js';
import { chatStrings } from '../../words/english/chat.js';
import { countNeeded, needsPerson } from '../card/needs-person.js';
import { Announcer } from '../part/announcer.js';
import { KeepSelection } from '../part/keep-selection.js';
import { type Part, part } from '../part/part.js';
import { useFocusAfterRemoval } from '../part/use-focus-after-removal.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { type FollowEnd, useFollowEnd } from '../shared/use-follow-end.js';
import { useWords } from '../strings-provider.js';
import { ChatContext } from './chat-context.js';
import { spokenText } from './spoken-text.js';

/** The position of the reader: at the end, which is kept in view, or further up. */
type FollowState = Readonly<{ follow: 'end' | 'away' }>;

const FollowContext: Context<FollowEnd | null> = createContext<FollowEnd | null>(null);

/**
 * The frame around the scroll container. New content stays in view until the reader scrolls away. The agent's text is
 * announced when it is finished, not letter by letter.
 */
export const ChatThread: Part<'div', FollowState> = part('Chat.Thread', 'div', ({ children, ...props }, render) => {
  const { run } = useWithin(ChatContext, 'Chat.Thread');
  const messages = useConversation(run, (state) => state.messages);
  const { scroller, content, isAtEnd, toEnd } = useFollowEnd('[data-cs="approval-batch"], [data-cs="thread-empty"]');
  const sent = messages.filter((message) => message.role === 'user').at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the user wants to see a sent message, wherever they had scrolled
  useEffect(() => toEnd(), [sent, toEnd]);
  const follow = useMemo(() => ({ scroller, content, isAtEnd, toEnd }), [scroller, content, isAtEnd, toEnd]);
  const within = (
    <FollowContext.Provider value={follow}>
      <KeepSelection within={content}>{children}</KeepSelection>
      <FinishedText messages={messages} />
    </FollowContext.Provider>
  );
  return render(props, { 'data-cs': 'thread', state: followState(follow), children: within });
});

/** The scroll container. Arrow keys scroll it. */
export const ChatScroll: Part<'div', FollowState> = part('Chat.Scroll', 'div', ({ children, ...props }, render) => {
  useWithin(ChatContext, 'Chat.Scroll');
  const follow = useContext(FollowContext);
  const inner = (
    <div data-cs="thread-content" ref={follow?.content}>
      {children}
    </div>
  );
  return render(props, {
    'data-cs': 'thread-scroller',
    state: followState(follow),
    tabIndex: 0,
    ref: follow?.scroller,
    children: inner,
  });
});

/**
 * Scrolls back to the newest message, or to the calls that wait there, which it counts. Rendered only while that is out
 * of view.
 */
export const ChatJump: Part<'button', FollowState> = part('Chat.Jump', 'button', (props) => {
  useWithin(ChatContext, 'Chat.Jump');
  const follow = useContext(FollowContext);
  return follow === null || follow.isAtEnd ? null : <JumpButton {...props} follow={follow} />;
});

interface JumpButtonProps {
  readonly follow: FollowEnd;
}

const JumpButton: Part<'button', FollowState, JumpButtonProps> = part(
  'JumpButton',
  'button',
  ({ follow, ...props }, render) => {
    const strings = useWords(chatStrings);
    const { run } = useWithin(ChatContext, 'Chat.Jump');
    const { callsNeedYou } = useWords(queueStrings);
    const pending = useConversation(run, (state) => state.pending);
    const waiting = waitingItems(pending, run.clientTools);
    const frame = useRef<HTMLDivElement>(null);
    useFocusAfterRemoval(frame, () => follow.scroller.current?.focus({ preventScroll: true }));
    return (
      <div data-cs="thread-jump" ref={frame}>
        {render(props, {
          state: followState(follow),
          'data-action': 'jump',
          'data-look': 'plain',
          onClick: () => follow.toEnd(),
          children: (
            <>
              {waiting.length === 0 ? strings.jump : callsNeedYou(countNeeded(waiting))}
              <Glyph name="down" />
            </>
          ),
        })}
      </div>
    );
  },
);

/** Returns the calls that wait for a person. */
function waitingItems(
  pending: readonly PendingBatch[],
  tools: UseAgentRunResult['clientTools'],
): readonly PendingItem[] {
  const items = pending.flatMap((batch) => batch.items);
  return items.filter((item) => item.state.status === 'waiting' && needsPerson(item, tools));
}

function followState(follow: FollowEnd | null): FollowState {
  return { follow: follow?.isAtEnd === false ? 'away' : 'end' };
}

/** Announces the last finished text of the agent, whole and without Markdown syntax. */
function FinishedText({ messages }: { readonly messages: readonly UIMessage[] }): ReactElement {
  const last = messages.at(-1);
  const texts =
    last?.role === 'assistant'
      ? last.parts.flatMap((part) => (part.type === 'text' && !isOutputPart(part) ? [part] : []))
      : [];
  const finished = texts.filter((part) => part.state !== 'streaming' && part.text !== '');
  const text = finished.at(-1)?.text ?? '';
  const spoken = useMemo(() => spokenText(text), [text]);
  return <Announcer id={`${last?.id ?? ''}-${finished.length}`} text={spoken} />;
}
