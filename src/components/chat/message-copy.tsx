'use client';
import type { TextUIPart, UIMessage } from 'ai';
import { isOutputPart } from '../../conversation/messages/output-part.js';
import { chatStrings } from '../../words/english/chat.js';
import type { CopyState } from '../part/copy-button.js';
import { type Part, part } from '../part/part.js';
import { useWithin } from '../part/use-within.js';
import { Glyph } from '../shared/glyph.js';
import { useWords } from '../strings-provider.js';
import { CopyValue } from '../value/copy-value.js';
import { MessageContext } from './message-context.js';

/** Copies the text of the message as it was written. Rendered once there is some, and while it is not edited. */
export const ChatCopy: Part<'button', CopyState> = part('Chat.Copy', 'button', ({ children, ...props }) => {
  const { message, mode } = useWithin(MessageContext, 'Chat.Copy');
  const strings = useWords(chatStrings);
  if (mode === 'editing' || !isWritten(message)) return null;
  return (
    <CopyValue aria-label={strings.copyMessage} title={strings.copyMessage} {...props} text={() => textOf(message)}>
      {children ?? <Glyph name="copy" />}
    </CopyValue>
  );
});

function isWritten(message: UIMessage): boolean {
  const texts = readableTexts(message);
  return texts.some(({ text }) => text !== '') && texts.every(({ state }) => state !== 'streaming');
}

function textOf(message: UIMessage): string {
  return readableTexts(message)
    .flatMap(({ text }) => (text === '' ? [] : [text]))
    .join('\n\n');
}

/** Returns the texts of a message. */
function readableTexts({ parts }: UIMessage): readonly TextUIPart[] {
  return parts.flatMap((part) => (part.type === 'text' && !isOutputPart(part) ? [part] : []));
}
