'use client';
import type { UIMessage } from 'ai';
import { type PartContext, partContext } from '../part/use-within.js';

/** The values that the parts of a message share. */
interface MessageControl {
  readonly message: UIMessage;
  readonly mode: 'shown' | 'editing';
  readonly setMode: (mode: 'shown' | 'editing') => void;
}

/** The message around. */
export const MessageContext: PartContext<MessageControl> = partContext(
  'Chat.Message message={…}',
  'it has no message to change',
);
