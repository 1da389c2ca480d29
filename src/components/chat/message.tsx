'use client';
import type { UIMessage } from 'ai';
import { type MouseEvent, type ReactElement, useId, useMemo, useState } from 'react';
import { escapeUnseen } from '../../approval/deceptive/escape-unseen.js';
import { isToolPart } from '../../conversation/messages/call-record.js';
import { cutOffOf } from '../../conversation/messages/cut-off.js';
import { isOfPerson } from '../../conversation/messages/end-step.js';
import { isOutputPart, outputIn } from '../../conversation/messages/output-part.js';
import { isUnsent } from '../../conversation/messages/unsent.js';
import type { ConversationState } from '../../conversation/state/conversation-state.js';
import { useConversation } from '../../hooks/use-conversation.js';
import { chatStrings } from '../../words/english/chat.js';
import { focusComposer } from '../composer/focus-composer.js';
import { CallView } from '../outlet/call-view.js';
import { Button } from '../part/button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { OutletBoundary } from '../shared/outlet-boundary.js';
import { useWords } from '../strings-provider.js';
import { ChatCall } from './call-line.js';
import { ChatContext } from './chat-context.js';
import { ChatEdit, ChatRegenerate, isResting } from './message-actions.js';
import { MessageContext } from './message-context.js';
import { ChatCopy } from './message-copy.js';
import { ChatEditor } from './message-editor.js';
import { ChatFile, ChatReasoning, ChatSource, ChatText } from './message-parts.js';

type MessageContentPart = UIMessage['parts'][number];

/** Props of `Chat.Message`. */
interface ChatMessageProps {
  readonly message: UIMessage;
}

/** One message: its author, its parts in order, and its actions. Its children replace all but its accessible name. */
export const ChatMessage: Part<'article', { role: UIMessage['role']; mode: 'shown' | 'editing' }, ChatMessageProps> =
  part('Chat.Message', 'article', ({ message, children, ...props }, render) => {
    const { run } = useWithin(ChatContext, 'Chat.Message');
    const strings = useWords(chatStrings);
    const agentName = useConversation(run, agentNameOf) ?? strings.agent;
    const whoId = useId();
    const [mode, setMode] = useState<'shown' | 'editing'>('shown');
    const control = useMemo(() => ({ message, mode, setMode }), [message, mode]);
    const within = (
      <MessageContext.Provider value={control}>
        <p data-cs="message-who" id={whoId}>
          <bdi>{message.role === 'user' ? strings.you : escapeUnseen(agentName)}</bdi>
        </p>
        {children ?? <MessageContent message={message} mode={mode} />}
      </MessageContext.Provider>
    );
    return render(props, {
      'data-cs': 'message',
      state: { role: message.role, mode },
      'aria-labelledby': whoId,
      children: within,
    });
  });

interface MessageContentProps {
  readonly message: UIMessage;
  readonly mode: 'shown' | 'editing';
}

function MessageContent({ message, mode }: MessageContentProps): ReactElement {
  const sources = message.parts.filter((part) => part.type === 'source-url' || part.type === 'source-document');
  const strings = useWords(chatStrings);
  const { Source = ChatSource } = useWithin(ChatContext, 'Chat.Message').slots;
  return (
    <>
      {mode === 'editing' ? (
        <ChatEditor />
      ) : (
        message.parts.map((part, index) => (
          <MessagePart
            key={isToolPart(part) ? part.toolCallId : `${part.type}-${index}`}
            part={part}
            messageId={message.id}
          />
        ))
      )}
      {sources.length === 0 ? null : (
        <ul data-cs="sources" aria-label={strings.sources}>
          {sources.map((part) => (
            <Source key={part.sourceId} part={part} />
          ))}
        </ul>
      )}
      <CutOffNote message={message} />
      {isUnsent(message) ? <p data-cs="message-unsent">{strings.unsent}</p> : null}
      <div data-cs="message-controls">
        {message.role === 'user' ? <ChatEdit /> : null}
        <ChatRegenerate />
        <ChatCopy />
      </div>
    </>
  );
}

/** A note that an answer is incomplete. It offers to continue it while it is the last one. */
function CutOffNote({ message }: Pick<MessageContentProps, 'message'>): ReactElement | null {
  const { run } = useWithin(ChatContext, 'Chat.Message');
  const strings = useWords(chatStrings);
  const isLast = useConversation(run, (state) => isResting(state) && state.messages.at(-1)?.id === message.id);
  const cutOff = cutOffOf(message);
  if (cutOff === null) return null;
  const proceed = (event: MouseEvent<HTMLElement>): void => {
    focusComposer(event.currentTarget); // the button is removed once the run has begun
    run.start(strings.continuePrompt);
  };
  return (
    <p data-cs="message-cut-off">
      {strings.cutOff(cutOff)}
      {isLast && cutOff !== 'content-filter' ? (
        <Button action="continue" look="quiet" onPress={proceed}>
          {strings.continueAnswer}
        </Button>
      ) : null}
    </p>
  );
}

interface MessagePartProps {
  readonly part: MessageContentPart;
  readonly messageId: string;
}

function MessagePart({ part, messageId }: MessagePartProps): ReactElement | null {
  const { run, slots } = useWithin(ChatContext, 'Chat.Message');
  const { Text = ChatText, Reasoning = ChatReasoning, CallLine = ChatCall, File = ChatFile, Data, Output } = slots;
  if (isOutputPart(part)) return Output === undefined ? null : <Output output={outputIn(part)} />;
  if (isToolPart(part)) {
    const plain = (): ReactElement => <ChatCall part={part} />;
    return (
      <>
        <OutletBoundary key={part.toolCallId} renderFailure={plain}>
          <CallLine part={part} />
        </OutletBoundary>
        <CallView run={run} part={part} />
      </>
    );
  }
  if (isDataPart(part)) return Data === undefined ? null : <Data part={part} />;
  switch (part.type) {
    case 'text':
      return part.text === '' ? null : <Text part={part} />;
    case 'reasoning':
      return part.text === '' ? null : <Reasoning part={part} />;
    case 'file':
      return <File part={part} />;
    case 'steering-message':
      return isOfPerson(part, messageId) ? <SteeringMessage part={part} messageId={messageId} /> : null;
    default:
      return null; // sources are listed together below, and step markers are not shown
  }
}

interface SteeringMessageProps {
  readonly part: Extract<MessageContentPart, { type: 'steering-message' }>;
  readonly messageId: string;
}

/** A message that the user sent while the agent worked, at its place in the agent's message. */
function SteeringMessage({ part, messageId }: SteeringMessageProps): ReactElement {
  const strings = useWords(chatStrings);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div data-cs="steering" role="group" aria-label={strings.you}>
      {part.parts.map((content, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sent message do not change
        <MessagePart key={index} part={content} messageId={messageId} />
      ))}
    </div>
  );
}

function isDataPart(part: MessageContentPart): part is Extract<MessageContentPart, { type: `data-${string}` }> {
  return part.type.startsWith('data-');
}

function agentNameOf(state: ConversationState): string | undefined {
  return state.events.at(-1)?.agentPath[0];
}
