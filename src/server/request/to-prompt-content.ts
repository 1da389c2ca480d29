import type { UIMessage, UserContent } from 'ai';
import { hashText } from '../../agent/run/hash-text.js';
import { isDataUrl } from '../../protocol/base/json-messages.js';
import { Refusal } from './refusal.js';

/** What a person said, as the model reads it. Files come with the message: a server that loads an address for a client reaches what the client cannot. */
export function toPromptContent({ parts }: UIMessage): UserContent {
  const content = parts.flatMap((part): Exclude<UserContent, string> => {
    if (part.type === 'text' && typeof part.text === 'string') return [{ type: 'text', text: part.text }];
    if (part.type !== 'file') return [];
    const { url, mediaType, filename } = part;
    // One that no model takes would stay in the history, and fail each answer after it.
    const isData = typeof url === 'string' && isDataUrl(url) && typeof mediaType === 'string' && mediaType !== '';
    if (!isData) throw new Refusal('malformed-request', 'Its files are no data: URLs.');
    return [{ type: 'file', data: url, mediaType, ...(typeof filename === 'string' ? { filename } : {}) }];
  });
  const [first, ...rest] = content;
  if (first === undefined || content.every((part) => part.type === 'text' && part.text.trim() === ''))
    throw new Refusal('malformed-request', 'Its message says nothing.');
  return rest.length === 0 && first.type === 'text' ? first.text : content;
}

/** The message as it is kept and shown again: what its client puts beside is not ours to keep. */
export function toStoredMessage({ id, parts }: UIMessage): UIMessage {
  const kept = parts.flatMap((part): UIMessage['parts'] => {
    if (part.type === 'text') return typeof part.text === 'string' ? [{ type: part.type, text: part.text }] : [];
    if (part.type !== 'file') return [];
    const { type, url, mediaType, filename } = part;
    return [{ type, url, mediaType, ...(typeof filename === 'string' ? { filename } : {}) }];
  });
  return { id, role: 'user', parts: kept };
}

/** Tells another message that has the same id. */
export function hashOf(content: UserContent): string {
  return hashText(JSON.stringify(content));
}
