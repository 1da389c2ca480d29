import type { LanguageModelV4FilePart, SharedV4FileData } from '@ai-sdk/provider';
import type { FilePart, ImagePart } from 'ai';

/** A file or image of the history as the provider contract wants it: bytes, a URL, text or a provider's reference. */
export function toFilePart(part: FilePart | ImagePart): LanguageModelV4FilePart {
  const source = part.type === 'image' ? part.image : part.data;
  const data = toFileData(source);
  const mediaType = part.mediaType ?? mediaTypeOf(source) ?? 'image/*';
  return {
    type: 'file',
    data,
    mediaType,
    ...('filename' in part && part.filename !== undefined ? { filename: part.filename } : {}),
    ...(part.providerOptions === undefined ? {} : { providerOptions: part.providerOptions }),
  };
}

type Source = FilePart['data'] | ImagePart['image'];

function toFileData(source: Source): SharedV4FileData {
  if (source instanceof URL) return fromUrl(source.href);
  if (source instanceof Uint8Array) return { type: 'data', data: source };
  if (source instanceof ArrayBuffer) return { type: 'data', data: new Uint8Array(source) };
  if (typeof source === 'string')
    return /^(?:https?|data|blob):/i.test(source) ? fromUrl(source) : { type: 'data', data: source };
  if (!isTagged(source)) return { type: 'reference', reference: source };
  if (source.type === 'data') return toFileData(source.data);
  return source;
}

function isTagged(source: object): source is Extract<Source, { type: string }> {
  return 'type' in source && typeof source.type === 'string';
}

function fromUrl(href: string): SharedV4FileData {
  const inline = /^data:[^,]*;base64,(.*)$/is.exec(href);
  return inline?.[1] === undefined ? { type: 'url', url: new URL(href) } : { type: 'data', data: inline[1] };
}

function mediaTypeOf(source: Source): string | undefined {
  const href = source instanceof URL ? source.href : typeof source === 'string' ? source : '';
  return /^data:([^;,]+)/i.exec(href)?.[1];
}
