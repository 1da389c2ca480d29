import { isTextFile, unreadableImage } from '../../protocol/foreign/text-file.js';
import type { AttachmentFault } from '../../words/english/chat.js';
import { isAccepted } from '../shared/is-accepted.js';

/** A file of the message: still loading, or ready as a `data:` URL, which JSON can represent. */
export interface Attachment {
  readonly id: string;
  readonly file: File;
  readonly state: { readonly status: 'reading' } | { readonly status: 'ready'; readonly url: string };
}

/** A file that was rejected, with the reason. */
export interface AttachmentProblem {
  readonly fault: AttachmentFault;
  readonly name: string;
}

/** The files that a composer accepts. */
export interface AttachmentRules {
  /** Media types and extensions, as in the `accept` attribute. An empty string accepts any. */
  readonly accept: string;
  /** The number of files for each message. `0`: none, and no button to attach one. */
  readonly maxFiles: number;
  /** The size of each file. */
  readonly maxBytes: number;
}

/** Formats that models commonly read: pictures, PDF and text; ten files of 10 MB. */
export const defaultRules: AttachmentRules = {
  accept:
    'image/png,image/jpeg,image/gif,image/webp,application/pdf,text/*,application/json,application/xml,application/yaml,.txt,.md,.csv,.tsv,.json,.jsonl,.xml,.yaml,.yml,.toml,.log',
  maxFiles: 10,
  maxBytes: 10_000_000,
};

/** Returns the reason to reject a file, or `undefined`. `count` is the number of files so far. */
export function faultOf(file: File, count: number, rules: AttachmentRules): AttachmentFault | undefined {
  const image = unreadableImage(file.type, file.name);
  // An app may name such a format for a model that reads it.
  if (image !== undefined && !namesType(rules.accept, image, file.name)) return 'image';
  if (!isAccepted(file, rules.accept)) return 'type';
  if (file.size > rules.maxBytes) return 'size';
  return count >= rules.maxFiles ? 'count' : undefined;
}

function namesType(accept: string, type: string, name: string): boolean {
  const kinds = accept.split(',').map((kind) => kind.trim().toLowerCase());
  return kinds.some((kind) => kind === type || (kind.startsWith('.') && name.toLowerCase().endsWith(kind)));
}

/**
 * Returns the media type of a file. Operating systems report none for unknown extensions, and a wrong one for some,
 * such as `.ts`.
 */
export function mediaTypeOf({ name, type }: File): string {
  const isText = isTextFile(type, name);
  if (type !== '' && (!isText || isTextFile(type))) return type;
  return isText ? 'text/plain' : (unreadableImage(type, name) ?? 'application/octet-stream');
}

/** Reads the content as a `data:` URL. Rejects when the file cannot be read: a folder, or moved meanwhile. */
export function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      resolve(`data:${mediaTypeOf(file)};base64,${url.slice(url.indexOf(',') + 1)}`);
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
