import { checkBody } from './check-body.js';
import { Refusal } from './refusal.js';

/** What a request may be. */
export interface RequestLimits {
  readonly maxBytes?: number | undefined;
}

const defaultMaxBytes = 1_000_000;

/** The default size limit of a request with messages, in bytes: enough for the largest file that the composer accepts. */
export const messagesMaxBytes = 16_000_000;

/**
 * Reads a JSON body within the limits of its size, depth and number of values.
 *
 * @throws Refusal that says what is wrong with it.
 */
export async function readJson(
  request: Request,
  { maxBytes }: Pick<RequestLimits, 'maxBytes'>,
  usual: number = defaultMaxBytes,
): Promise<unknown> {
  const limit = maxBytes ?? usual;
  // A form of another page could send anything else without being asked.
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  if (mediaType.trim().toLowerCase() !== 'application/json') throw new Refusal('not-json');
  const body = parseJson(await readText(request, limit));
  // Files are few values with many bytes: a larger limit for them does not allow more values.
  checkBody(body, maxBytes ?? defaultMaxBytes);
  return body;
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal('too-large', `It may have up to ${maxBytes.toLocaleString('en-US')} bytes.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed-request', 'Its body is not JSON.');
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  // Firefox has no `Request.body`, and requests over a port are read in browsers.
  const body = request.body ?? (await request.blob()).stream();
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > maxBytes * drained) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    // Read to its end all the same: HTTP/1 servers reset a connection whose body was not read, and the client may never see the refusal.
    if (size <= maxBytes) text += decoder.decode(part.value, { stream: true });
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  return text + decoder.decode();
}

/** A body is read, but not stored, up to this multiple of its limit. */
const drained = 4;
