import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Reply } from './reply.js';
import type { ToolStep } from './steps.js';

/** A part of the stream, with a delay before it. */
export interface PacedPart {
  readonly part: LanguageModelV4StreamPart;
  readonly delayMs: number;
}

const THINKING_MS = 350;
const WORD_MS = 28;
const INPUT_CHUNK_MS = 32;
const INPUT_CHUNK_CHARACTERS = 9;
const CHARACTERS_PER_TOKEN = 4;

const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

function usageOf(reply: Reply, options: LanguageModelV4CallOptions): LanguageModelV4Usage {
  const input = tokensOf(JSON.stringify(options.prompt)) + tokensOf(JSON.stringify(options.tools ?? []));
  const text = tokensOf(reply.text);
  const calls = tokensOf(reply.calls.map((call) => call.tool + JSON.stringify(call.input)).join(''));
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: text + calls, text, reasoning: 0 },
  };
}

function chunksOf(text: string): string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / INPUT_CHUNK_CHARACTERS);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * INPUT_CHUNK_CHARACTERS, (index + 1) * INPUT_CHUNK_CHARACTERS).join(''),
  );
}

function* textParts(text: string): Generator<PacedPart> {
  const id = 'text-1';
  yield { part: { type: 'text-start', id }, delayMs: THINKING_MS };
  for (const delta of text.match(/\s*\S+|\s+$/g) ?? []) {
    yield { part: { type: 'text-delta', id, delta }, delayMs: WORD_MS };
  }
  yield { part: { type: 'text-end', id }, delayMs: 0 };
}

function* callParts(call: ToolStep, id: string): Generator<PacedPart> {
  const input = JSON.stringify(call.input);
  yield { part: { type: 'tool-input-start', id, toolName: call.tool }, delayMs: WORD_MS };
  for (const delta of chunksOf(input)) yield { part: { type: 'tool-input-delta', id, delta }, delayMs: INPUT_CHUNK_MS };
  yield { part: { type: 'tool-input-end', id }, delayMs: 0 };
  yield { part: { type: 'tool-call', toolCallId: id, toolName: call.tool, input }, delayMs: 0 };
}

/** Data for the parts around a reply. */
export interface StreamContext {
  readonly options: LanguageModelV4CallOptions;
  readonly modelId: string;
  readonly responseId: string;
  readonly timestamp: Date;
  readonly nextCallId: () => string;
}

/** Converts a reply to the parts that a provider streams. */
export function* streamParts(reply: Reply, context: StreamContext): Generator<PacedPart> {
  const { modelId, responseId, timestamp } = context;
  yield { part: { type: 'stream-start', warnings: [] }, delayMs: 0 };
  yield { part: { type: 'response-metadata', id: responseId, modelId, timestamp }, delayMs: 0 };
  if (reply.text !== '') yield* textParts(reply.text);
  for (const call of reply.calls) yield* callParts(call, context.nextCallId());
  const unified = reply.calls.length > 0 ? 'tool-calls' : 'stop';
  yield {
    part: { type: 'finish', usage: usageOf(reply, context.options), finishReason: { unified, raw: unified } },
    delayMs: 0,
  };
}
