import type { FileUIPart, ModelMessage, UIMessage } from 'ai';
import { isRecord } from '../../protocol/base/record.js';

/** Returns a person's message in the form of the UI; `undefined` for messages of others. */
export function toUserMessage(message: ModelMessage, id: string): UIMessage | undefined {
  if (message.role !== 'user') return undefined;
  if (typeof message.content === 'string')
    return { id, role: 'user', parts: [{ type: 'text', text: message.content }] };
  const parts = message.content.map((part) => {
    if (part.type === 'text') return { type: 'text' as const, text: part.text };
    const isImage = part.type === 'image';
    const mediaType = part.mediaType ?? (isImage ? 'image/*' : 'application/octet-stream');
    const url = toFileUrl(isImage ? part.image : part.data, mediaType);
    const file: FileUIPart = { type: 'file', mediaType, url };
    return 'filename' in part && part.filename !== undefined ? { ...file, filename: part.filename } : file;
  });
  return { id, role: 'user', parts };
}

/** Returns the URL of a part's content; empty if only its provider has it. */
export function toFileUrl(source: unknown, mediaType: string): string {
  if (source instanceof URL) return source.href;
  if (typeof source === 'string')
    return /^[a-z][a-z\d+.-]*:/i.test(source) ? source : `data:${mediaType};base64,${source}`;
  if (!isRecord(source)) return '';
  // Tagged with its kind, as later versions of the AI SDK write it.
  return source.type === 'data' || source.type === 'url' ? toFileUrl(source[source.type], mediaType) : '';
}
