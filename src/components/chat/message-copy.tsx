'use client';
import type { TextUIPart, UIMessage } from 'ai';
import { type ForwardRefExoticComponent, forwardRef, type ReactElement, type RefAttributes } from 'react';
import { isOutputPart } from '../../store/messages/output-part.js';
import type { CopyState } from '../part/copy-button.js';
import type { PartProps } from '../part/part.js';
import { useWords } from '../strings-provider.js';
import { CopyValue } from '../value/copy-value.js';
import { chatStrings } from './chat-strings.js';
import { useMessage } from './message-context.js';

/** Copies the text of the message, as it was written. Rendered only once there is one, and while nobody edits it. */
export const ChatCopy: ForwardRefExoticComponent<ChatCopy.Props & RefAttributes<HTMLButtonElement>> = forwardRef(
  function ChatCopy(props, ref): ReactElement | null {
    const { message, mode } = useMessage('Copy');
    const strings = useWords(chatStrings);
    if (mode === 'editing' || !isWritten(message)) return null;
    return <CopyValue aria-label={strings.copyMessage} {...props} text={() => textOf(message)} ref={ref} />;
  },
);

export declare namespace ChatCopy {
  type Props = PartProps<'button', CopyState>;
  type State = CopyState;
}

function isWritten(message: UIMessage): boolean {
  const texts = readableTexts(message);
  return texts.some(({ text }) => text !== '') && texts.every(({ state }) => state !== 'streaming');
}

function textOf(message: UIMessage): string {
  return readableTexts(message)
    .flatMap(({ text }) => (text === '' ? [] : [text]))
    .join('\n\n');
}

/** What there is to read. */
function readableTexts({ parts }: UIMessage): readonly TextUIPart[] {
  return parts.flatMap((part) => (part.type === 'text' && !isOutputPart(part) ? [part] : []));
}
