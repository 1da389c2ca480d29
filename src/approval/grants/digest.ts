import { UserError } from '../../protocol/base/errors.js';
import { type JSONValue, maxInputDepth } from '../../protocol/base/json.js';

/** What a digest stands for: the tool and its full input. */
export interface DigestedCall {
  readonly toolName: string;
  readonly input: JSONValue;
}

/**
 * The SHA-256 of a call's canonical JSON, as `sha-256:` and 64 hexadecimal digits: it goes with a call that leaves the
 * page's memory, and shows whether what comes back is what was shown.
 *
 * @param call the tool's name and the full input, with nothing hidden.
 * @throws UserError `no-web-crypto` where the page has no `crypto.subtle`, as on plain http; `not-json` for an input that is none.
 * @example const digest = await digestCall({ toolName: 'write_file', input: { path: 'a.txt' } });
 */
export async function digestCall(call: DigestedCall): Promise<string> {
  const text = canonicalCall(call);
  const subtle = webCrypto();
  if (subtle === undefined) {
    throw new UserError(
      'no-web-crypto',
      'This page has no crypto.subtle, so a call has no digest to prove what was shown. Serve the page over https or from localhost.',
    );
  }
  return await sha256(subtle, text);
}

async function sha256(subtle: SubtleCrypto, text: string): Promise<string> {
  const made = subtle.digest('SHA-256', new TextEncoder().encode(text));
  onTheirWay.add(made);
  const hash = new Uint8Array(await made.finally(() => onTheirWay.delete(made)));
  return `sha-256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The digest of any JSON or, without WebCrypto, the JSON itself after `json:`. Equal values have equal digests. */
export async function digestJson(value: unknown): Promise<string> {
  const subtle = webCrypto();
  const text = digestText(value);
  return subtle === undefined ? `json:${text}` : await sha256(subtle, text);
}

/** A definition that is no plain JSON, or too deep, still has a text. */
function digestText(value: unknown): string {
  try {
    return write(value, 0);
  } catch {
    return JSON.stringify(value) ?? 'undefined';
  }
}

/** The digest of a call, where the page can make one. */
export async function digestOf(call: DigestedCall): Promise<{ readonly digest?: string }> {
  return webCrypto() === undefined ? {} : { digest: await digestCall({ toolName: call.toolName, input: call.input }) };
}

/** The platform makes digests beside the page's own thread. */
const onTheirWay: Set<Promise<ArrayBuffer>> = new Set();

/** Waits for the digests that are on their way, and tells whether there were any: for a virtual clock, which cannot see other threads. */
export async function allDigests(): Promise<boolean> {
  const made = await Promise.allSettled(onTheirWay);
  return made.length > 0;
}

/** What tells a call apart from every other within this page: its digest or, without WebCrypto, its canonical JSON after `json:`. */
export async function contentKey(call: DigestedCall): Promise<string> {
  return webCrypto() === undefined ? `json:${canonicalCall(call)}` : digestCall(call);
}

/** The canonical JSON of `{ input, toolName }`. The input alone is measured, so that the wrapping costs it no level. */
function canonicalCall({ toolName, input }: DigestedCall): string {
  return `{"input":${canonicalJson(input)},"toolName":${canonicalJson(toolName)}}`;
}

/** TypeScript takes it for granted; browsers hide it from pages on plain http. */
function webCrypto(): SubtleCrypto | undefined {
  return globalThis.crypto?.subtle ?? undefined;
}

/**
 * Writes a JSON value in the one way that all equal values share: members sorted by code units, no blanks, `-0` as `0`.
 * Different values give different texts; strings are kept as they are, so that `é` in one code point and in two differ.
 *
 * @param value at most 256 levels deep.
 * @throws UserError `not-json` for what is no JSON: `NaN`, `undefined`, a date, more levels than an input may have.
 * @example canonicalJson({ b: 1, a: -0 }) // '{"a":0,"b":1}'
 */
export function canonicalJson(value: JSONValue): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value))
    return JSON.stringify(value);
  if (typeof value !== 'object' || depth > maxInputDepth || !isPlainData(value)) throw notJson(value, depth);
  // Not by `map`, which leaves the holes of a list out.
  if (Array.isArray(value)) return `[${Array.from(value, (member) => write(member, depth + 1)).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member, depth + 1)}`).join()}}`;
}

/** Also from another frame, whose `Object.prototype` is not ours. */
function isPlainData(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function notJson(value: unknown, depth: number): UserError {
  const what = depth > maxInputDepth ? `more than ${maxInputDepth} levels` : `${Object.prototype.toString.call(value)}`;
  return new UserError(
    'not-json',
    `A call's input holds what JSON cannot carry: ${typeof value === 'number' ? value : what}. Let the tool take plain data.`,
  );
}
