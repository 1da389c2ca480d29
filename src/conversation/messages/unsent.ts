import type { UIMessage } from 'ai';
import { ownMetadata, withOwnMetadata } from './step-record.js';

/** Marks a message that the server did not accept: it is shown, but it is not part of the history. */
export function asUnsent(message: UIMessage): UIMessage {
  return { ...message, metadata: withOwnMetadata(message.metadata, { unsent: true }) };
}

/** Returns `true` for a message that the server did not accept. */
export function isUnsent({ metadata }: Pick<UIMessage, 'metadata'>): boolean {
  return ownMetadata(metadata).unsent === true;
}
