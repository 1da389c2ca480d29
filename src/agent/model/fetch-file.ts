/** A loaded file. */
export interface LoadedFile {
  readonly data: Uint8Array;
  /** Its media type, if known. It replaces only a media type without a subtype, such as `image`. */
  readonly mediaType?: string | null;
}

/** Limits for one file. */
export interface LoadFileOptions {
  /** Aborts when the run is stopped or the file takes longer than 60 seconds. */
  readonly signal: AbortSignal;
  /** A larger file is refused after loading, so a loader should stop reading there. */
  readonly maxBytes: number;
}

/**
 * Loads a file that messages or tool results name by its URL.
 *
 * The URL may come from anyone who wrote a part of the conversation: a user, a model, a tool, another server. Check its
 * host against a list
 * of your own, and do not follow redirects.
 */
export type LoadFile = (url: URL, options: LoadFileOptions) => PromiseLike<LoadedFile>;

/**
 * Loads a file in a page: a public http(s) address, without credentials, without redirects, and no more than
 * `maxBytes`.
 *
 * @throws TypeError saying why the file was not loaded.
 */
export const fetchFile: LoadFile = async (url, { signal, maxBytes }) => {
  refuseUnlessPublic(url);
  const response = await fetch(url, {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // A redirect could lead into a private network, and its target is visible only after the request was made.
    redirect: 'manual',
  });
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await discard(response);
    throw new TypeError('it redirects, and redirects are not followed');
  }
  if (!response.ok) {
    await discard(response);
    throw new TypeError(`status ${response.status}`);
  }
  return { data: await readBytes(response, maxBytes), mediaType: response.headers.get('content-type') };
};

/**
 * Returns the loader for agents without a `loadFile`: a page fetches public addresses, every other environment fetches
 * nothing.
 */
export function defaultLoadFile(): LoadFile {
  return isPage() ? fetchFile : refuseToFetch;
}

const refuseToFetch: LoadFile = async () => {
  throw new TypeError('only a page loads addresses by itself, because a server could reach what its users cannot');
};

interface RuntimeGlobals {
  readonly document?: unknown;
  readonly process?: { readonly versions?: { readonly node?: unknown } };
  readonly Deno?: unknown;
  readonly navigator?: unknown;
  readonly WorkerNavigator?: unknown;
}

/**
 * Returns `true` in a browser's page or web worker. Server runtimes are recognized first: they may define `document`
 * (jsdom) or worker globals.
 */
function isPage(): boolean {
  const { document, process, Deno, navigator, WorkerNavigator } = globalThis as RuntimeGlobals;
  if (process?.versions?.node !== undefined || Deno !== undefined) return false;
  if (typeof document === 'object') return true;
  return typeof WorkerNavigator === 'function' && navigator instanceof WorkerNavigator;
}

/** Suffixes that are reserved for, or commonly used in, private networks. */
const privateSuffix =
  /(?:^|\.)(?:local|localhost|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;
/**
 * The last label of a public name starts with a letter. The URL parser has already turned every spelling of an IPv4
 * address (decimal, octal,
 * hexadecimal, short) into four decimal numbers, and IPv6 addresses are in brackets.
 */
const publicName = /\.[a-z][a-z\d-]*$/;

/** Accepts only names of the public DNS. All IP addresses are refused, since public files have names. */
function refuseUnlessPublic({ protocol, hostname, username, password }: URL): void {
  const host = hostname.toLowerCase().replace(/\.+$/, '');
  const isPublic = publicName.test(host) && !privateSuffix.test(host);
  if (!/^https?:$/.test(protocol) || !isPublic) throw new TypeError('not a public web address');
  if (username !== '' || password !== '') throw new TypeError('its address holds a user name or a password');
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = (): TypeError => new TypeError(`it is larger than ${maxBytes} bytes`);
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await discard(response);
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      void reader?.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

async function discard({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => {});
}
