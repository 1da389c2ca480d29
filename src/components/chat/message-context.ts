'use client';
import type { UIMessage } from 'ai';
import { type Context, createContext, useContext } from 'react';
import { UserError } from '../../protocol/base/errors.js';

/** What the parts of a message need from it. */
export interface MessageControl {
  readonly message: UIMessage;
  readonly mode: 'shown' | 'editing';
  readonly setMode: (mode: 'shown' | 'editing') => void;
}

/** The message around. */
export const MessageContext: Context<MessageControl | null> = createContext<MessageControl | null>(null);

/**
 * The message around.
 *
 * @throws UserError when there is none.
 */
export function useMessage(part: string): MessageControl {
  const control = useContext(MessageContext);
  if (control !== null) return control;
  throw new UserError(
    'outside-message',
    `<Chat.${part}> stands outside of <Chat.Message>, so it has no message to change. Put it inside of one.`,
  );
}
