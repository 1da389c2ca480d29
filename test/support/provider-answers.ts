import { createAlibaba } from '@ai-sdk/alibaba';
import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAmazonBedrockAnthropic } from '@ai-sdk/amazon-bedrock/anthropic';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createAzure } from '@ai-sdk/azure';
import { createCohere } from '@ai-sdk/cohere';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGoogle } from '@ai-sdk/google';
import { createMoonshotAI } from '@ai-sdk/moonshotai';
import { createOpenResponses } from '@ai-sdk/open-responses';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createXai } from '@ai-sdk/xai';
import { toEventFrame } from './event-frames.js';
import {
  anthropic,
  bedrock,
  chat,
  cohere,
  google,
  type Line,
  responses,
  type StreamedCall,
  type WireFormat,
} from './wire-formats.js';

/** The options that connect a provider's package to its server. */
export interface ProviderOptions {
  readonly baseURL: string;
  readonly fetch?: typeof fetch;
}

/** A provider package, and the wire format of its server. */
export interface Provider extends WireFormat {
  readonly model: (options: ProviderOptions) => LanguageModelV4;
  /** The lines of a response that makes one call. */
  readonly calls: (id: string, name: string, input: object) => readonly Line[];
  /** The chunks of a response with these lines. */
  readonly encode: (lines: readonly Line[]) => readonly Uint8Array[];
  readonly contentType: string;
}

const sse = {
  encode: (lines: readonly Line[]): readonly Uint8Array[] => lines.map((line) => Buffer.from(toEventStream([line]))),
  contentType: 'text/event-stream',
};

const frames = {
  encode: (lines: readonly Line[]): readonly Uint8Array[] =>
    lines.flatMap((line) => Object.entries(line).map(([type, payload]) => toEventFrame(type, payload as object))),
  contentType: 'application/vnd.amazon.eventstream',
};

/** Claude on Bedrock: Anthropic's events, each wrapped in a frame. */
const packed = {
  ...frames,
  encode: (lines: readonly Line[]): readonly Uint8Array[] =>
    frames.encode(lines.map((line) => ({ chunk: { bytes: Buffer.from(JSON.stringify(line)).toString('base64') } }))),
};

function provider(model: Provider['model'], words: WireFormat, wire: Pick<Provider, 'encode' | 'contentType'> = sse) {
  return { ...words, ...wire, model, calls: (...call: StreamedCall) => words.callLines([call]) };
}

const apiKey = 'k';

/** The supported provider packages, each with the wire format of its server. */
export const providers: Readonly<Record<string, Provider>> = {
  'openai-compatible': provider((options) => createOpenAICompatible({ name: 'local', ...options })('m'), chat),
  'openai chat': provider((options) => createOpenAI({ apiKey, ...options }).chat('m'), chat),
  'openai responses': provider((options) => createOpenAI({ apiKey, ...options }).responses('gpt-5-mini'), responses),
  'azure chat': provider((options) => createAzure({ apiKey, ...options }).chat('m'), chat),
  'azure responses': provider((options) => createAzure({ apiKey, ...options }).responses('m'), responses),
  deepseek: provider((options) => createDeepSeek({ apiKey, ...options })('deepseek-chat'), chat),
  alibaba: provider((options) => createAlibaba({ apiKey, ...options })('qwen-plus'), chat),
  moonshotai: provider((options) => createMoonshotAI({ apiKey, ...options })('kimi-k2'), chat),
  xai: provider((options) => createXai({ apiKey, ...options })('grok-4'), responses),
  'open-responses': provider(
    ({ baseURL, ...options }) => createOpenResponses({ name: 'open', url: `${baseURL}/responses`, ...options })('m'),
    responses,
  ),
  cohere: provider((options) => createCohere({ apiKey, ...options })('command-a'), cohere),
  anthropic: provider((options) => createAnthropic({ apiKey, ...options })('claude-sonnet-4-5'), anthropic),
  'bedrock anthropic': provider(
    (options) => createAmazonBedrockAnthropic({ apiKey, region: 'us-east-1', ...options })('anthropic.claude-v4'),
    anthropic,
    packed,
  ),
  bedrock: provider(
    (options) => createAmazonBedrock({ apiKey, region: 'us-east-1', ...options })('amazon.nova-pro-v1:0'),
    bedrock,
    frames,
  ),
  google: provider((options) => createGoogle({ apiKey, ...options })('gemini-3-flash-preview'), google),
};

/** Encodes lines as server-sent events. */
export function toEventStream(lines: readonly Line[]): string {
  return lines.map((line) => `data: ${typeof line === 'string' ? line : JSON.stringify(line)}\n\n`).join('');
}
