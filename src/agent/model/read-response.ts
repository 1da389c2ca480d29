import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { AssistantContent, FinishReason } from 'ai';
import { runAborted } from '../abortable.js';
import type { Emit } from '../emitting.js';
import type { CallIds } from './call-ids.js';
import { type RawCall, ResponseContent } from './response-content.js';

/** One whole response of the model. */
export interface ModelResponse {
  /** As it goes into the history. */
  readonly content: Exclude<AssistantContent, string>;
  readonly calls: readonly RawCall[];
  /** All text of it. */
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

interface ReadOptions {
  readonly emit: Emit;
  readonly ids: CallIds;
  readonly signal: AbortSignal;
}

/**
 * Reads a response to its end, telling each part as it comes. Nothing of it runs before that.
 *
 * @throws what the stream failed with, or RunAborted.
 */
export async function readResponse(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { emit, ids, signal }: ReadOptions,
): Promise<ModelResponse> {
  const content = new ResponseContent(emit, ids);
  let finish: Finish = { unified: 'other', raw: undefined };
  let usage: LanguageModelV4Usage | undefined;
  for await (const part of partsOf(stream, signal)) {
    switch (part.type) {
      case 'stream-start':
        for (const warning of part.warnings)
          emit({ type: 'warning', code: `model-${warning.type}`, message: JSON.stringify(warning) });
        break;
      case 'finish':
        finish = part.finishReason;
        usage = part.usage;
        break;
      case 'error':
        throw part.error;
      case 'response-metadata':
      case 'ping':
      case 'raw':
        break;
      default:
        content.add(part);
    }
  }
  return {
    ...content.done(),
    finishReason: finish.unified,
    inputTokens: usage?.inputTokens.total ?? 0,
    outputTokens: usage?.outputTokens.total ?? 0,
  };
}

type Finish = LanguageModelV4FinishReason;

/** Yields the parts. An abort ends the wait even where the model does not listen to its signal. */
async function* partsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart, void, void> {
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      if (signal.aborted) break;
      if (done) return;
      yield value;
    }
    stop();
    throw runAborted(signal);
  } catch (error) {
    throw signal.aborted ? runAborted(signal) : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
