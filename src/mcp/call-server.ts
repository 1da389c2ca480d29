import { onAbort } from '../agent/plumbing/abortable.js';
import { maxInputDepth, toJson } from '../protocol/base/json.js';
import { isList, isRecord } from '../protocol/base/record.js';
import { type SerializedError, serializeError } from '../protocol/base/serialize-error.js';
import { toWellFormed } from '../protocol/foreign/well-formed.js';
import { ToolFailed } from '../protocol/signals.js';
import type { Connection } from './connection.js';
import { type KeyedElicitation, readElicitations } from './elicitation.js';
import { cutText, isWithinSize, limits } from './limits.js';
import type { McpCall, McpCallOptions } from './mcp-client.js';

/** The result of an MCP tool, with the member names of MCP. */
export interface McpResult {
  readonly content: readonly McpContent[];
  readonly structuredContent?: unknown;
}

/** A part of a result: text, an image, audio or a resource. */
export interface McpContent {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly resource?: McpResource;
}

/** A file that is part of a result: text, or bytes in Base64. */
export interface McpResource {
  readonly uri?: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

/** The result of a request: plain JSON, so that a journal can persist it. */
export type CallReply =
  | { readonly type: 'result'; readonly result: McpResult }
  /** The server needs answers of people first (`input_required`). The next request repeats the `requestState`. */
  | { readonly type: 'asks'; readonly questions: readonly KeyedElicitation[]; readonly requestState?: string }
  /** The server reported an error. The message is for the model. */
  | { readonly type: 'failed'; readonly message: string }
  /** The request was not sent, because the tool has changed since the call. The message is for the model. */
  | { readonly type: 'changed'; readonly message: string }
  /** The request was not executed: it was never sent, or the server rejected it. */
  | { readonly type: 'thrown'; readonly error: SerializedError }
  /** The request may have been executed: its response did not arrive, or the client could not read it. */
  | { readonly type: 'lost'; readonly error: SerializedError };

interface ServerCall {
  readonly call: McpCall;
  readonly options: McpCallOptions;
  /** Returns a reply if the request must not be sent. It is called again after a reconnect. */
  readonly check: () => Promise<CallReply | undefined>;
}

/**
 * Calls a tool of a server once. Failures are returned as replies, too, so that they can be persisted.
 *
 * @throws when the run was stopped.
 */
export async function callServer(connection: Connection, { call, options, check }: ServerCall): Promise<CallReply> {
  // The client sends the signal's reason to the server, but that reason may be private to the app.
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

/** Client error codes of requests that were not sent. */
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

/** Codes of version 1 of the client for a closed connection and a timeout. They look like codes of a server. */
const connectionLost: ReadonlySet<unknown> = new Set([-32_000, -32_001]);

/** Names of client errors for missing authorization, which servers check before they execute a request. */
const unauthorized: ReadonlySet<unknown> = new Set(['UnauthorizedError', 'InsufficientScopeError']);

/** Returns `true` when this error proves that the server has not executed the request. */
function isRejected(error: unknown): boolean {
  if (!isRecord(error)) return false;
  const { code, name, cause, data, status = isRecord(data) ? data.status : undefined } = error;
  if (unsent.has(code) || unauthorized.has(name) || (isRecord(cause) && unsent.has(cause.code))) return true;
  // 408 is excluded: after such a timeout, the request may have been executed.
  if (typeof status === 'number') return status >= 400 && status < 500 && status !== 408;
  return typeof code === 'number' && !connectionLost.has(code);
}

/** Client error codes of responses that arrived and were rejected as invalid. */
const invalidResult: ReadonlySet<unknown> = new Set(['INVALID_RESULT', 'UNSUPPORTED_RESULT_TYPE']);

/** Returns the reason why the client rejected a response: it violates MCP, or the output schema of its tool. */
function unreadableResult(error: unknown): string | undefined {
  if (!isRecord(error)) return undefined;
  const { code, message } = error;
  if (typeof message !== 'string') return undefined;
  const isInvalid = invalidResult.has(code)
    ? !message.includes('input_required') // the response is an elicitation, so the tool has not finished
    : typeof code === 'number' && /structured content/i.test(message);
  return isInvalid ? cutText(message, limits.summary) : undefined;
}

function readReply(name: string, response: unknown): CallReply {
  if (!isWithinSize(response, { letters: limits.result, depth: maxInputDepth }))
    return textReply(`The MCP tool '${name}' has run. Its result is too large to be read.`);
  const reply: unknown = toJson(response, `The result of MCP tool '${name}'`);
  if (!isRecord(reply)) return textReply(`The MCP tool '${name}' has run, and its server returned no result.`);
  if (reply.resultType === 'input_required') {
    const { requestState } = reply;
    return {
      type: 'asks',
      questions: readElicitations(reply.inputRequests),
      ...(typeof requestState === 'string' ? { requestState } : {}),
    };
  }
  const content = isList(reply.content) ? reply.content.slice(0, limits.parts).filter(isContent) : [];
  const { structuredContent } = reply;
  if (reply.isError === true) {
    const message = errorText(content) || (structuredContent == null ? '' : JSON.stringify(structuredContent));
    return { type: 'failed', message: cutText(message, limits.description) || `The MCP tool '${name}' failed.` };
  }
  return { type: 'result', result: { content, ...(structuredContent === undefined ? {} : { structuredContent }) } };
}

/**
 * Returns a result for a tool that was executed, but whose own result is unreadable. With an error, the model would
 * assume that the tool had no effect.
 */
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
