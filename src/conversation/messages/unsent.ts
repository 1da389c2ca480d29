import type { UIMessage } from 'ai';
import { ownMetadata, withOwnMetadata } from './step-record.js';

/** Notes in the metadata of a message that no server took it: it is shown, and it is not part of the history. */
export function asUnsent(message: UIMessage): UIMessage {
  return { ...message, metadata: withOwnMetadata(message.metadata, { unsent: true }) };
}

/** Returns `true` for a message that no server took. */
export function isUnsent({ metadata }: Pick<UIMessage, 'metadata'>): boolean {
  return ownMetadata(metadata).unsent === true;
}
