import type {
  LanguageModelV3Prompt,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
  SharedV4FileData,
} from '@ai-sdk/provider';
import { toBase64 } from '../../protocol/base64.js';

/** A prompt as version 3 of the provider contract wants it. */
export function toV3Prompt(prompt: LanguageModelV4Prompt): LanguageModelV3Prompt {
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
          return []; // unknown to version 3
        default:
          return [part];
      }
    });
    return { ...message, content };
  }) as LanguageModelV3Prompt; // each part is one of version 3 after the switch
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
      return data; // no word for it in version 3; a provider that knows it may still take it
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
