import { UserError } from '../../protocol/base/errors.js';
import { randomId } from '../../protocol/base/ids.js';
import { isRecord } from '../../protocol/base/record.js';

/** Options of {@link runLinks}. */
export interface RunLinksOptions {
  /** The key that signs links: a string of at least 32 characters that only this server knows. */
  readonly secret: string;
  /** The lifetime of a link, in milliseconds. Default: one day. */
  readonly lifetime?: number;
  /** Returns the time, in milliseconds since 1970; for tests. Default: `Date.now`. */
  readonly now?: () => number;
}

/** The content of a link. */
export interface LinkedBatch {
  readonly batchId: string;
  /** The id of this link. A link accepts one answer. */
  readonly linkId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Signs and verifies links to batches. */
export interface RunLinks {
  /** Returns a new token for a batch, to be put into the URL of a page of your app. */
  readonly sign: (batchId: string) => Promise<string>;
  /** Returns the content of a token, or `undefined` if its signature is invalid or it has expired. */
  readonly verify: (token: string) => Promise<LinkedBatch | undefined>;
}

const day = 86_400_000;
const shortestSecret = 32;

/**
 * Creates signed links to batches, for mails and messages. A link expires, and accepts one answer. It does not replace
 * a login: the person who opens it must be authorized to answer. Opening a link does not use it up, since mail scanners
 * follow links.
 *
 * @throws UserError `link-secret` for a secret that is too short.
 * @example notify: async ({ batchId }) => mail(`https://app.example.com/answer/${await links.sign(batchId)}`)
 */
export function runLinks({ secret, lifetime = day, now = Date.now }: RunLinksOptions): RunLinks {
  if (secret.length < shortestSecret) {
    throw new UserError(
      'link-secret',
      `\`runLinks\` got a secret of ${secret.length} characters, which could be guessed. Pass a random string of at least ${shortestSecret} characters.`,
    );
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
  const encoder = new TextEncoder();
  let key: Promise<CryptoKey> | undefined;
  const ownKey = (): Promise<CryptoKey> => {
    key ??= crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign', 'verify']);
    return key;
  };
  return {
    sign: async (batchId) => {
      const about: LinkedBatch = { batchId, linkId: randomId(), expiresAt: now() + lifetime };
      const payload = toUrlText(encoder.encode(JSON.stringify(about)));
      const made = await crypto.subtle.sign(algorithm, await ownKey(), encoder.encode(payload));
      return `${payload}.${toUrlText(new Uint8Array(made))}`;
    },
    verify: async (token) => {
      const [payload = '', signature = '', ...more] = token.split('.');
      const bytes = fromUrlText(signature);
      if (more.length > 0 || bytes === undefined) return undefined;
      if (!(await crypto.subtle.verify(algorithm, await ownKey(), bytes, encoder.encode(payload)))) return undefined;
      const about = readLinked(payload);
      return about !== undefined && about.expiresAt > now() ? about : undefined;
    },
  };
}

function readLinked(payload: string): LinkedBatch | undefined {
  try {
    const about: unknown = JSON.parse(new TextDecoder().decode(fromUrlText(payload)));
    if (!isRecord(about)) return undefined;
    const { batchId, linkId, expiresAt } = about;
    if (typeof batchId !== 'string' || typeof linkId !== 'string' || typeof expiresAt !== 'number') return undefined;
    return { batchId, linkId, expiresAt };
  } catch {
    return undefined;
  }
}

function toUrlText(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromUrlText(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}
