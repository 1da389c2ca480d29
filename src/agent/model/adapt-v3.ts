import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';
import { toV3Prompt } from './to-v3-prompt.js';

/**
 * A model of the provider contract's version 3 as one of version 4. The two differ in how files are written: going in they are
 * rewritten here, coming out `readResponse` takes both shapes.
 */
export function adaptV3(model: LanguageModelV3): LanguageModelV4 {
  const toOptions = (options: LanguageModelV4CallOptions): LanguageModelV3CallOptions =>
    // Nothing but the prompt and additions that version 3 does not read differs.
    ({ ...options, prompt: toV3Prompt(options.prompt) }) as LanguageModelV3CallOptions;
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: async (options) => (await model.doGenerate(toOptions(options))) as LanguageModelV4GenerateResult,
    doStream: async (options) => (await model.doStream(toOptions(options))) as LanguageModelV4StreamResult,
  };
}
