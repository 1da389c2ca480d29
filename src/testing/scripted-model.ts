import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { FinishReason } from 'ai';
import type { JSONValue } from '../protocol/json.js';

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
  /** Default: `tool-calls` with calls, else `stop`. */
  readonly finishReason?: FinishReason;
  /** Awaited before the first part is sent: for a test that holds the model back. */
  readonly when?: Promise<unknown>;
}

/** A response, its text alone, or a function of the request. */
export type ScriptedTurn =
  | string
  | ScriptedResponse
  | ((request: LanguageModelV4CallOptions) => string | ScriptedResponse | PromiseLike<string | ScriptedResponse>);

/** A strict stand-in for a model. */
export interface ScriptedModel extends LanguageModelV4 {
  /** What it was asked, in order. */
  readonly requests: readonly LanguageModelV4CallOptions[];
  /**
   * Checks that the whole script was used.
   *
   * @throws Error naming how many turns are left.
   */
  readonly assertDone: () => void;
}

/**
 * A model that plays a script. It throws when it is asked more often than the script says; call `assertDone()` at the end
 * to catch a run that asked too little.
 *
 * @example
 * const model = scriptedModel([{ calls: [{ toolName: 'deleteFile', input: { path: 'a.txt' } }] }, 'Deleted.']);
 */
export function scriptedModel(turns: readonly ScriptedTurn[]): ScriptedModel {
  const requests: LanguageModelV4CallOptions[] = [];
  let calls = 0;
  return {
    specificationVersion: 'v4',
    provider: 'countersign.testing',
    modelId: 'scripted',
    supportedUrls: {},
    requests,
    doGenerate: () => Promise.reject(new Error('scriptedModel only streams: a run calls doStream.')),
    doStream: async (request) => {
      const turn = turns[requests.length];
      requests.push(request);
      if (turn === undefined) {
        throw new Error(
          `scriptedModel was asked ${requests.length} times, but its script has ${turns.length} turns. Add a turn, or find out why the run went on.`,
        );
      }
      const made = typeof turn === 'function' ? await turn(request) : turn;
      const response = typeof made === 'string' ? { text: made } : made;
      await response.when;
      request.abortSignal?.throwIfAborted();
      const parts = toParts(response, () => `call-${++calls}`);
      return { stream: toStream(parts) };
    },
    assertDone: () => {
      if (requests.length < turns.length) {
        throw new Error(
          `scriptedModel has ${turns.length - requests.length} of ${turns.length} turns left: the run ended earlier than the script says.`,
        );
      }
    },
  };
}

function toStream(parts: readonly LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  let index = 0;
  return new ReadableStream({
    pull: (controller) => {
      const part = parts[index++];
      if (part === undefined) controller.close();
      else controller.enqueue(part);
    },
  });
}

function toParts(response: ScriptedResponse, nextId: () => string): LanguageModelV4StreamPart[] {
  const { reasoning, text, calls = [] } = response;
  const finishReason = response.finishReason ?? (calls.length > 0 ? 'tool-calls' : 'stop');
  return [
    { type: 'stream-start', warnings: [] },
    ...(reasoning === undefined ? [] : textParts('reasoning', reasoning)),
    ...(text === undefined ? [] : textParts('text', text)),
    ...calls.flatMap((call) => callParts(call, call.toolCallId ?? nextId())),
    {
      type: 'finish',
      finishReason: { unified: finishReason === 'interrupted' ? 'other' : finishReason, raw: finishReason },
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
