import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { CallIds } from '../../../src/agent/model/call-ids.js';
import { type ModelResponse, readResponse } from '../../../src/agent/model/read-response.js';
import type { RunEventBody } from '../../../src/protocol/run-event.js';

/** The result of reading a response. */
export interface ReadResponse {
  readonly events: readonly RunEventBody[];
  readonly response: ModelResponse | undefined;
  readonly error: unknown;
}

/** Reads parts like a step does, and collects the events. */
export async function read(
  parts: readonly LanguageModelV4StreamPart[],
  {
    history = [],
    signal = new AbortController().signal,
  }: { history?: readonly ModelMessage[]; signal?: AbortSignal } = {},
): Promise<ReadResponse> {
  const ids = new CallIds();
  ids.addHistory(history);
  return await readStream(toStream(parts), { ids, signal });
}

/** Reads a stream like a step does. */
export async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { ids = new CallIds(), signal = new AbortController().signal } = {},
): Promise<ReadResponse> {
  const events: RunEventBody[] = [];
  const emit = (event: RunEventBody): void => void events.push(event);
  try {
    const response = await readResponse(stream, { emit, ids, signal, partIds: new Set() });
    return { events, response, error: undefined };
  } catch (error) {
    return { events, response: undefined, error };
  }
}

/** A stream whose parts are all available. */
export function toStream<PART>(parts: readonly PART[]): ReadableStream<PART> {
  let index = 0;
  return new ReadableStream({
    pull: (controller) => {
      const part = parts[index++];
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}

/** The end of a response. */
export function finish(unified: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'other' = 'stop') {
  return {
    type: 'finish' as const,
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: 12, noCache: 10, cacheRead: 2, cacheWrite: undefined },
      outputTokens: { total: 7, text: 4, reasoning: 3 },
    },
  };
}

/** One response of a model: parts, or a function that returns them or throws. */
export type Turn = readonly LanguageModelV4StreamPart[] | (() => ReadableStream<LanguageModelV4StreamPart>);

/** A model that streams these parts, and records its requests. */
export function partsModel(
  turns: readonly Turn[],
): LanguageModelV4 & { readonly requests: LanguageModelV4CallOptions[] } {
  const requests: LanguageModelV4CallOptions[] = [];
  return {
    specificationVersion: 'v4',
    provider: 'parts.test',
    modelId: 'parts',
    supportedUrls: {},
    requests,
    doGenerate: () => Promise.reject(new Error('streams only')),
    doStream: async (request) => {
      const turn = turns[requests.length];
      requests.push(request);
      if (turn === undefined) throw new Error(`No turn ${requests.length}.`);
      return { stream: typeof turn === 'function' ? turn() : toStream(turn) };
    },
  };
}

/** A server-sent response with these lines. */
export function toResponse(lines: readonly string[], end = ''): Response {
  const text = lines.map((line) => `data: ${line}\n\n`).join('');
  return new Response(text + end, { headers: { 'content-type': 'text/event-stream' } });
}
