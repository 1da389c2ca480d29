import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
  SharedV4FileData,
} from '@ai-sdk/provider';
import type { AssistantContent, FilePart, ImagePart, ToolResultPart } from 'ai';
import { toBase64 } from '../../protocol/base/base64.js';
import { UserError } from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { fileNotLoaded, type LoadOptions, withContent } from './load-files.js';

/** Options for converting files. */
export interface ConvertOptions extends LoadOptions {
  /** The provider's id in its references. */
  readonly provider: string;
}

/** A part that may contain a file. */
type RawPart = Exclude<AssistantContent, string>[number] | FilePart | ImagePart | ToolResultPart;

/** Converts the files of messages to the provider contract, and loads those that the model cannot load itself. */
export async function convertFiles(
  messages: readonly LanguageModelV4Message[],
  options: ConvertOptions,
): Promise<readonly LanguageModelV4Message[]> {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return await Promise.all(messages.map((message, index) => convertMessage(message, options, index === last)));
}

async function convertMessage(
  message: LanguageModelV4Message,
  options: ConvertOptions,
  isNew: boolean,
): Promise<LanguageModelV4Message> {
  if (message.role === 'system') return message;
  const raw: readonly RawPart[] = message.content as readonly RawPart[]; // toMessage() has not changed them.
  const content = await Promise.all(
    raw.map((part) =>
      // A person can send another file. Earlier messages, and answers of models and tools, cannot be changed and must
      // not fail all later requests.
      isNew ? convertPart(part, options) : orAsText(() => convertPart(part, options)),
    ),
  );
  // Parts keep their type, so they still fit the role.
  return { ...message, content: content.flat() } as LanguageModelV4Message;
}

interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** Replaces a file that cannot be converted by a text that tells the model why. */
async function orAsText<T>(convert: () => Promise<T>): Promise<T | TextPart> {
  try {
    return await convert();
  } catch (error) {
    if (!UserError.isInstance(error)) throw error;
    return { type: 'text', text: `[A file is missing here. ${error.message}]` };
  }
}

async function convertPart(part: RawPart, options: ConvertOptions): Promise<object | readonly []> {
  switch (part.type) {
    case 'file':
    case 'image':
      return await withContent(toFilePart(part), options);
    case 'reasoning-file': {
      const { data, mediaType = part.mediaType } = toFileData(part.data);
      // Models create bytes or a URL; nothing else is possible here.
      return data.type === 'data' || data.type === 'url' ? { ...part, data, mediaType } : [];
    }
    case 'tool-result': {
      const { output } = part;
      if (output.type !== 'content') return part;
      const value = await Promise.all(
        output.value.map((item) => orAsText(async () => await withContent(toItem(item, options.provider), options))),
      );
      return { ...part, output: { ...output, value } };
    }
    default:
      return part;
  }
}

type Output = ToolResultPart['output'];
type Item = Extract<Output, { type: 'content' }>['value'][number];
type PromptItem = Extract<LanguageModelV4ToolResultOutput, { type: 'content' }>['value'][number];

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
      const data = { type: 'url' as const, url: parseAddress(item.url), originalUrl: item.url };
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
      item satisfies never;
      // The answer of a person or another server may contain anything.
      throw fileNotLoaded('', new TypeError('its type is not known'));
  }
}

function parseAddress(text: string): URL {
  if (typeof text === 'string' && URL.canParse(text)) return new URL(text);
  throw fileNotLoaded('', new TypeError('its address is not a URL'));
}

function topLevel(type: string): string {
  return type.startsWith('image') ? 'image' : 'application';
}

/** Converts a file or image of the history to the provider contract: bytes, a URL, text or a provider's reference. */
function toFilePart(part: FilePart | ImagePart): LanguageModelV4FilePart {
  const { data, mediaType = part.mediaType ?? 'image' } = toFileData(part.type === 'image' ? part.image : part.data);
  return {
    type: 'file',
    data,
    mediaType,
    ...('filename' in part && part.filename !== undefined ? { filename: part.filename } : {}),
    ...(part.providerOptions === undefined ? {} : { providerOptions: part.providerOptions }),
  };
}

type ReasoningFilePart = Extract<Exclude<AssistantContent, string>[number], { type: 'reasoning-file' }>;

/** Every form in which a history may contain a file. */
export type FileSource = FilePart['data'] | ImagePart['image'] | ReasoningFilePart['data'];

interface FileData {
  readonly data: SharedV4FileData;
  /** The media type that a `data:` URL names. */
  readonly mediaType?: string;
}

/** Converts a file's content to the provider contract. In a history that was JSON, URLs are strings. */
function toFileData(source: FileSource): FileData {
  if (source instanceof Uint8Array) return { data: { type: 'data', data: source } };
  if (source instanceof ArrayBuffer) return { data: { type: 'data', data: new Uint8Array(source) } };
  if (source instanceof URL) return fromUrl(source.href);
  if (typeof source === 'string')
    return /^[a-z][a-z\d+.-]*:/i.test(source) ? fromUrl(source) : { data: { type: 'data', data: source } };
  if (!isRecord(source as unknown)) throw fileNotLoaded('', new TypeError('it has no content'));
  if (!isTaggedSource(source)) return { data: { type: 'reference', reference: source } };
  switch (source.type) {
    case 'data':
      return toFileData(source.data);
    case 'url':
      return fromUrl(source.originalUrl ?? String(source.url));
    default:
      return { data: source };
  }
}

function isTaggedSource(source: object): source is Extract<FileSource, { type: string }> {
  return 'type' in source && typeof source.type === 'string';
}

function fromUrl(text: string): FileData {
  const inline = /^data:([^;,]*)([^,]*),(.*)$/is.exec(text);
  if (inline === null) {
    const url = parseAddress(text);
    return { data: url.href === text ? { type: 'url', url } : { type: 'url', url, originalUrl: text } };
  }
  const [, mediaType = '', parameters = '', content = ''] = inline;
  const data = /;base64$/i.test(parameters) ? content : toBase64(percentDecoded(content));
  return { data: { type: 'data', data }, mediaType: mediaType === '' ? 'text/plain' : mediaType };
}

function percentDecoded(content: string): Uint8Array {
  try {
    return new TextEncoder().encode(decodeURIComponent(content));
  } catch (error) {
    throw fileNotLoaded('data:,', error);
  }
}
