import type { LanguageModelV4FilePart } from '@ai-sdk/provider';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import { UserError } from '../../protocol/base/errors.js';
import { printAddress, printAddressesIn, withoutAddresses } from '../../protocol/foreign/print-address.js';
import { onAbort } from '../plumbing/abortable.js';
import { defaultLoadFile, type LoadedFile, type LoadFile } from './fetch-file.js';

/** Options for loading files. */
export interface LoadOptions {
  readonly supportedUrls: Readonly<Record<string, readonly RegExp[]>>;
  /** Files that are loaded or being loaded, by URL. */
  readonly files: Map<string, Promise<LoadedFile>>;
  readonly signal: AbortSignal;
  /** Default: pages fetch public addresses, and servers fetch nothing. */
  readonly loadFile?: LoadFile | undefined;
  /** Default: the system's own. */
  readonly clock?: Clock;
}

/** The largest file that is loaded, in bytes. */
const maxBytes = 25_000_000;
/** The longest time that a file may take to load, in milliseconds. */
const maxMs = 60_000;

type UrlPart = LanguageModelV4FilePart & { readonly data: { readonly type: 'url'; readonly url: URL } };

/**
 * Returns the part with the content of its file in place of a URL that the model cannot load itself. Each file is
 * loaded once in a run.
 *
 * @throws UserError `file-not-loaded`
 */
export async function withContent<PART extends object>(part: PART, options: LoadOptions): Promise<PART> {
  if (!needsLoading(part, options)) return part;
  const { href } = part.data.url;
  const file = options.files.get(href) ?? load(part.data.url, options);
  options.files.set(href, file);
  const { data, mediaType } = await file;
  const isExact = /^[^/]+\/[^*]+$/.test(part.mediaType);
  return { ...part, data: { type: 'data', data }, mediaType: isExact ? part.mediaType : (mediaType ?? part.mediaType) };
}

function needsLoading<PART extends object>(part: PART, { supportedUrls }: LoadOptions): part is PART & UrlPart {
  if (!('type' in part) || part.type !== 'file') return false;
  const { data, mediaType } = part as object as LanguageModelV4FilePart; // Guaranteed by the type.
  if (data.type !== 'url') return false;
  const [top = '', sub] = mediaType.toLowerCase().split('/');
  return !Object.entries(supportedUrls).some(([pattern, urls]) => {
    const [wantedTop, wantedSub = '*'] = pattern.toLowerCase().split('/');
    const fits = wantedTop === '*' || (wantedTop === top && (wantedSub === '*' || wantedSub === sub));
    return fits && urls.some((url) => new RegExp(url.source, url.flags.replace(/[gy]/g, '')).test(data.url.href));
  });
}

/** Loads the content of an address. No other function does. */
async function load(
  url: URL,
  { signal, loadFile = defaultLoadFile(), clock = systemClock }: LoadOptions,
): Promise<LoadedFile> {
  const limit = new AbortController();
  const cancel = clock.setTimeout(() => limit.abort(new TypeError(`it took longer than ${maxMs / 1000} s`)), maxMs);
  try {
    const either = AbortSignal.any([signal, limit.signal]);
    const file = await endingWith(limit.signal, loadFile(url, { signal: either, maxBytes }));
    if (!(file?.data instanceof Uint8Array)) throw new TypeError('loadFile returned no bytes');
    if (file.data.byteLength > maxBytes) throw new TypeError(`it is larger than ${maxBytes} bytes`);
    return file;
  } catch (cause) {
    throw fileNotLoaded(url.href, cause);
  } finally {
    cancel();
  }
}

/** Rejects when the signal aborts, even if the work ignores the signal. */
async function endingWith<T>(signal: AbortSignal, work: PromiseLike<T>): Promise<T> {
  let cancel = (): void => {};
  const end = new Promise<never>((_, reject) => {
    cancel = onAbort(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    cancel();
  }
}

/**
 * Returns the error for a file that could not be loaded. Its address is shortened: a query or a user name may contain a
 * secret.
 */
export function fileNotLoaded(address: string, cause: unknown): UserError {
  const why = printAddressesIn(cause instanceof Error ? cause.message : String(cause));
  return new UserError(
    'file-not-loaded',
    `The file ${printAddress(address)} could not be loaded (${why}), and the model cannot load it itself. Its site may forbid it (CORS). Put the content into the message, or give createAgent() a \`loadFile\`.`,
    { cause: withoutAddresses(cause) },
  );
}
