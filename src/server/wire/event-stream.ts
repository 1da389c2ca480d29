import type { UIMessageChunk } from 'ai';
import { maskedError } from './event-chunks.js';
import { type SseOptions, sseResponse } from './sse-response.js';

/** Options of {@link toEventStream}. */
export type EventStreamOptions = SseOptions;

const done = 'data: [DONE]\n\n';

/**
 * Sends chunks as server-sent events, as fast as the client reads them. A client that disconnects ends only its own
 * stream. `onEnd` is called when the response is over.
 */
export function toEventStream(
  chunks: AsyncIterator<UIMessageChunk, unknown>,
  { headers, ...options }: EventStreamOptions = {},
  onEnd: () => void = () => {},
): Response {
  const failed = `${toEvent({ type: 'error', errorText: maskedError })}${done}`;
  const own = { 'x-vercel-ai-ui-message-stream': 'v1', ...headers };
  return sseResponse(chunkTexts(chunks), { done: () => done, failed, onEnd }, { ...options, headers: own });
}

function chunkTexts(chunks: AsyncIterator<UIMessageChunk, unknown>): AsyncIterator<string, unknown> {
  return {
    next: async () => {
      const next = await chunks.next();
      return next.done === true ? next : { value: toEvent(next.value) };
    },
  };
}

function toEvent(chunk: UIMessageChunk): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
