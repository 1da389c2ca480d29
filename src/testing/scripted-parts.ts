import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { FinishReason } from 'ai';
import type { JSONValue } from '../protocol/base/json.js';

/** A call in a response of the scripted model. */
export interface ScriptedCall {
  readonly toolName: string;
  /** The input, which is sent as JSON. `rawInput` is sent unchanged, to script malformed output. */
  readonly input?: JSONValue;
  readonly rawInput?: string;
  /** Default: `call-1`, `call-2`, … over the whole script. */
  readonly toolCallId?: string;
}

/** One response of the scripted model. */
export interface ScriptedResponse {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /**
   * Default: `tool-calls` with calls, else `stop`. `interrupted` is a response that was cut off: the run retries the
   * request, which uses the next turn.
   */
  readonly finishReason?: FinishReason;
  /** A promise to wait for before the first part is sent. */
  readonly when?: Promise<unknown>;
  /** The delay before the first part, in milliseconds. */
  readonly after?: number;
  /** The delay between parts, in milliseconds. */
  readonly pace?: number;
  /**
   * The number of parts after which the stream breaks, as with a lost connection. If the run retries, that uses the
   * next turn.
   */
  readonly breakAfter?: number;
  /** The error with which the stream breaks. Default: none, so the stream ends before it is complete. */
  readonly breakWith?: unknown;
}

/** Returns the parts of a response as a provider streams them. */
export function toParts(response: ScriptedResponse, nextId: () => string): LanguageModelV4StreamPart[] {
  const { reasoning, text, calls = [] } = response;
  const finishReason = response.finishReason ?? (calls.length > 0 ? 'tool-calls' : 'stop');
  return [
    { type: 'stream-start', warnings: [] },
    ...(reasoning === undefined ? [] : textParts('reasoning', reasoning)),
    ...(text === undefined ? [] : textParts('text', text)),
    ...calls.flatMap((call) => callParts(call, call.toolCallId ?? nextId())),
    {
      type: 'finish',
      finishReason: { unified: finishReason, raw: finishReason === 'interrupted' ? undefined : finishReason },
      usage: {
        inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 5, text: 5, reasoning: undefined },
      },
    },
  ];
}

function textParts(type: 'text' | 'reasoning', text: string): LanguageModelV4StreamPart[] {
  const id = `${type}-1`;
  return [
    { type: `${type}-start`, id },
    ...pieces(text).map((delta) => ({ type: `${type}-delta` as const, id, delta })),
    { type: `${type}-end`, id },
  ];
}

function callParts(call: ScriptedCall, id: string): LanguageModelV4StreamPart[] {
  const input = call.rawInput ?? JSON.stringify(call.input ?? {});
  return [
    { type: 'tool-input-start', id, toolName: call.toolName },
    ...pieces(input).map((delta) => ({ type: 'tool-input-delta' as const, id, delta })),
    { type: 'tool-input-end', id },
    { type: 'tool-call', toolCallId: id, toolName: call.toolName, input },
  ];
}

function pieces(text: string): readonly string[] {
  return text.match(/.{1,12}/gsu) ?? [];
}
