import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { RunUsage } from '../../protocol/outcome.js';

/** The tokens of one response. Details are there where the provider tells them. */
export type TokenUsage = Omit<RunUsage, 'requests' | 'toolCalls'>;

/** What the provider counted. */
export function toTokens({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    ...ifKnown('cacheReadTokens', inputTokens.cacheRead),
    ...ifKnown('cacheWriteTokens', inputTokens.cacheWrite),
    ...ifKnown('reasoningTokens', outputTokens.reasoning),
  };
}

/** A run's usage after one more response. */
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
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in KEY]?: number }); // a computed key widens to string
}
