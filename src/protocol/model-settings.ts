import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';

/** How the model is to answer: passed on to it as it is. */
export type ModelSettings = Pick<
  LanguageModelV4CallOptions,
  | 'maxOutputTokens'
  | 'temperature'
  | 'stopSequences'
  | 'topP'
  | 'topK'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'seed'
  | 'toolChoice'
  | 'headers'
  | 'reasoning'
  | 'providerOptions'
>;
