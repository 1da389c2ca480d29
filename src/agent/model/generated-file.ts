import type { LanguageModelV4File, LanguageModelV4ReasoningFile } from '@ai-sdk/provider';
import { toBase64 } from '../../protocol/base64.js';

/** A file in a response. */
export type GeneratedFile = LanguageModelV4File | LanguageModelV4ReasoningFile;

/** Its content as plain JSON: for the history (`data`), and for a page to show (`url`). Version 3 of the contract has bare data. */
export function toGeneratedFile({ data, mediaType }: GeneratedFile): { readonly data: string; readonly url: string } {
  const source: GeneratedFile['data'] | Uint8Array | string = data;
  if (typeof source === 'object' && 'type' in source && source.type === 'url') {
    const { href } = new URL(source.url);
    return { data: href, url: href };
  }
  const base64 = toBase64(typeof source === 'object' && 'type' in source ? source.data : source);
  return { data: base64, url: `data:${mediaType};base64,${base64}` };
}
