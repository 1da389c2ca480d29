import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { FinishReason } from 'ai';
import type { JSONValue } from '../protocol/base/json.js';

/** A call that the scripted model makes. */
export interface ScriptedCall {
  readonly toolName: string;
  /** Sent as JSON; a `rawInput` is sent as it is, to script malformed output. */
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
  /** Default: `tool-calls` with calls, else `stop`. `interrupted` is a response that broke off: the next turn answers the request made again. */
  readonly finishReason?: FinishReason;
  /** Awaited before the first part is sent: for a test that holds the model back. */
  readonly when?: Promise<unknown>;
  /** Milliseconds before the first part is sent. */
  readonly after?: number;
  /** Milliseconds between parts. */
  readonly pace?: number;
  /** The stream breaks after so many parts, as when a connection is lost. The run may make the request again: the next turn answers it. */
  readonly breakAfter?: number;
  /** What the stream breaks with. Without it the stream just ends before it is complete. */
  readonly breakWith?: unknown;
}

/** The parts of a response, as a provider streams them. */
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
