import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
  LanguageModelV4StreamResult,
  LanguageModelV4ToolResultOutput,
  SharedV4FileData,
} from '@ai-sdk/provider';
import type { LanguageModel } from 'ai';
import { toBase64 } from '../../protocol/base/base64.js';
import { UserError } from '../../protocol/base/errors.js';

/**
 * Returns the model as version 4 of the provider contract.
 *
 * @throws UserError for a model id (a gateway on a server would have to resolve it) or a model of an older contract.
 */
export function resolveModel(model: LanguageModel): LanguageModelV4 {
  if (typeof model === 'string') {
    const [provider = model] = model.split('/');
    throw new UserError(
      'model-id',
      `createAgent got the model id '${model}', which only a gateway on a server can resolve. Pass a model object, made with its provider's package, such as @ai-sdk/${provider}.`,
    );
  }
  switch (model.specificationVersion) {
    case 'v4':
      return model;
    case 'v3':
      return adaptV3(model);
    default:
      throw new UserError(
        'model-version',
        `The model '${model.modelId}' speaks version ${model.specificationVersion ?? 'v1'} of the provider contract, not v4 or v3. Update its provider package to the line for ai 7.`,
      );
  }
}

/**
 * Adapts a model of version 3 of the provider contract to version 4. They differ in the form of files: those of the
 * prompt are converted here,
 * and `readResponse` accepts both forms.
 */
export function adaptV3(model: LanguageModelV3): LanguageModelV4 {
  const toOptions = (options: LanguageModelV4CallOptions): LanguageModelV3CallOptions =>
    // The prompt is the only difference; version 3 ignores the other additions.
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

/** Converts a prompt to version 3 of the provider contract. */
function toV3Prompt(prompt: LanguageModelV4Prompt): LanguageModelV3Prompt {
  return prompt.map((message) => {
    if (message.role === 'system') return message;
    const content = message.content.flatMap((part): object[] => {
      switch (part.type) {
        case 'file':
          return [{ ...part, data: toV3Data(part.data) }];
        case 'tool-result':
          return [{ ...part, output: toV3Output(part.output) }];
        case 'custom':
        case 'reasoning-file':
          return []; // Unknown to version 3.
        default:
          return [part];
      }
    });
    return { ...message, content };
  }) as LanguageModelV3Prompt; // After the switch, each part is one of version 3.
}

function toV3Data(data: SharedV4FileData): unknown {
  switch (data.type) {
    case 'data':
      return data.data;
    case 'url':
      return data.url;
    case 'text':
      return new TextEncoder().encode(data.text);
    case 'reference':
      return data; // Version 3 has no such type; a provider that knows it may still accept it.
    default:
      return data satisfies never;
  }
}

function toV3Output(output: LanguageModelV4ToolResultOutput): object {
  if (output.type !== 'content') return output;
  const value = output.value.map((part) => {
    if (part.type !== 'file') return part;
    const { data, mediaType, filename, providerOptions } = part;
    switch (data.type) {
      case 'data':
        return { type: 'file-data', data: toBase64(data.data), mediaType, filename, providerOptions };
      case 'url':
        return { type: 'file-url', url: data.url.href, providerOptions };
      case 'reference':
        return { type: 'file-id', fileId: data.reference, providerOptions };
      case 'text':
        return { type: 'text', text: data.text, providerOptions };
      default:
        return data satisfies never;
    }
  });
  return { ...output, value };
}
