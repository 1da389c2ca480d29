import type { UIMessageChunk } from 'ai';
import { maskedError } from './event-chunks.js';
import { type SseOptions, sseResponse } from './sse-response.js';

/** How a stream of chunks is sent. */
export type EventStreamOptions = SseOptions;

const done = 'data: [DONE]\n\n';

/** Sends chunks as server-sent events, as fast as the client takes them. Whoever goes away ends nothing but its own stream, of which `cancel` is told. */
export function toEventStream(
  chunks: AsyncIterator<UIMessageChunk, unknown>,
  { headers, ...options }: EventStreamOptions = {},
  cancel: () => void = () => {},
): Response {
  const failed = `${toEvent({ type: 'error', errorText: maskedError })}${done}`;
  const own = { 'x-vercel-ai-ui-message-stream': 'v1', ...headers };
  return sseResponse(chunkTexts(chunks), { done, failed, cancel }, { ...options, headers: own });
}

function chunkTexts(chunks: AsyncIterator<UIMessageChunk, unknown>): AsyncIterator<string, unknown> {
  return {
    next: async () => {
      const told = await chunks.next();
      return told.done === true ? told : { value: toEvent(told.value) };
    },
  };
}

function toEvent(chunk: UIMessageChunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
