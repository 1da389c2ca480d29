'use client';
import type { UIMessage } from 'ai';
import { memo, type NamedExoticComponent, type ReactElement, type ReactNode, useId } from 'react';
import { isToolPart } from '../../store/call-record.js';
import { useStrings } from '../strings-provider.js';
import { CallLine } from './call-line.js';

/** Turns a text of the conversation into what is shown, such as Markdown. The default shows it as it is. */
export type RenderText = (text: string) => ReactNode;

/** Props of {@link Message}. */
export interface MessageProps {
  readonly message: UIMessage;
  readonly agentName: string;
  readonly renderText?: RenderText | undefined;
  /** Calls that stand on the queue, and are not shown twice. */
  readonly onQueue: ReadonlySet<string>;
}

/** One message: who says it, and its parts in order. */
export const Message: NamedExoticComponent<MessageProps> = memo(function Message(props: MessageProps): ReactElement {
  const { message, agentName, renderText, onQueue } = props;
  const strings = useStrings().chat;
  const whoId = useId();
  return (
    <article data-slot="message" data-role={message.role} aria-labelledby={whoId}>
      <p data-slot="message-who" id={whoId}>
        <bdi>{message.role === 'user' ? strings.you : agentName}</bdi>
      </p>
      {message.parts.map((part, index) =>
        isToolPart(part) && onQueue.has(part.toolCallId) ? null : (
          <MessagePart
            key={isToolPart(part) ? part.toolCallId : `${part.type}-${index}`}
            part={part}
            renderText={renderText}
          />
        ),
      )}
    </article>
  );
});

interface MessagePartProps {
  readonly part: UIMessage['parts'][number];
  readonly renderText: RenderText | undefined;
}

function MessagePart({ part, renderText }: MessagePartProps): ReactElement | null {
  const strings = useStrings().chat;
  if (isToolPart(part)) return <CallLine part={part} />;
  switch (part.type) {
    case 'text':
      if (part.text === '') return null;
      return (
        <div data-slot="text" data-plain={renderText === undefined ? '' : undefined} dir="auto">
          {renderText === undefined ? part.text : renderText(part.text)}
        </div>
      );
    case 'reasoning':
      if (part.text === '') return null;
      return (
        <details data-slot="reasoning">
          <summary>{strings.reasoning}</summary>
          <div data-slot="text" data-plain="" dir="auto">
            {part.text}
          </div>
        </details>
      );
    case 'file':
      return (
        <p data-slot="file">
          <bdi>{part.filename ?? strings.attachment}</bdi> <span data-slot="file-type">{part.mediaType}</span>
        </p>
      );
    default:
      return null; // sources, step marks and an app's own data parts have no look of their own yet
  }
}
