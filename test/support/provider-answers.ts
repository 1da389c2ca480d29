import { createAnthropic } from '@ai-sdk/anthropic';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';

/** Where a provider's package finds its server. */
export interface ProviderOptions {
  readonly baseURL: string;
  readonly fetch?: typeof fetch;
}

type Line = object | string;

/** A provider package, and how its server speaks: the lines of a response that says something, or makes a call. */
export interface Provider {
  readonly model: (options: ProviderOptions) => LanguageModelV4;
  readonly says: (text: string) => readonly Line[];
  readonly calls: (id: string, name: string, input: object) => readonly Line[];
}

const chatChunk = (delta: object, finish: string | null = null): object => ({
  id: 'chat-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});

const chat: Omit<Provider, 'model'> = {
  says: (text) => [chatChunk({ role: 'assistant', content: text }), chatChunk({}, 'stop'), '[DONE]'],
  calls: (id, name, input) => [
    chatChunk({
      tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
    }),
    chatChunk({}, 'tool_calls'),
    '[DONE]',
  ],
};

const openAiEvents = (item: object, events: readonly object[]): readonly object[] => [
  { type: 'response.created', response: { id: 'resp', created_at: 1, model: 'm', service_tier: null } },
  { type: 'response.output_item.added', output_index: 0, item },
  ...events,
  { type: 'response.output_item.done', output_index: 0, item },
  {
    type: 'response.completed',
    response: { incomplete_details: null, usage: { input_tokens: 3, output_tokens: 2 }, service_tier: null },
  },
];

const anthropicEvents = (block: object, delta: object, reason: string): readonly object[] => [
  {
    type: 'message_start',
    message: {
      id: 'msg',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      usage: { input_tokens: 3, output_tokens: 0 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: block },
  { type: 'content_block_delta', index: 0, delta },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
];

const googleChunk = (part: object): object => ({
  candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
});

/** The packages that people use, each with the words of its server. */
export const providers: Readonly<Record<string, Provider>> = {
  'openai-compatible': {
    model: (options) => createOpenAICompatible({ name: 'local', ...options })('m'),
    ...chat,
  },
  'openai chat': { model: (options) => createOpenAI({ apiKey: 'k', ...options }).chat('m'), ...chat },
  deepseek: { model: (options) => createDeepSeek({ apiKey: 'k', ...options })('deepseek-chat'), ...chat },
  'openai responses': {
    model: (options) => createOpenAI({ apiKey: 'k', ...options }).responses('gpt-5-mini'),
    says: (text) =>
      openAiEvents({ type: 'message', id: 'msg_1', role: 'assistant' }, [
        { type: 'response.output_text.delta', item_id: 'msg_1', delta: text },
      ]),
    calls: (id, name, input) =>
      openAiEvents(
        { type: 'function_call', id: 'fc_1', call_id: id, name, arguments: JSON.stringify(input), status: 'completed' },
        [],
      ),
  },
  anthropic: {
    model: (options) => createAnthropic({ apiKey: 'k', ...options })('claude-sonnet-4-5'),
    says: (text) => anthropicEvents({ type: 'text', text: '' }, { type: 'text_delta', text }, 'end_turn'),
    calls: (id, name, input) =>
      anthropicEvents(
        { type: 'tool_use', id, name, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
        'tool_use',
      ),
  },
  google: {
    model: (options) => createGoogle({ apiKey: 'k', ...options })('gemini-3-flash-preview'),
    says: (text) => [googleChunk({ text })],
    calls: (id, name, args) => [googleChunk({ functionCall: { id, name, args }, thoughtSignature: 'c2lnbmF0dXJl' })],
  },
};

/** Lines as a server sends them. */
export function toEventStream(lines: readonly Line[]): string {
  return lines.map((line) => `data: ${typeof line === 'string' ? line : JSON.stringify(line)}\n\n`).join('');
}
