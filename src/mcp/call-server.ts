import { onAbort } from '../agent/plumbing/abortable.js';
import { maxInputDepth, toJson } from '../protocol/base/json.js';
import { isList, isRecord } from '../protocol/base/record.js';
import { type SerializedError, serializeError } from '../protocol/base/serialize-error.js';
import { toWellFormed } from '../protocol/foreign/well-formed.js';
import { ToolFailed } from '../protocol/signals.js';
import type { Connection } from './connection.js';
import { type KeyedQuestion, readQuestions } from './elicitation.js';
import { cutText, isWithinSize, limits } from './limits.js';
import type { McpCall, McpCallOptions } from './mcp-client.js';

/** What a tool of a server gave, as far as it is kept: the words of MCP. */
export interface McpResult {
  readonly content: readonly McpContent[];
  readonly structuredContent?: unknown;
}

/** A part of a result: a text, an image, a sound, a resource. */
export interface McpContent {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly resource?: McpResource;
}

/** A file that is part of a result. It has a text, or bytes in Base64. */
export interface McpResource {
  readonly uri?: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

/** What a request came to: plain JSON, as a journal keeps it. */
export type CallReply =
  | { readonly type: 'result'; readonly result: McpResult }
  | { readonly type: 'asks'; readonly questions: readonly KeyedQuestion[]; readonly requestState?: string }
  /** In the server's words, for the model. */
  | { readonly type: 'failed'; readonly message: string }
  /** It was not made: the tool is another one by now. For the model. */
  | { readonly type: 'changed'; readonly message: string }
  /** The request was not carried out: it was never sent, or the server rejected it. */
  | { readonly type: 'thrown'; readonly error: SerializedError }
  /** The request may have been carried out: its answer did not arrive, or the client could not read it. */
  | { readonly type: 'lost'; readonly error: SerializedError };

interface ServerCall {
  readonly call: McpCall;
  readonly options: McpCallOptions;
  /** Returns why the call must not be made. It may be asked a second time, after the connection was made anew. */
  readonly check: () => Promise<CallReply | undefined>;
}

/**
 * Calls a tool of a server once. What goes wrong is a reply, too: the request was made.
 *
 * @throws where the run was stopped.
 */
export async function callServer(connection: Connection, { call, options, check }: ServerCall): Promise<CallReply> {
  // The client tells the server the reason of its signal, which may be for the app alone.
  const stop = new AbortController();
  const cancelCall = (): void => stop.abort(new Error('The call was cancelled.'));
  const cancel = onAbort(options.signal, cancelCall);
  if (options.signal.aborted) cancelCall();
  const sent = { ...options, signal: stop.signal };
  try {
    return await connection.request(
      async (client) => (await check()) ?? readReply(call.name, await client.callTool(toWellFormed(call), sent)),
    );
  } catch (error) {
    if (options.signal.aborted) throw error;
    if (error instanceof ToolFailed) return { type: 'failed', message: error.message };
    const unreadable = unreadableResult(error);
    if (unreadable !== undefined) {
      return textReply(`The MCP tool '${call.name}' has run. Its result cannot be read: ${unreadable}`);
    }
    return { type: isRejected(error) ? 'thrown' : 'lost', error: serializeError(error) };
  } finally {
    cancel();
  }
}

/** Codes of the client for requests that it did not send. */
const unsent: ReadonlySet<unknown> = new Set([
  'NOT_CONNECTED',
  'NOT_INITIALIZED',
  'CAPABILITY_NOT_SUPPORTED',
  'CLIENT_HTTP_AUTHENTICATION',
  'CLIENT_HTTP_FORBIDDEN',
  'ECONNREFUSED',
  'ENOTFOUND',
  'mcp-unavailable',
]);

/** Codes with which version 1 of the client reports a closed connection and a timeout, as if the server had answered so. */
const cutOff: ReadonlySet<unknown> = new Set([-32_000, -32_001]);

/** Names of the client's errors for a request that needs another authorization. Servers check that first. */
const unauthorized: ReadonlySet<unknown> = new Set(['UnauthorizedError', 'InsufficientScopeError']);

/** Returns `true` when the server has certainly not carried out a request that failed with this error. */
function isRejected(error: unknown): boolean {
  if (!isRecord(error)) return false;
  const { code, name, cause, data, status = isRecord(data) ? data.status : undefined } = error;
  if (unsent.has(code) || unauthorized.has(name) || (isRecord(cause) && unsent.has(cause.code))) return true;
  // 408: the server stopped waiting.
  if (typeof status === 'number') return status >= 400 && status < 500 && status !== 408;
  return typeof code === 'number' && !cutOff.has(code);
}

/** Codes of the client for results that have arrived and that it refuses. */
const refusedResult: ReadonlySet<unknown> = new Set(['INVALID_RESULT', 'UNSUPPORTED_RESULT_TYPE']);

/** Returns the reason why a result that has arrived was refused: it breaks MCP, or the output schema of its tool. */
function unreadableResult(error: unknown): string | undefined {
  if (!isRecord(error)) return undefined;
  const { code, message } = error;
  if (typeof message !== 'string') return undefined;
  const isRefused = refusedResult.has(code)
    ? !message.includes('input_required') // a question, in whose middle the tool has not come to its end
    : typeof code === 'number' && /structured content/i.test(message);
  return isRefused ? cutText(message, limits.summary) : undefined;
}

function readReply(name: string, given: unknown): CallReply {
  if (!isWithinSize(given, { letters: limits.result, depth: maxInputDepth }))
    return textReply(`The MCP tool '${name}' has run. Its result is too large to be read.`);
  const reply: unknown = toJson(given, `The result of MCP tool '${name}'`);
  if (!isRecord(reply)) return textReply(`The MCP tool '${name}' has run, and its server returned no result.`);
  if (reply.resultType === 'input_required') {
    const { requestState } = reply;
    return {
      type: 'asks',
      questions: readQuestions(reply.inputRequests),
      ...(typeof requestState === 'string' ? { requestState } : {}),
    };
  }
  const content = isList(reply.content) ? reply.content.slice(0, limits.parts).filter(isContent) : [];
  const { structuredContent } = reply;
  if (reply.isError === true) {
    const words = errorText(content) || (structuredContent == null ? '' : JSON.stringify(structuredContent));
    return { type: 'failed', message: cutText(words, limits.description) || `The MCP tool '${name}' failed.` };
  }
  return { type: 'result', result: { content, ...(structuredContent === undefined ? {} : { structuredContent }) } };
}

/** A result that cannot be read does not change that the tool has run. */
function textReply(text: string): CallReply {
  return { type: 'result', result: { content: [{ type: 'text', text }] } };
}

function isContent(part: unknown): part is McpContent {
  return isRecord(part) && typeof part.type === 'string';
}

function errorText(content: readonly McpContent[]): string {
  return content
    .flatMap(({ text, resource }) => [text, isRecord(resource) ? resource.text : undefined])
    .filter((text) => typeof text === 'string')
    .join('\n');
}
