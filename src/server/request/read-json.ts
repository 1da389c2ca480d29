import { type BodyBytes, lastElementsBody, wholeBody } from './body-bytes.js';
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
  return await readLimitedBody(request, { limit, maxBytes }, wholeBody(limit));
}

/**
 * Reads the JSON body of a chat client, which sends its whole history with each message. The limits are those of the new message: of the list `messages`, only
 * the last element counts, and all before the last two are left out.
 *
 * @throws Refusal that says what is wrong with it.
 */
export async function readLastMessages(request: Request, { maxBytes }: RequestLimits): Promise<unknown> {
  const limit = maxBytes ?? messagesMaxBytes;
  return await readLimitedBody(request, { limit, maxBytes }, lastElementsBody(limit, 'messages'));
}

async function readLimitedBody(
  request: Request,
  { limit, maxBytes = defaultMaxBytes }: RequestLimits & { readonly limit: number },
  bytes: BodyBytes,
): Promise<unknown> {
  // A form of another page could send anything else without being asked.
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  if (mediaType.trim().toLowerCase() !== 'application/json') throw new Refusal('not-json');
  const body = parseJson(await readText(request, limit, bytes));
  // Files are few values with many bytes: a larger limit for them does not allow more values.
  checkBody(body, maxBytes);
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

async function readText(request: Request, limit: number, bytes: BodyBytes): Promise<string> {
  // Firefox has no `Request.body`, and requests over a port are read in browsers.
  const body = request.body ?? (await request.blob()).stream();
  const reader = body.getReader();
  let read = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    read += part.value.byteLength;
    // Read to its end all the same: HTTP/1 servers reset a connection whose body was not read, and the client may never see the refusal.
    bytes.add(part.value);
    if (bytes.size <= limit * drained && read <= limit * skipped) continue;
    await reader.cancel();
    throw tooLarge(limit);
  }
  if (bytes.size > limit) throw tooLarge(limit);
  return bytes.toText();
}

/** A body is read, but not stored, up to this multiple of its limit. */
const drained = 4;

/** A history is read, but not stored, up to this multiple of the limit. With the default limit, that is the longest string that browsers can send. */
const skipped = 32;
