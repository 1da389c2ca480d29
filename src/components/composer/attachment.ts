import { isAccepted } from '../shared/is-accepted.js';
import type { AttachmentFault } from './composer-strings.js';

/** A file that goes with the message: still being read, or ready as a `data:` URL, which JSON carries. */
export interface Attachment {
  readonly id: string;
  readonly file: File;
  readonly state: { readonly status: 'reading' } | { readonly status: 'ready'; readonly url: string };
}

/** A file that was not taken, and why. */
export interface AttachmentProblem {
  readonly fault: AttachmentFault;
  readonly name: string;
}

/** What a composer takes. */
export interface AttachmentRules {
  /** Media types and endings, as the `accept` attribute has them. An empty text: any. */
  readonly accept: string;
  /** Per message. `0`: none, and no way to attach. */
  readonly maxFiles: number;
  /** Of each file. */
  readonly maxBytes: number;
}

/** What models commonly read: pictures, PDF and text; ten files of 10 MB. */
export const defaultRules: AttachmentRules = {
  accept: 'image/*,application/pdf,text/*,application/json,.md,.csv,.json',
  maxFiles: 10,
  maxBytes: 10_000_000,
};

/** What keeps a file from being taken; `undefined`: nothing. `count` is how many there are already. */
export function faultOf(file: File, count: number, rules: AttachmentRules): AttachmentFault | undefined {
  if (!isAccepted(file, rules.accept)) return 'type';
  if (file.size > rules.maxBytes) return 'size';
  return count >= rules.maxFiles ? 'count' : undefined;
}

/** The type of a file, for the model. Systems name none for endings that they do not know; text is the usual one there. */
export function mediaTypeOf({ name, type }: File): string {
  if (type !== '') return type;
  return /\.(?:md|csv|txt|json|ya?ml|toml|ts|js|py|sql|log)$/i.test(name) ? 'text/plain' : 'application/octet-stream';
}

/** The content as a `data:` URL. Rejects when the file cannot be read: a folder, or moved meanwhile. */
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
