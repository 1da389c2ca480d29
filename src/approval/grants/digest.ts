import { UserError } from '../../protocol/base/errors.js';
import { type JSONValue, maxInputDepth } from '../../protocol/base/json.js';

/** The data that a digest covers: the tool's name and the full input. */
export interface DigestedCall {
  readonly toolName: string;
  readonly input: JSONValue;
}

/**
 * Returns the SHA-256 of a call's canonical JSON, as `sha-256:` and 64 hexadecimal digits. It accompanies a call that
 * leaves the page's memory, and proves that an answer belongs to the call that was shown.
 *
 * @param call the tool's name and the full input, without redaction.
 * @throws UserError `no-web-crypto` where the page has no `crypto.subtle`, as on plain http; `not-json` for an input
 *   that is not JSON.
 * @example const digest = await digestCall({ toolName: 'write_file', input: { path: 'a.txt' } });
 */
export async function digestCall(call: DigestedCall): Promise<string> {
  const text = canonicalCall(call);
  const subtle = webCrypto();
  if (subtle === undefined) {
    throw new UserError(
      'no-web-crypto',
      'This page has no crypto.subtle, so it cannot compute the digest that proves which call was shown. Serve the page over https or from localhost.',
    );
  }
  return await sha256(subtle, text);
}

async function sha256(subtle: SubtleCrypto, text: string): Promise<string> {
  const made = subtle.digest('SHA-256', new TextEncoder().encode(text));
  pendingDigests.add(made);
  const hash = new Uint8Array(await made.finally(() => pendingDigests.delete(made)));
  return `sha-256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the digest of any value or, without WebCrypto, its JSON after `json:`. Equal values have equal digests. */
export async function digestJson(value: unknown): Promise<string> {
  const subtle = webCrypto();
  const text = digestText(value);
  return subtle === undefined ? `json:${text}` : await sha256(subtle, text);
}

/** Returns the text of a value to digest. Values that are not plain JSON, or too deep, have one, too. */
function digestText(value: unknown): string {
  try {
    return write(value, 0);
  } catch {
    return JSON.stringify(value) ?? 'undefined';
  }
}

/** Returns the digest of a call, if the page can compute one. */
export async function digestOf(call: DigestedCall): Promise<{ readonly digest?: string }> {
  return webCrypto() === undefined ? {} : { digest: await digestCall({ toolName: call.toolName, input: call.input }) };
}

/** The digests that are being computed, on another thread. */
const pendingDigests: Set<Promise<ArrayBuffer>> = new Set();

/**
 * Waits for pending digests. Returns `true` when there were any. For the virtual clock, which cannot observe other
 * threads.
 */
export async function allDigests(): Promise<boolean> {
  const made = await Promise.allSettled(pendingDigests);
  return made.length > 0;
}

/** Returns a key that is unique to a call: its digest or, without WebCrypto, its canonical JSON after `json:`. */
export async function contentKey(call: DigestedCall): Promise<string> {
  return webCrypto() === undefined ? `json:${canonicalCall(call)}` : digestCall(call);
}

/**
 * Returns the canonical JSON of `{ input, toolName }`. The depth limit applies to the input alone, without the wrapping
 * object.
 */
function canonicalCall({ toolName, input }: DigestedCall): string {
  return `{"input":${canonicalJson(input)},"toolName":${canonicalJson(toolName)}}`;
}

/** Returns WebCrypto. TypeScript declares it as always present, but browsers hide it from pages on plain http. */
function webCrypto(): SubtleCrypto | undefined {
  return globalThis.crypto?.subtle ?? undefined;
}

/**
 * Returns a JSON value as text. Equal values have the same text: members are sorted by code units, without whitespace,
 * and `-0` is `0`. Different values have different texts; strings are not normalized, so `é` as one and as two code
 * points differ.
 *
 * @param value at most 256 levels deep.
 * @throws UserError `not-json` for a value that is not JSON: `NaN`, `undefined`, a date, too many levels.
 * @example canonicalJson({ b: 1, a: -0 }) // '{"a":0,"b":1}'
 */
export function canonicalJson(value: JSONValue): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value))
    return JSON.stringify(value);
  if (typeof value !== 'object' || depth > maxInputDepth || !isPlainData(value)) throw notJson(value, depth);
  // `map` would skip holes, which are not JSON.
  if (Array.isArray(value)) return `[${Array.from(value, (member) => write(member, depth + 1)).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member, depth + 1)}`).join()}}`;
}

/**
 * Returns `true` for lists and plain objects, including those of another frame, which have another `Object.prototype`.
 */
function isPlainData(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function notJson(value: unknown, depth: number): UserError {
  const what = depth > maxInputDepth ? `more than ${maxInputDepth} levels` : `${Object.prototype.toString.call(value)}`;
  return new UserError(
    'not-json',
    `A call's input contains ${typeof value === 'number' ? value : what}, which a digest does not support. Define the tool's input as plain JSON.`,
  );
}
