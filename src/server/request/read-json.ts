import { type BodyBytes, lastElementsBody, wholeBody } from './body-bytes.js';
import { checkBody } from './check-body.js';
import { Refusal } from './refusal.js';

/** The size limits of a request. */
export interface RequestLimits {
  readonly maxBytes?: number | undefined;
}

const defaultMaxBytes = 1_000_000;

/**
 * The default size limit of a request with messages, in bytes: enough for the largest file that the composer accepts.
 */
export const messagesMaxBytes = 16_000_000;

/**
 * Reads a JSON body within limits of size, depth and number of values.
 *
 * @throws Refusal `not-json`, `too-large` or `malformed-request`.
 */
export async function readJson(
  request: Request,
  { maxBytes }: Pick<RequestLimits, 'maxBytes'>,
  byDefault: number = defaultMaxBytes,
): Promise<unknown> {
  const limit = maxBytes ?? byDefault;
  return await readLimitedBody(request, { limit, maxBytes }, wholeBody(limit));
}

/**
 * Reads the JSON body of a chat client, which sends its whole history with each message. The limits apply to the new
 * message only: of the list `messages`, the last element counts, the one before it is kept, and all earlier ones are
 * dropped.
 *
 * @throws Refusal `not-json`, `too-large` or `malformed-request`.
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
  // An HTML form on another site can send other media types without a preflight request, so only JSON is accepted.
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  if (mediaType.trim().toLowerCase() !== 'application/json') throw new Refusal('not-json');
  const body = parseJson(await readText(request, limit, bytes));
  // A file is one value with many bytes, so a larger default limit for files does not allow more values.
  checkBody(body, maxBytes);
  return body;
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal('too-large', `The limit is ${maxBytes.toLocaleString('en-US')} bytes.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed-request', 'The body is not valid JSON.');
  }
}

async function readText(request: Request, limit: number, bytes: BodyBytes): Promise<string> {
  // Firefox has no `Request.body`, and requests over a port are read in browsers.
  const body = request.body ?? (await request.blob()).stream();
  const reader = body.getReader();
  let read = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    read += part.value.byteLength;
    // Continues beyond the limit: HTTP/1 servers reset a connection with an unread body, and the client would not get
    // the refusal.
    bytes.add(part.value);
    if (bytes.size <= limit * drained && read <= limit * skipped) continue;
    await reader.cancel();
    throw tooLarge(limit);
  }
  if (bytes.size > limit) throw tooLarge(limit);
  return bytes.toText();
}

/** A body is read up to this multiple of its limit. Bytes beyond the limit are dropped. */
const drained = 4;

/**
 * A body with its history is read up to this multiple of the limit. With the default limit, that is the longest string
 * that browsers can send.
 */
const skipped = 32;
