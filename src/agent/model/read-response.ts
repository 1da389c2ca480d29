import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { FinishReason } from 'ai';
import { brokeOff } from '../failures/model-failure.js';
import type { NamedRequest } from '../fit/tool-names.js';
import { onAbort, runAborted } from '../plumbing/abortable.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import { metadataOf } from '../plumbing/metadata-of.js';
import { breather } from '../plumbing/next-task.js';
import type { CallIds } from './call-ids.js';
import { readFinish } from './foreign-parts.js';
import { type CollectedContent, ResponseContent } from './response-content.js';
import { type TokenUsage, toTokens } from './token-usage.js';

/** A complete response of the model. */
export interface ModelResponse extends CollectedContent {
  readonly finishReason: FinishReason;
  readonly tokens: TokenUsage;
  /** The provider's metadata of the whole response. */
  readonly providerMetadata?: SharedV4ProviderMetadata;
}

interface ReadOptions {
  readonly emit: Emit;
  readonly ids: CallIds;
  /** The ids of texts in earlier events of the step. */
  readonly partIds: Set<string>;
  readonly signal: AbortSignal;
  /** Default: tools have the same names on the wire. */
  readonly restore?: NamedRequest['restore'];
}

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/**
 * Reads a response to its end and emits each part as it arrives. No call runs before that.
 *
 * @throws the error of the stream, ModelError if it ends without a finish part, or RunAborted.
 */
export async function readResponse(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { emit, ids, partIds, signal, restore = (part) => part }: ReadOptions,
): Promise<ModelResponse> {
  const content = new ResponseContent(emit, ids, partIds);
  const reader = stream.getReader();
  // An abort ends the wait even if the model ignores its signal.
  const stop = (): void => void reader.cancel(signal.reason).catch(() => {});
  const cancel = onAbort(signal, stop);
  try {
    if (signal.aborted) throw runAborted(signal);
    const finish = await readParts(reader, content, { emit, signal, restore });
    if (signal.aborted) throw runAborted(signal);
    if (finish === undefined || isCutResponse(finish)) throw brokeOff();
    const { usage } = finish;
    return { ...content.done(), finishReason: finishReasonOf(finish), tokens: toTokens(usage), ...metadataOf(finish) };
  } catch (error) {
    content.breakOff(signal.aborted ? 'cancelled' : 'interrupted');
    stop();
    throw signal.aborted ? runAborted(signal) : error;
  } finally {
    cancel();
  }
}

async function readParts(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  content: ResponseContent,
  { emit, signal, restore }: Required<Pick<ReadOptions, 'emit' | 'signal' | 'restore'>>,
): Promise<Finish | undefined> {
  const pause = breather();
  for (let finish: Finish | undefined; ; ) {
    const { done, value: part } = await reader.read();
    if (done || signal.aborted) return finish;
    switch (part.type) {
      case 'stream-start':
        for (const warning of part.warnings ?? [])
          emit({ type: 'warning', code: `model-${warning.type}`, message: JSON.stringify(warning) });
        break;
      case 'finish':
        finish = readFinish(part);
        break;
      case 'error':
        throw part.error;
      case 'response-metadata':
      case 'ping':
      case 'raw':
        break;
      default:
        content.add(restore(part));
    }
    const rest = pause();
    if (rest !== undefined) await rest;
  }
}

/**
 * Returns `true` for a body that was cut off. Packages finish such a body themselves, without a reason of the provider;
 * a complete one has a
 * reason, or is `stop`.
 */
function isCutResponse({ finishReason: { unified, raw = '' } }: Finish): boolean {
  return unified === 'interrupted' || (unified === 'other' && raw === '');
}

/** Reasons of providers for an incomplete response that packages do not know and report as `other`. */
const incomplete: readonly (readonly [FinishReason, RegExp])[] = [
  ['length', /^(?:max_\w*tokens|length|model_length|(?:max_|model_)?context_\w*exceeded)$/i],
  ['content-filter', /safety|content_?filter|recitation|prohibited|blocklist|spii|guardrail|refusal|toxic|^language$/i],
  [
    'error',
    /malformed|error|timeout|cancell?ed|unexpected_tool_call|too_many_tool_calls|missing_thought_signature|insufficient|^no_image$/i,
  ],
];

/** Returns the reason why a response ended. An answer that its provider calls incomplete must not count as complete. */
function finishReasonOf({ finishReason: { unified, raw = '' } }: Finish): FinishReason {
  if (unified !== 'other') return unified;
  return incomplete.find(([, pattern]) => pattern.test(raw))?.[0] ?? unified;
}
