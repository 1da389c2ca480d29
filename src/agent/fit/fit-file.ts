import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { decodeText, isTextFile, plainMediaType, unreadableImage } from '../../protocol/foreign/text-file.js';

/**
 * Returns a file in a form that its provider accepts: text as a text part with the name of its file, because most
 * packages reject text files, and a
 * note in place of an image that no API reads. All other files are left to the package (`withoutRefusedFiles()`).
 */
export function fitFile(
  part: LanguageModelV4FilePart,
  provider: string,
): LanguageModelV4FilePart | LanguageModelV4TextPart {
  const { data, mediaType, filename } = part;
  const [company] = provider.split('.');
  // Anthropic cites plain-text documents if an app asks for that.
  if (company === 'anthropic' && mediaType === 'text/plain' && part.providerOptions?.anthropic !== undefined)
    return part;
  if (data.type === 'text') return toTextPart(part, data.text);
  if (data.type !== 'data') return part;
  const bytes = typeof data.data === 'string' ? undefined : data.data;
  if (isTextFile(mediaType, filename)) {
    const read = bytes ?? bytesOf(String(data.data));
    return read === undefined ? fileNote(part) : toTextPart(part, decodeText(read));
  }
  const image = unreadableImage(mediaType, filename);
  const isReadByGoogle = company === 'google' && image !== undefined && /^image\/hei[cf]$/.test(image);
  return image === undefined || isReadByGoogle ? part : fileNote(part);
}

/** Returns the note that the model reads in place of a file that its provider refuses. */
export function fileNote({
  mediaType,
  filename,
}: Pick<LanguageModelV4FilePart, 'mediaType' | 'filename'>): LanguageModelV4TextPart {
  const name = filename === undefined ? 'A file' : `The file ${JSON.stringify(filename)}`;
  return {
    type: 'text',
    text: `[${name} (${plainMediaType(mediaType)}) is left out, because the model cannot read files of this kind.]`,
  };
}

function toTextPart({ filename, providerOptions }: LanguageModelV4FilePart, text: string): LanguageModelV4TextPart {
  const options = providerOptions === undefined ? {} : { providerOptions };
  const header = filename === undefined ? '' : `File ${JSON.stringify(filename)}:\n\n`;
  // APIs reject a text part without text.
  return { type: 'text', text: header + text || '[An empty file.]', ...options };
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (unit) => unit.charCodeAt(0));
  } catch {
    return undefined;
  }
}
