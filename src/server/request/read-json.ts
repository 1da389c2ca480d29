import { checkBody } from './check-body.js';
import { Refusal } from './refusal.js';

/** What a request may be. */
export interface RequestLimits {
  readonly maxBytes?: number | undefined;
}

const defaultMaxBytes = 1_000_000;

/**
 * Reads a JSON body within the limits of its size, depth and number of values.
 *
 * @throws Refusal that says what is wrong with it.
 */
export async function readJson(request: Request, { maxBytes = defaultMaxBytes }: RequestLimits): Promise<unknown> {
  // A form of another page could send anything else without being asked.
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').split(';', 1);
  if (mediaType.trim().toLowerCase() !== 'application/json') throw new Refusal('not-json');
  const body = parseJson(await readText(request, maxBytes));
  checkBody(body, maxBytes);
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed-request', 'Its body is not JSON.');
  }
}

async function readText({ headers, body }: Request, maxBytes: number): Promise<string> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw new Refusal('too-large');
  if (body === null) throw new Refusal('malformed-request', 'It has no body.');
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Refusal('too-large');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
