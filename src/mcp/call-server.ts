import { maxInputDepth, toJson } from '../protocol/base/json.js';
import { isList, isRecord } from '../protocol/base/record.js';
import { type SerializedError, serializeError } from '../protocol/base/serialize-error.js';
import { ToolFailed } from '../protocol/signals.js';
import { type KeyedQuestion, readQuestions } from './elicitation.js';
import { cutText, isWithinSize, limits } from './limits.js';
import type { McpCall, McpCallOptions, McpClient } from './mcp-client.js';

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
}

/** What a request came to: plain JSON, as a journal keeps it. */
export type CallReply =
  | { readonly type: 'result'; readonly result: McpResult }
  | { readonly type: 'asks'; readonly questions: readonly KeyedQuestion[]; readonly requestState?: string }
  /** In the server's words, for the model. */
  | { readonly type: 'failed'; readonly message: string }
  /** It was not made: the tool is another one by now. For the model. */
  | { readonly type: 'changed'; readonly message: string }
  /** It did not come to an answer. */
  | { readonly type: 'thrown'; readonly error: SerializedError };

/**
 * Calls a tool of a server once. What goes wrong is a reply, too: the request was made.
 *
 * @throws where the run was stopped.
 */
export async function callServer(client: McpClient, call: McpCall, options: McpCallOptions): Promise<CallReply> {
  try {
    return readReply(call.name, await client.callTool(call, options));
  } catch (error) {
    if (options.signal.aborted) throw error;
    if (error instanceof ToolFailed) return { type: 'failed', message: error.message };
    return { type: 'thrown', error: serializeError(error) };
  }
}

function readReply(name: string, given: unknown): CallReply {
  if (!isWithinSize(given, { letters: limits.result, depth: maxInputDepth }))
    return { type: 'failed', message: `The MCP server gave a result for '${name}' that is too large to be read.` };
  const reply: unknown = toJson(given, `The result of MCP tool '${name}'`);
  if (!isRecord(reply)) return { type: 'failed', message: `The MCP server gave no result for '${name}'.` };
  if (reply.resultType === 'input_required') {
    const { requestState } = reply;
    return {
      type: 'asks',
      questions: readQuestions(reply.inputRequests),
      ...(typeof requestState === 'string' ? { requestState } : {}),
    };
  }
  const content = isList(reply.content) ? reply.content.slice(0, limits.parts).filter(isContent) : [];
  if (reply.isError === true)
    return {
      type: 'failed',
      message: cutText(errorText(content), limits.description) || `The MCP tool '${name}' failed.`,
    };
  const { structuredContent } = reply;
  return { type: 'result', result: { content, ...(structuredContent === undefined ? {} : { structuredContent }) } };
}

function isContent(part: unknown): part is McpContent {
  return isRecord(part) && typeof part.type === 'string';
}

function errorText(content: readonly McpContent[]): string {
  return content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n');
}
