import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';

/** The input of a call whose end will be missing: a blank, which no other call has. */
export const unfinishedInput = ' ';

/**
 * A scripted model whose broken responses end with a `finish` part of the package, as provider packages do for
 * a body that was cut off.
 */
export function withBrokenResponses(
  model: LanguageModelV4,
  /** Returns `true` if the response to a request is broken. Most responses are passed on unchanged. */
  isBroken: (request: LanguageModelV4CallOptions) => boolean,
): LanguageModelV4 {
  let count = 0;
  return {
    ...model,
    doStream: async (options) => {
      const response = await model.doStream(options);
      if (!isBroken(options)) return response;
      const { stream, ...rest } = response;
      const isNamed = count++ % 2 === 0;
      const unfinished = new Set<string>();
      const cut = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
        transform: (part, out) => {
          if (part.type === 'tool-input-delta' && part.delta === unfinishedInput) unfinished.add(part.id);
          else if (part.type === 'finish') out.enqueue(isNamed ? part : withoutReason(part));
          else if (part.type === 'tool-call' && unfinished.has(part.toolCallId)) out.enqueue({ ...part, input: '' });
          else if (part.type !== 'tool-input-end' || !unfinished.has(part.id)) out.enqueue(part);
        },
      });
      return { ...rest, stream: stream.pipeThrough(cut) };
    },
  };
}

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

function withoutReason(part: Finish): Finish {
  if (part.finishReason.unified !== 'interrupted') return part;
  return { ...part, finishReason: { unified: 'other', raw: undefined } };
}
