import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import { isRecord } from '../../protocol/base/record.js';

// Models come from packages of many authors. Some omit members that the contract requires, or use the form of an older
// version.

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type Counts = LanguageModelV4Usage['inputTokens'] & LanguageModelV4Usage['outputTokens'];

/** Reads the end of a response. A reason that is a string is the unified one; a count that is a number is the total. */
export function readFinish({ finishReason, usage, ...rest }: Finish): Finish {
  const reason: unknown = finishReason;
  const { unified, raw }: Partial<Finish['finishReason']> = isRecord(reason) ? reason : { unified: reason as never };
  const { inputTokens, outputTokens, reasoningTokens, cachedInputTokens }: Readonly<Record<string, unknown>> = isRecord(
    usage,
  )
    ? usage
    : {};
  return {
    ...rest,
    finishReason: { unified: unified ?? 'other', raw: raw ?? undefined },
    usage: {
      inputTokens: readCounts(inputTokens, { cacheRead: cachedInputTokens }),
      outputTokens: readCounts(outputTokens, { reasoning: reasoningTokens }),
    },
  };
}

function readCounts(counts: unknown, beside: Readonly<Record<string, unknown>>): Counts {
  const found = isRecord(counts) ? counts : { ...beside, total: counts };
  const numbers = Object.entries(found).filter(([, count]) => Number.isFinite(count));
  return Object.fromEntries(numbers) as unknown as Counts; // Each member may be undefined.
}

/** Returns the JSON text of a call's input. */
export function readInputText(input: unknown): string {
  if (typeof input === 'string') return withoutRepetition(input);
  return input === undefined || input === null ? '' : JSON.stringify(input);
}

/** Some gateways send all arguments of a call again at its end, as they are or as a JSON string. */
function withoutRepetition(text: string): string {
  const { length } = text;
  if (length % 2 === 0 && isJsonObjectText(text.slice(0, length / 2)) && text.startsWith(text.slice(length / 2))) {
    return text.slice(0, length / 2);
  }
  const end = text.lastIndexOf('}"{') + 1;
  const once = text.slice(0, end);
  return end > 0 && text.slice(end) === JSON.stringify(once) && isJsonObjectText(once) ? once : text;
}

function isJsonObjectText(text: string): boolean {
  if (!text.startsWith('{') || !text.endsWith('}')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
