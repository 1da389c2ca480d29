'use client';
import type { UIMessage } from 'ai';
import {
  type Context,
  createContext,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type RefAttributes,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { useConversation } from '../../hooks/use-conversation.js';
import { isOutputPart } from '../../store/messages/output-part.js';
import { Announcer } from '../part/announcer.js';
import { composeRefs } from '../part/compose-refs.js';
import { KeepSelection } from '../part/keep-selection.js';
import { type PartProps, renderPart } from '../part/part.js';
import { useFocusHeir } from '../part/use-focus-heir.js';
import { type FollowEnd, useFollowEnd } from '../shared/use-follow-end.js';
import { useWords } from '../strings-provider.js';
import { useChat } from './chat-context.js';
import { chatStrings } from './chat-strings.js';
import { spokenText } from './spoken-text.js';

/** Where the reader is: at the end, which is kept in view, or further up. */
type FollowState = Readonly<{ follow: 'end' | 'away' }>;

const FollowContext: Context<FollowEnd | null> = createContext<FollowEnd | null>(null);

/**
 * The frame around what scrolls. New content stays in view until the reader scrolls away. What the agent writes is read aloud when
 * it is finished, not letter by letter.
 */
export const ChatThread: ForwardRefExoticComponent<ChatThread.Props & RefAttributes<HTMLDivElement>> = forwardRef(
  function ChatThread({ children, ...props }, ref) {
    const { run } = useChat('Thread');
    const messages = useConversation(run, (state) => state.messages);
    const { scroller, content, isAtEnd, toEnd } = useFollowEnd('[data-cs="approval-batch"], [data-cs="thread-empty"]');
    const sent = messages.filter((message) => message.role === 'user').at(-1)?.id;
    // biome-ignore lint/correctness/useExhaustiveDependencies: whoever sends a message wants to see it, wherever they had scrolled
    useEffect(() => toEnd(), [sent, toEnd]);
    const follow = useMemo(() => ({ scroller, content, isAtEnd, toEnd }), [scroller, content, isAtEnd, toEnd]);
    const within = (
      <FollowContext.Provider value={follow}>
        <KeepSelection within={content}>{children}</KeepSelection>
        <FinishedText messages={messages} />
      </FollowContext.Provider>
    );
    return renderPart<'div', FollowState>(
      'div',
      { ...props, children: within },
      { slot: 'thread', state: followState(follow), ref },
    );
  },
);

export declare namespace ChatThread {
  type Props = PartProps<'div', FollowState>;
  type State = FollowState;
}

/** What scrolls. The arrow keys reach it. */
export const ChatScroll: ForwardRefExoticComponent<ChatScroll.Props & RefAttributes<HTMLDivElement>> = forwardRef(
  function ChatScroll({ children, ...props }, ref) {
    useChat('Scroll');
    const follow = useContext(FollowContext);
    const scroller = follow?.scroller;
    const both = useMemo(() => composeRefs(ref, scroller), [ref, scroller]);
    const inner = (
      <div data-cs="thread-content" ref={follow?.content}>
        {children}
      </div>
    );
    return renderPart<'div', FollowState>(
      'div',
      { ...props, children: inner },
      { slot: 'thread-scroller', state: followState(follow), own: { tabIndex: 0 }, ref: both },
    );
  },
);

export declare namespace ChatScroll {
  type Props = PartProps<'div', FollowState>;
  type State = FollowState;
}

/** Goes back to the newest. Rendered only while that is out of view. */
export const ChatJump: ForwardRefExoticComponent<ChatJump.Props & RefAttributes<HTMLButtonElement>> = forwardRef(
  function ChatJump(props, ref): ReactElement | null {
    useChat('Jump');
    const follow = useContext(FollowContext);
    return follow === null || follow.isAtEnd ? null : <JumpButton {...props} follow={follow} ref={ref} />;
  },
);

type JumpButtonProps = ChatJump.Props & { readonly follow: FollowEnd };

const JumpButton: ForwardRefExoticComponent<JumpButtonProps & RefAttributes<HTMLButtonElement>> = forwardRef(
  function JumpButton({ children, follow, ...props }, ref): ReactElement {
    const strings = useWords(chatStrings);
    const frame = useRef<HTMLDivElement>(null);
    useFocusHeir(frame, () => follow.scroller.current?.focus({ preventScroll: true }));
    return (
      <div data-cs="thread-jump" ref={frame}>
        {renderPart<'button', FollowState>(
          'button',
          { ...props, children: children ?? strings.jump },
          {
            slot: 'button',
            state: followState(follow),
            own: { type: 'button', 'data-action': 'jump', 'data-look': 'plain', onClick: () => follow.toEnd() },
            ref,
          },
        )}
      </div>
    );
  },
);

export declare namespace ChatJump {
  type Props = PartProps<'button', FollowState>;
  type State = FollowState;
}

function followState(follow: FollowEnd | null): FollowState {
  return { follow: follow?.isAtEnd === false ? 'away' : 'end' };
}

/** Reads the last finished text of the agent, as a whole and without the signs of Markdown. */
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
