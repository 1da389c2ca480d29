import type { LanguageModelV4FilePart } from '@ai-sdk/provider';
import { UserError } from '../../protocol/base/errors.js';
import { printAddress, printAddressesIn } from '../../protocol/base/words.js';

/** What stands behind a URL. */
export interface LoadedFile {
  readonly data: Uint8Array;
  readonly mediaType: string | null;
}

/** How files are loaded. */
export interface LoadOptions {
  readonly supportedUrls: Readonly<Record<string, readonly RegExp[]>>;
  /** What was loaded before, by URL. */
  readonly files: Map<string, Promise<LoadedFile>>;
  readonly signal: AbortSignal;
}

type UrlPart = LanguageModelV4FilePart & { readonly data: { readonly type: 'url'; readonly url: URL } };

/** A part with the content of its file in place of a URL that the model cannot load itself. Each is loaded once a run. */
export async function loadFile<PART extends object>(part: PART, options: LoadOptions): Promise<PART> {
  if (!needsLoading(part, options)) return part;
  const { href } = part.data.url;
  const file = options.files.get(href) ?? fetchFile(part.data.url, options.signal);
  options.files.set(href, file);
  const { data, mediaType } = await file;
  const isExact = /^[^/]+\/[^*]+$/.test(part.mediaType);
  return { ...part, data: { type: 'data', data }, mediaType: isExact ? part.mediaType : (mediaType ?? part.mediaType) };
}

function needsLoading<PART extends object>(part: PART, { supportedUrls }: LoadOptions): part is PART & UrlPart {
  if (!('type' in part) || part.type !== 'file') return false;
  const { data, mediaType } = part as object as LanguageModelV4FilePart; // the type says so
  if (data.type !== 'url') return false;
  const [top = '', sub] = mediaType.toLowerCase().split('/');
  return !Object.entries(supportedUrls).some(([pattern, urls]) => {
    const [wantedTop, wantedSub = '*'] = pattern.toLowerCase().split('/');
    const fits = wantedTop === '*' || (wantedTop === top && (wantedSub === '*' || wantedSub === sub));
    return fits && urls.some((url) => new RegExp(url.source, url.flags.replace(/[gy]/g, '')).test(data.url.href));
  });
}

/** Names and addresses of the machine itself and of private networks: a history may not make the runtime look there. */
const privateHost = /^(?:[\d.]+|\[.*\]|[^.]+|.*\.(?:local|localhost|internal))\.?$/i;

async function fetchFile(url: URL, signal: AbortSignal): Promise<LoadedFile> {
  try {
    refusePrivate(url);
    const response = await fetch(url, { signal, credentials: 'omit' });
    if (response.redirected) refusePrivate(new URL(response.url));
    if (!response.ok) throw new TypeError(`status ${response.status}`);
    const mediaType = response.headers.get('content-type');
    return { data: new Uint8Array(await response.arrayBuffer()), mediaType };
  } catch (cause) {
    throw new UserError(
      'file-not-loaded',
      `The file ${printAddress(url)} could not be loaded (${printAddressesIn(cause instanceof Error ? cause.message : String(cause))}), and the model cannot load it itself. Its site may forbid it (CORS). Put the content into the message.`,
      { cause },
    );
  }
}

function refusePrivate({ protocol, hostname }: URL): void {
  if (!/^https?:$/.test(protocol) || privateHost.test(hostname)) throw new TypeError('not a public web address');
}
