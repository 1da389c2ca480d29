import { UserError } from '../../protocol/base/errors.js';
import { randomId } from '../../protocol/base/ids.js';
import { isRecord } from '../../protocol/base/record.js';

/** Options of {@link runLinks}. */
export interface RunLinksOptions {
  /** Signs links: a text of at least 32 characters that only this server knows. */
  readonly secret: string;
  /** How long a link is good, in milliseconds. Default: a day. */
  readonly lifetime?: number;
  /** The time, in milliseconds since 1970; for tests. Default: the system's. */
  readonly now?: () => number;
}

/** What a link leads to. */
export interface LinkedBatch {
  readonly batchId: string;
  /** Names this very link: an answer over it uses it up. */
  readonly linkId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Makes and checks links that lead to one batch each. */
export interface RunLinks {
  /** A new token for a batch, to be put into the address of a page of yours. */
  readonly sign: (batchId: string) => Promise<string>;
  /** What a token leads to. `undefined`: it was not signed here, was changed, or is too old. */
  readonly verify: (token: string) => Promise<LinkedBatch | undefined>;
}

const day = 86_400_000;
const shortestSecret = 32;

/**
 * Makes links for mails and messages: each leads to one batch for some time, and one answer uses it up. A link is no login: who opens it still has to be
 * somebody who may answer. To look at it reveals and uses up nothing, since mail scanners follow links.
 *
 * @throws UserError `link-secret` for a secret that is too short.
 * @example notify: async ({ batchId }) => mail(`https://app.example.com/answer/${await links.sign(batchId)}`)
 */
export function runLinks({ secret, lifetime = day, now = Date.now }: RunLinksOptions): RunLinks {
  if (secret.length < shortestSecret) {
    throw new UserError(
      'link-secret',
      `runLinks got a secret of ${secret.length} characters, which could be guessed. Give at least ${shortestSecret}, from a random source.`,
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
      const said = toUrlText(encoder.encode(JSON.stringify(about)));
      const made = await crypto.subtle.sign(algorithm, await ownKey(), encoder.encode(said));
      return `${said}.${toUrlText(new Uint8Array(made))}`;
    },
    verify: async (token) => {
      const [said = '', signature = '', ...more] = token.split('.');
      const bytes = fromUrlText(signature);
      if (more.length > 0 || bytes === undefined) return undefined;
      if (!(await crypto.subtle.verify(algorithm, await ownKey(), bytes, encoder.encode(said)))) return undefined;
      const about = readLinked(said);
      return about !== undefined && about.expiresAt > now() ? about : undefined;
    },
  };
}

function readLinked(said: string): LinkedBatch | undefined {
  try {
    const about: unknown = JSON.parse(new TextDecoder().decode(fromUrlText(said)));
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
