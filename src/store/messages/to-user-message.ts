import type { FileUIPart, ModelMessage, UIMessage } from 'ai';

/** A person's message as the UI shows it; `undefined` for messages that are not theirs. */
export function toUserMessage(message: ModelMessage, id: string): UIMessage | undefined {
  if (message.role !== 'user') return undefined;
  if (typeof message.content === 'string')
    return { id, role: 'user', parts: [{ type: 'text', text: message.content }] };
  const parts = message.content.map((part) => {
    if (part.type === 'text') return { type: 'text' as const, text: part.text };
    const source = part.type === 'image' ? part.image : part.data;
    const mediaType = part.mediaType ?? 'application/octet-stream';
    const text = source instanceof URL ? source.href : typeof source === 'string' ? source : '';
    const url = text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `data:${mediaType};base64,${text}`;
    const file: FileUIPart = { type: 'file', mediaType, url };
    return 'filename' in part && part.filename !== undefined ? { ...file, filename: part.filename } : file;
  });
  return { id, role: 'user', parts };
}
