import type { LanguageModelV4FilePart, SharedV4FileData } from '@ai-sdk/provider';
import type { AssistantContent, FilePart, ImagePart } from 'ai';
import { toBase64 } from '../../protocol/base64.js';

/** A file or image of the history as the provider contract wants it: bytes, a URL, text or a provider's reference. */
export function toFilePart(part: FilePart | ImagePart): LanguageModelV4FilePart {
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

/** Every way in which a history may write a file's content. */
export type FileSource = FilePart['data'] | ImagePart['image'] | ReasoningFilePart['data'];

interface FileData {
  readonly data: SharedV4FileData;
  /** A `data:` URL names its type. */
  readonly mediaType?: string;
}

/** A file's content as the provider contract wants it. A history that went through JSON has URLs as text. */
export function toFileData(source: FileSource): FileData {
  if (source instanceof Uint8Array) return { data: { type: 'data', data: source } };
  if (source instanceof ArrayBuffer) return { data: { type: 'data', data: new Uint8Array(source) } };
  if (source instanceof URL) return fromUrl(source.href);
  if (typeof source === 'string')
    return /^[a-z][a-z\d+.-]*:/i.test(source) ? fromUrl(source) : { data: { type: 'data', data: source } };
  if (!isTagged(source)) return { data: { type: 'reference', reference: source } };
  switch (source.type) {
    case 'data':
      return toFileData(source.data);
    case 'url':
      return fromUrl(source.originalUrl ?? String(source.url));
    default:
      return { data: source };
  }
}

function isTagged(source: object): source is Extract<FileSource, { type: string }> {
  return 'type' in source && typeof source.type === 'string';
}

function fromUrl(text: string): FileData {
  const inline = /^data:([^;,]*)([^,]*),(.*)$/is.exec(text);
  if (inline === null) {
    const url = new URL(text);
    return { data: url.href === text ? { type: 'url', url } : { type: 'url', url, originalUrl: text } };
  }
  const [, mediaType = '', parameters = '', content = ''] = inline;
  const data = /;base64$/i.test(parameters) ? content : toBase64(new TextEncoder().encode(decodeURIComponent(content)));
  return { data: { type: 'data', data }, mediaType: mediaType === '' ? 'text/plain' : mediaType };
}
