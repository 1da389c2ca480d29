import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import { type Delay, noDelay, pacedStream, realDelay } from './paced-stream.js';
import { replyTo } from './reply.js';
import { streamParts } from './stream-parts.js';

/** Options of the stand-in model. */
export interface StandInOptions {
  /** `human` streams at the pace of reading, `instant` as fast as it is read. */
  readonly pace?: 'human' | 'instant';
  /** The function that waits. Default: depends on `pace`. */
  readonly delay?: Delay;
  readonly now?: () => number;
}

const MODEL_ID = 'stand-in';

function usedIds(prompt: LanguageModelV4Prompt): Set<string> {
  const calls = prompt.flatMap((message) =>
    message.role === 'assistant' ? message.content.filter((part) => part.type === 'tool-call') : [],
  );
  return new Set(calls.map((call) => call.toolCallId));
}

/** Returns a new call id. It is not used by any earlier response or loaded conversation. */
function callIds(): (prompt: LanguageModelV4Prompt) => () => string {
  let count = 0;
  return (prompt) => {
    const used = usedIds(prompt);
    return () => {
      do count += 1;
      while (used.has(`call_${count}`));
      return `call_${count}`;
    };
  };
}

/**
 * Creates a model in the page: deterministic, without a key or a network. It understands simple requests about files,
 * makes several calls in one response, and reports their results. It is not a language model, and says so.
 */
export function createStandInModel(options: StandInOptions = {}): LanguageModelV4 {
  const { pace = 'human', now = Date.now } = options;
  const delay = options.delay ?? (pace === 'human' ? realDelay : noDelay);
  const idsFor = callIds();
  let responses = 0;

  function partsFor(callOptions: LanguageModelV4CallOptions): ReturnType<typeof streamParts> {
    responses += 1;
    return streamParts(replyTo(callOptions), {
      options: callOptions,
      modelId: MODEL_ID,
      responseId: `response_${responses}`,
      timestamp: new Date(now()),
      nextCallId: idsFor(callOptions.prompt),
    });
  }

  return {
    specificationVersion: 'v4',
    provider: 'countersign-demo',
    modelId: MODEL_ID,
    supportedUrls: {},
    async doStream(callOptions) {
      callOptions.abortSignal?.throwIfAborted();
      return { stream: pacedStream(partsFor(callOptions), delay, callOptions.abortSignal) };
    },
    async doGenerate(callOptions) {
      callOptions.abortSignal?.throwIfAborted();
      const content: LanguageModelV4Content[] = [];
      let text = '';
      for (const { part } of partsFor(callOptions)) {
        if (part.type === 'text-delta') text += part.delta;
        if (part.type === 'text-end') content.push({ type: 'text', text });
        if (part.type === 'tool-call') content.push(part);
        if (part.type === 'finish')
          return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] };
      }
      throw new Error('The stand-in ended without a finish part.');
    },
  };
}
