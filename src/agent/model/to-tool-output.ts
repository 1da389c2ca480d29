import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { ToolResultPart } from 'ai';
import { toFilePart } from './to-file-part.js';

type Output = ToolResultPart['output'];
type Item = Extract<Output, { type: 'content' }>['value'][number];
type PromptItem = Extract<LanguageModelV4ToolResultOutput, { type: 'content' }>['value'][number];

/** A tool's result as the provider contract wants it: files in their one shape, older ways to write them included. */
export function toToolOutput(output: Output, provider: string): LanguageModelV4ToolResultOutput {
  return output.type === 'content' ? { ...output, value: output.value.map((item) => toItem(item, provider)) } : output;
}

function toItem(item: Item, provider: string): PromptItem {
  const options = item.providerOptions === undefined ? {} : { providerOptions: item.providerOptions };
  switch (item.type) {
    case 'text':
    case 'custom':
      return item;
    case 'file':
      return toFilePart(item);
    case 'file-data':
    case 'image-data':
      return {
        type: 'file',
        data: { type: 'data', data: item.data },
        mediaType: item.mediaType,
        ...('filename' in item && item.filename !== undefined ? { filename: item.filename } : {}),
        ...options,
      };
    case 'file-url':
    case 'image-url': {
      const mediaType = item.type === 'image-url' ? 'image' : (item.mediaType ?? 'application/octet-stream');
      const data = { type: 'url' as const, url: new URL(item.url), originalUrl: item.url };
      return toFilePart({ type: 'file', data, mediaType, ...options });
    }
    case 'file-id':
    case 'image-file-id': {
      const reference = typeof item.fileId === 'string' ? { [provider]: item.fileId } : item.fileId;
      return { type: 'file', data: { type: 'reference', reference }, mediaType: topLevel(item.type), ...options };
    }
    case 'file-reference':
    case 'image-file-reference': {
      const { providerReference: reference } = item;
      return { type: 'file', data: { type: 'reference', reference }, mediaType: topLevel(item.type), ...options };
    }
    default:
      return item satisfies never;
  }
}

function topLevel(type: string): string {
  return type.startsWith('image') ? 'image' : 'application';
}
