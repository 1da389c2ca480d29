import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { isMixedContent, readBaseURL } from './base-url.js';
import { type ClassifiedError, classifyAnswer, classifySilence, isAnswer } from './classify.js';
import { currentPage, type Page } from './page.js';
import { type ConnectProblem, describeProblem } from './problems.js';

/** The endpoint of a model, as typed into the dialog. */
export interface ConnectOptions {
  readonly baseURL: string;
  readonly modelId: string;
  /** The API key. Only the returned model stores it. */
  readonly apiKey?: string;
}

/** The environment of the check, for tests, and a signal to cancel it. */
export interface ConnectEnvironment {
  readonly page?: Page;
  readonly timeoutMs?: number;
  readonly abortSignal?: AbortSignal;
}

/** A connected model, or the problem. */
export type ConnectResult =
  | { readonly status: 'ready'; readonly model: LanguageModelV4; readonly baseURL: string }
  | { readonly status: 'failed'; readonly problem: ConnectProblem };

const DEFAULT_TIMEOUT_MS = 45_000;

// A small but real request: a streaming chat completion with a tool.
const CHECK: LanguageModelV4CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Reply with the word ok.' }] }],
  tools: [
    {
      type: 'function',
      name: 'ping',
      description: 'Not needed now.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    },
  ],
  toolChoice: { type: 'auto' },
};

const SIGNS_OF_LIFE: ReadonlySet<LanguageModelV4StreamPart['type']> = new Set([
  'text-start',
  'text-delta',
  'reasoning-start',
  'reasoning-delta',
  'tool-input-start',
  'tool-call',
]);

function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error === 'string') return error;
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
}

function classifyStreamError(error: unknown): ClassifiedError {
  // Some servers respond with 200 and send the error as the first event.
  const { kind, detail } = classifyAnswer(400, '', messageOf(error));
  if (kind === 'no-tool-support') return { kind, ...(detail === undefined ? {} : { detail }) };
  // Errors of the server are plain data. An `Error` means that the provider could not read the stream.
  return { kind: error instanceof Error ? 'unreadable' : 'server-error', detail: messageOf(error) };
}

/** Reads the stream until a model has responded. Returns `null` then, or the problem. */
async function readFirst(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<ClassifiedError | null> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.type === 'error') return classifyStreamError(next.value.error);
      if (SIGNS_OF_LIFE.has(next.value.type)) return null;
      // An empty response with a valid finish reason is unusual, but it is from a model.
      if (next.value.type === 'finish' && next.value.finishReason.raw !== undefined) return null;
    }
    return { kind: 'unreadable' };
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

interface Check {
  readonly model: LanguageModelV4;
  readonly baseURL: string;
  readonly page: Page;
  readonly timeoutMs: number;
  readonly abortSignal: AbortSignal | undefined;
}

async function classifyError(error: unknown, check: Check): Promise<ClassifiedError> {
  if (isAnswer(error)) return classifyAnswer(error.statusCode, error.responseBody ?? '', error.message);
  return classifySilence(`${check.baseURL}/models`, check.page, AbortSignal.timeout(check.timeoutMs));
}

async function tryModel(check: Check): Promise<ClassifiedError | null> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), check.timeoutMs);
  const signals = [timeout.signal, ...(check.abortSignal === undefined ? [] : [check.abortSignal])];
  try {
    const { stream } = await check.model.doStream({ ...CHECK, abortSignal: AbortSignal.any(signals) });
    return await readFirst(stream);
  } catch (error) {
    check.abortSignal?.throwIfAborted();
    return timeout.signal.aborted ? { kind: 'timeout' } : await classifyError(error, check);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Connects any OpenAI-compatible endpoint after a real request with a tool. Problems are returned, not thrown. It
 * rejects only after an abort by `abortSignal`.
 */
export async function connectModel(
  { baseURL: typed, modelId, apiKey = '' }: ConnectOptions,
  { page = currentPage(), timeoutMs = DEFAULT_TIMEOUT_MS, abortSignal }: ConnectEnvironment = {},
): Promise<ConnectResult> {
  const key = apiKey.trim();
  const failed = ({ kind, status, detail }: ClassifiedError, url: string): ConnectResult => ({
    status: 'failed',
    problem: describeProblem(kind, {
      url,
      modelId,
      pageOrigin: page.origin,
      timeoutMs,
      ...(status === undefined ? {} : { status }),
      // A server may repeat the key in its error. It must not be shown.
      ...(detail === undefined ? {} : { detail: key === '' ? detail : detail.replaceAll(key, '\u2026') }),
    }),
  });
  const baseURL = readBaseURL(typed);
  if (baseURL === null) return failed({ kind: 'invalid-url' }, typed);
  if (isMixedContent(baseURL, page.origin)) return failed({ kind: 'mixed-content' }, baseURL);
  if (/[^\u0021-\u007e]/.test(key)) return failed({ kind: 'unauthorized' }, baseURL);
  const provider = createOpenAICompatible({
    name: 'connected',
    baseURL,
    fetch: page.fetch,
    includeUsage: true,
    ...(key === '' ? {} : { apiKey: key }),
  });
  const model = provider.chatModel(modelId.trim());
  const problem = await tryModel({ model, baseURL, page, timeoutMs, abortSignal });
  return problem === null ? { status: 'ready', model, baseURL } : failed(problem, baseURL);
}
