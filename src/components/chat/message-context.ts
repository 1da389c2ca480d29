'use client';
import type { UIMessage } from 'ai';
import { type Context, createContext } from 'react';
import { useWithin } from '../part/use-within.js';

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
  return useWithin(MessageContext, {
    part: `Chat.${part}`,
    inside: 'Chat.Message message={…}',
    so: 'it has no message to change',
  });
}
