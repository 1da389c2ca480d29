import type { UIMessage, UserContent } from 'ai';
import { hashText } from '../../agent/run/hash-text.js';
import { isDataUrl } from '../../protocol/base/json-messages.js';
import { Refusal } from './refusal.js';

/**
 * Converts a message of a person to content for the model. Files must be `data:` URLs: a server that loads a URL for a
 * client could reach addresses that the client cannot.
 *
 * @throws Refusal `malformed-request` for other files and for an empty message.
 */
export function toPromptContent({ parts }: UIMessage): UserContent {
  const content = parts.flatMap((part): Exclude<UserContent, string> => {
    if (part.type === 'text' && typeof part.text === 'string') return [{ type: 'text', text: part.text }];
    if (part.type !== 'file') return [];
    const { url, mediaType, filename } = part;
    // A file that no model accepts would stay in the history, and make every later answer fail.
    const isData = typeof url === 'string' && isDataUrl(url) && typeof mediaType === 'string' && mediaType !== '';
    if (!isData) throw new Refusal('malformed-request', 'Its files are not data: URLs.');
    return [{ type: 'file', data: url, mediaType, ...(typeof filename === 'string' ? { filename } : {}) }];
  });
  const [first, ...rest] = content;
  if (first === undefined || content.every((part) => part.type === 'text' && part.text.trim() === ''))
    throw new Refusal('malformed-request', 'Its message is empty.');
  return rest.length === 0 && first.type === 'text' ? first.text : content;
}

/** Returns a message as it is stored and shown again, without members that only its client uses. */
export function toStoredMessage({ id, parts }: UIMessage): UIMessage {
  const storedParts = parts.flatMap((part): UIMessage['parts'] => {
    if (part.type === 'text') return typeof part.text === 'string' ? [{ type: part.type, text: part.text }] : [];
    if (part.type !== 'file') return [];
    const { type, url, mediaType, filename } = part;
    return [{ type, url, mediaType, ...(typeof filename === 'string' ? { filename } : {}) }];
  });
  return { id, role: 'user', parts: storedParts };
}

/** Returns a hash that detects a different message with the same id. */
export function hashOf(content: UserContent): string {
  return hashText(JSON.stringify(content));
}
