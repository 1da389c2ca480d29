import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { AssistantContent, FilePart, ImagePart, ToolResultPart } from 'ai';
import { type LoadOptions, loadFile } from './load-files.js';
import { toFileData, toFilePart } from './to-file-part.js';
import { toToolOutput } from './to-tool-output.js';

/** How files are converted. */
export interface ConvertOptions extends LoadOptions {
  /** The provider's id in its references. */
  readonly provider: string;
}

/** A part in which a history may have files. */
type RawPart = Exclude<AssistantContent, string>[number] | FilePart | ImagePart | ToolResultPart;

/** Messages with their files as the provider contract wants them, loaded where the model cannot do that itself. */
export async function convertFiles(
  messages: readonly LanguageModelV4Message[],
  options: ConvertOptions,
): Promise<readonly LanguageModelV4Message[]> {
  return await Promise.all(messages.map((message) => convertMessage(message, options)));
}

async function convertMessage(
  message: LanguageModelV4Message,
  options: ConvertOptions,
): Promise<LanguageModelV4Message> {
  if (message.role === 'system') return message;
  const raw: readonly RawPart[] = message.content as readonly RawPart[]; // toMessage() left them as they are
  const content = await Promise.all(raw.map((part) => convertPart(part, options)));
  // Parts keep their type, so they still fit the role.
  return { ...message, content: content.flat() } as LanguageModelV4Message;
}

async function convertPart(part: RawPart, options: ConvertOptions): Promise<object | readonly []> {
  switch (part.type) {
    case 'file':
    case 'image':
      return await loadFile(toFilePart(part), options);
    case 'reasoning-file': {
      const { data, mediaType = part.mediaType } = toFileData(part.data);
      // A model makes bytes or a URL; nothing else can stand here.
      return data.type === 'data' || data.type === 'url' ? { ...part, data, mediaType } : [];
    }
    case 'tool-result': {
      const output = toToolOutput(part.output, options.provider);
      if (output.type !== 'content') return { ...part, output };
      const value = await Promise.all(output.value.map((item) => loadFile(item, options)));
      return { ...part, output: { ...output, value } };
    }
    default:
      return part;
  }
}
