import { RemoteError } from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { isIssue } from '../../protocol/call-end.js';
import { maxForeignDepth } from '../../protocol/foreign/foreign-json.js';
import { printAddress, printAddressesIn, withoutAddresses } from '../../protocol/foreign/print-address.js';
import type { Issue } from '../../protocol/signals.js';
import { abridge } from './read-response.js';
import { historyHeader, type RefusalDetails, RefusedRequest } from './refused-request.js';

/**
 * Checks a server's response before its body is read.
 *
 * @throws RemoteError
 */
export async function checkResponse(response: Response, url: string): Promise<Response> {
  const { status, type } = response;
  if (status === 204) return response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw new RemoteError(
      'remote-refused',
      `${printAddress(url)} redirects elsewhere. Requests carry answers and perhaps a token, so they are not sent on. Give the transport the address that answers.`,
    );
  }
  if (!response.ok) throw await failedResponse(response, url);
  const contentType = response.headers.get('content-type') ?? '';
  if (contentType.startsWith('text/event-stream') && response.body !== null) return response;
  await response.body?.cancel();
  throw new RemoteError(
    'remote-failed',
    `${printAddress(url)} answered with ${contentType === '' ? 'no content type' : `'${abridge(contentType)}'`} instead of an event stream. Give the transport the address of the route that streams.`,
  );
}

/** Returns the error for a response with an HTTP error status. */
export async function failedResponse(response: Response, url: string): Promise<RefusedRequest> {
  const { status } = response;
  const said = await readRefusal(response);
  const words = printAddressesIn(said.words ?? '', url).replace(/\.$/, '');
  // A 503 may come from a proxy while the server behind it keeps working, so it does not prove that nothing was done.
  const code =
    status >= 500
      ? 'remote-failed'
      : status === 413
        ? 'remote-too-large'
        : status === 429
          ? 'remote-busy'
          : 'remote-refused';
  const what = status < 500 ? 'refused the request' : 'failed';
  const retryAfter = response.headers.get('retry-after');
  const wait = retryAfter === null ? '' : ` It asks to wait: ${retryAfter.slice(0, 40)}.`;
  const message = `${printAddress(url)} ${what} (${status})${words === '' ? '' : `: ${words}`}.${wait}${hints[status] ?? ''}`;
  const inPlain = words === '' ? undefined : `${words}.`;
  return new RefusedRequest(code, message, {
    retryAfter: retryAfter ?? undefined,
    words: inPlain,
    toolCallId: said.toolCallId,
    issue: said.issue,
    keepsHistory: response.headers.has(historyHeader),
  });
}

/** Advice for the usual mistakes, by HTTP status. */
const hints: Readonly<Record<number, string>> = {
  401: ' Sign in again. Without a sign-in, look at the headers that the transport gets.',
  403: ' Look at the headers that the transport gets.',
  404: ' Look at the address that the transport gets.',
  405: ' Look at the address that the transport gets: this one takes no POST.',
  413: ' Send fewer or smaller files. Where the whole conversation goes with each message, earlier files count, too: remove them, or start a new conversation.',
  415: ' The server did not take it for JSON: look at what stands between here and it.',
};

/** Reads the beginning of an error's body. The rest is never read: it may contain the whole request, or never end. */
async function readRefusal(response: Response): Promise<RefusalDetails> {
  const text = await refusalText(response).catch(() => '');
  if (/^\s*</.test(text)) return { words: 'with a page instead of words' };
  try {
    const body: unknown = JSON.parse(text);
    const found = isRecord(body) ? (body.error ?? body.message ?? body.detail) : Array.isArray(body) ? body[0] : body;
    const inner = isRecord(found) ? (found.message ?? found.msg ?? found) : found;
    const toolCallId = isRecord(found) && typeof found.toolCallId === 'string' ? found.toolCallId : undefined;
    const issue = isRecord(found) ? readIssue(found.issue) : undefined;
    return { words: abridge(typeof inner === 'string' ? inner : JSON.stringify(inner ?? '')), toolCallId, issue };
  } catch {
    return { words: abridge(text.trim()) };
  }
}

function readIssue(value: unknown): Issue | undefined {
  if (!isIssue(value) || value.path.length > maxForeignDepth) return undefined;
  return { path: value.path, message: abridge(value.message) };
}

async function refusalText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .getReader();
  let text = '';
  while (text.length < 20_000) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  void reader.cancel().catch(() => {});
  return text.slice(0, 20_000);
}

/** Returns the error for a request that may or may not have reached the server. */
export function unreachable(url: string, error: unknown): RemoteError {
  const { message } = serializeError(error);
  return new RemoteError(
    'remote-cut',
    `${printAddress(url)} could not be reached, or broke off before it answered (${abridge(printAddressesIn(message, url))}). Is it running, does it allow this origin (CORS), and is it https where this page is?`,
    { cause: withoutAddresses(error, url) },
  );
}
