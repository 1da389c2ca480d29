import { UserError } from '../../protocol/errors.js';
import type { JSONValue } from '../../protocol/json.js';
import { canonicalJson } from './canonical-json.js';

/** What a digest stands for: the tool and its full input. */
export interface DigestedCall {
  readonly toolName: string;
  readonly input: JSONValue;
}

/**
 * The SHA-256 of a call's canonical JSON, as `sha-256:` and 64 hexadecimal digits: it goes with a call that leaves the
 * page's memory, and shows whether what comes back is what was shown.
 *
 * @throws UserError `no-web-crypto` where the page has no `crypto.subtle`, as on plain http; `not-json` for an input that is none.
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
  const made = subtle.digest('SHA-256', new TextEncoder().encode(text));
  onTheirWay.add(made);
  const hash = new Uint8Array(await made.finally(() => onTheirWay.delete(made)));
  return `sha-256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
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
export async function callKey(call: DigestedCall): Promise<string> {
  return webCrypto() === undefined ? `json:${canonicalCall(call)}` : digestCall(call);
}

/** The canonical JSON of `{ input, toolName }`. The input alone is measured, so that the wrapping costs it no level. */
function canonicalCall({ toolName, input }: DigestedCall): string {
  return `{"input":${canonicalJson(input)},"toolName":${canonicalJson(toolName)}}`;
}

/** TypeScript takes it for granted; browsers hide it from pages on plain http. */
function webCrypto(): SubtleCrypto | undefined {
  return globalThis.crypto?.subtle;
}
