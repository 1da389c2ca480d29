import type { UIMessage } from 'ai';
import type { UserInput } from '../state/conversation-state.js';

/** Converts a user message to the input of a new request. `text` replaces its texts; files stay. */
export function toUserInput({ parts }: UIMessage, text?: string): UserInput {
  const content = text ?? parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const files = parts.flatMap((part) => {
    if (part.type !== 'file') return [];
    const { type, url, mediaType, filename } = part;
    return [{ type, data: url, mediaType, ...(filename === undefined ? {} : { filename }) }];
  });
  if (files.length === 0) return content;
  return content === '' ? files : [{ type: 'text', text: content }, ...files];
}
