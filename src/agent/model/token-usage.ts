import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { RunUsage } from '../../protocol/outcome.js';

/** The tokens of one response. Details are present if the provider reports them. */
export type TokenUsage = Omit<RunUsage, 'requests' | 'toolCalls'>;

/** Converts the provider's counts. */
export function toTokens({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    ...ifKnown('cacheReadTokens', inputTokens.cacheRead),
    ...ifKnown('cacheWriteTokens', inputTokens.cacheWrite),
    ...ifKnown('reasoningTokens', outputTokens.reasoning),
  };
}

/** Adds one more response to a run's usage. */
export function addResponse(usage: RunUsage, tokens: TokenUsage): RunUsage {
  const sum = { ...usage, requests: usage.requests + 1 };
  for (const key of [
    'inputTokens',
    'outputTokens',
    'cacheReadTokens',
    'cacheWriteTokens',
    'reasoningTokens',
    'cost',
  ] as const) {
    const more = tokens[key];
    if (more !== undefined) sum[key] = (sum[key] ?? 0) + more;
  }
  return sum;
}

function ifKnown<KEY extends string>(key: KEY, value: number | undefined): { readonly [K in KEY]?: number } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in KEY]?: number }); // A computed key widens to string.
}
