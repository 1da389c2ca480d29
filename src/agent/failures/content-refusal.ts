import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import type { ModelMessage } from 'ai';
import { isRecord } from '../../protocol/base/record.js';
import type { RefusedContent } from '../../protocol/base/serialize-error.js';
import { findInPrompt, type PromptPart } from './find-in-prompt.js';
import { failureText, statusOf } from './model-failure.js';
import { readPlace } from './wire-place.js';

/** A failed request and the messages that it was made of. */
export interface SentRequest {
  readonly request: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools'>;
  /** The history of the run, to which indexes refer. */
  readonly history: readonly ModelMessage[];
  /** The messages that became the prompt: the history, or the result of `prepareMessages`. */
  readonly sent: readonly ModelMessage[];
  /** Returns the app's name of a tool for the one in the request. */
  readonly toolNameOf: (wireName: string) => string;
}

/** Errors of packages that reject content without sending it. */
const localRefusals: ReadonlySet<unknown> = new Set([
  'AI_UnsupportedFunctionalityError',
  'AI_InvalidPromptError',
  'AI_InvalidArgumentError',
]);

/** Errors with status 400 that are not about content: keys, accounts, models, settings. */
const otherReasons =
  /api[ _-]?key|credential|authenti|credit|billing|quota|balance|permission|model\b.{0,80}\b(?:not exist|not found|not supported|unknown|invalid)|(?:unsupported|unknown|unrecognized|invalid) (?:parameter|argument|field)|max_?(?:output_|completion_)?tokens\b|temperature|top_p|reasoning_effort|user location/i;

/** Finds the content that made a provider reject a request; `undefined` if the request failed for another reason. */
export function refusedContent(error: unknown, sent: SentRequest): RefusedContent | undefined {
  const text = allText(error);
  const isLocal = isRecord(error) && localRefusals.has(error.name);
  if (!isLocal && !isContentStatus(error)) return undefined;
  const place = readPlace(text);
  if (place?.type === 'tool' || place?.type === 'tool-name') return toolAt(place, error, sent) ?? newestContent(sent);
  if (place !== undefined) {
    const parts = findInPrompt(sent.request.prompt, requestBodyOf(error), place);
    const found = parts.map((part) => toRefusedContent(part, 'named', sent));
    const [first, ...others] = found;
    if (first !== undefined && others.every((other) => isSameContent(other, first))) return first;
    return newestContent(sent);
  }
  return !isLocal && statusOf(error) !== 413 && otherReasons.test(text) ? undefined : newestContent(sent);
}

function isContentStatus(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== undefined) return status === 400 || status === 413 || status === 422;
  // Some providers send their error in the stream.
  const inner = isRecord(error) && isRecord(error.error) ? error.error : error;
  return isRecord(inner) && (inner.type === 'invalid_request_error' || inner.code === 'invalid_request_error');
}

/**
 * Returns all text of an error. Providers name the place in a member of its own (`param`, `loc`), or in the message.
 */
function allText(error: unknown): string {
  const { responseBody, data, error: inner }: Readonly<Record<string, unknown>> = isRecord(error) ? error : {};
  const body = typeof responseBody === 'string' ? responseBody : JSON.stringify(data ?? inner ?? '');
  return `${failureText(error)}\n${body.slice(0, 20_000)}`;
}

function requestBodyOf(error: unknown): unknown {
  return isRecord(error) ? error.requestBodyValues : undefined;
}

function toolAt(
  place: { readonly type: 'tool'; readonly index: number } | { readonly type: 'tool-name'; readonly name: string },
  error: unknown,
  { request: { tools = [] }, toolNameOf }: SentRequest,
): RefusedContent | undefined {
  const wireName = place.type === 'tool-name' ? place.name : wireToolNames(requestBodyOf(error))[place.index];
  const isKnown = tools.some(({ name }) => name === wireName);
  return isKnown && wireName !== undefined
    ? { basis: 'named', type: 'tool', toolName: toolNameOf(wireName) }
    : undefined;
}

/** Returns the names of the tools in a request body, in the formats of OpenAI, Anthropic and Google. */
function wireToolNames(body: unknown): readonly (string | undefined)[] {
  const tools: unknown = isRecord(body) ? body.tools : undefined;
  if (!Array.isArray(tools)) return [];
  const all = tools.flatMap((tool: unknown): readonly unknown[] =>
    isRecord(tool) && Array.isArray(tool.functionDeclarations) ? tool.functionDeclarations : [tool],
  );
  return all.map((tool) => {
    if (!isRecord(tool)) return undefined;
    const name = isRecord(tool.function) ? tool.function.name : tool.name;
    return typeof name === 'string' ? name : undefined;
  });
}

/** Returns the content that the previous request did not contain. */
function newestContent(sent: SentRequest): RefusedContent | undefined {
  const { prompt } = sent.request;
  const last = prompt.at(-1);
  if (last === undefined || last.role === 'system') return undefined;
  return toRefusedContent({ message: prompt.length - 1, part: last.content.length - 1 }, 'newest', sent);
}

/**
 * Translates a part of the prompt into content of the history; `undefined` if an app's `prepareMessages` created it.
 */
function toRefusedContent(
  { message, part }: PromptPart,
  basis: RefusedContent['basis'],
  { request: { prompt }, sent, history }: SentRequest,
): RefusedContent | undefined {
  const said = prompt[message];
  if (said === undefined || said.role === 'system') return undefined;
  if (said.role === 'tool') {
    const result = said.content[part];
    if (result?.type !== 'tool-result') return undefined;
    return refusedResult(message, result.toolCallId, { basis, prompt, sent });
  }
  const own =
    plainMessages(sent)[ordinalIn(prompt, message) - (plainMessages(prompt).length - plainMessages(sent).length)];
  const index = own === undefined ? -1 : history.indexOf(own);
  if (own === undefined || index < 0 || own.role !== said.role) return undefined;
  return { basis, type: 'message', index, role: said.role, quote: quoteOf(own) };
}

interface Sources extends Pick<SentRequest, 'sent'> {
  readonly basis: RefusedContent['basis'];
  readonly prompt: readonly LanguageModelV4Message[];
}

/** The prompt has calls under the ids of their provider; the calls of one response have the same order in both. */
function refusedResult(message: number, wireId: string, { basis, prompt, sent }: Sources): RefusedContent | undefined {
  const before = prompt.findLastIndex((each, index) => index < message && each.role === 'assistant');
  const shift = plainMessages(prompt).length - plainMessages(sent).length;
  const response = plainMessages(sent)[ordinalIn(prompt, before) - shift];
  const place = callPartsOf(prompt[before]).findIndex(({ toolCallId }) => toolCallId === wireId);
  const call = callPartsOf(response)[place];
  return call && { basis, type: 'result', toolCallId: call.toolCallId, toolName: call.toolName };
}

interface AnyMessage {
  readonly role: string;
  readonly content: unknown;
}

/** Returns the messages that are one message in the prompt, too: consecutive tool messages are joined there. */
function plainMessages<MESSAGE extends AnyMessage>(messages: readonly MESSAGE[]): readonly MESSAGE[] {
  return messages.filter(({ role }) => role !== 'tool');
}

function ordinalIn(messages: readonly AnyMessage[], index: number): number {
  return plainMessages(messages.slice(0, index)).length;
}

function callPartsOf(
  message: AnyMessage | undefined,
): readonly { readonly toolCallId: string; readonly toolName: string }[] {
  if (!Array.isArray(message?.content)) return [];
  const parts: readonly unknown[] = message.content;
  return parts.flatMap((part) =>
    isRecord(part) && part.type === 'tool-call' && typeof part.toolCallId === 'string'
      ? [{ toolCallId: part.toolCallId, toolName: String(part.toolName) }]
      : [],
  );
}

const quoteLength = 80;

function quoteOf({ content }: ModelMessage): string {
  const parts: readonly unknown[] = typeof content === 'string' ? [{ text: content }] : content;
  const texts = parts.flatMap((part) => {
    if (!isRecord(part) || part.type === 'reasoning') return [];
    return [part.text ?? part.filename].filter((text) => typeof text === 'string');
  });
  const [...letters] = texts.join(' ').replace(/\s+/g, ' ').trim();
  return letters.length > quoteLength ? `${letters.slice(0, quoteLength - 1).join('')}…` : letters.join('');
}

function isSameContent(a: RefusedContent | undefined, b: RefusedContent): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
