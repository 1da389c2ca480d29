import { createOpenAI } from '@ai-sdk/openai';
import type { ModelSettings, ToolMap } from 'countersign/core';
import { expect } from 'vitest';
import { anthropicEvents, chatChunk, googleChunk, itemEvents, type Line, responseEvents } from './wire-formats.js';

/** A provider's response to its first request, and the expected result of a conversation with it. */
export interface ProviderAnswer {
  readonly name: string;
  /** The provider package that reads it. */
  readonly provider: string;
  readonly lines: readonly Line[];
  /** `true` if the response arrived garbled: not every line is JSON. */
  readonly garbled?: true;
  /** Replaces the tools of `calledTools`. */
  readonly tools?: ToolMap;
  readonly settings?: ModelSettings;
  /** The expected content of the second request. */
  readonly second: object;
  readonly outcome?: object;
}

/** The tools that these responses call. */
export const calledTools: readonly string[] = ['list_shelves', 'read_shelf', 'find_book', 'opening_hours'];

const hosted = createOpenAI({ apiKey: 'k' }).tools.mcp({
  serverLabel: 'library',
  serverUrl: 'https://library.test/mcp',
  requireApproval: 'always',
});

/** Gemini's calls of one tool after another, with each argument in pieces. */
function googleCalls(name: string, inputs: readonly Readonly<Record<string, string>>[]): readonly Line[] {
  const call = (functionCall: object): object => googleChunk({ functionCall });
  return inputs.flatMap((input) => [
    call({ name, willContinue: true }),
    ...Object.entries(input).flatMap(([member, value]) => {
      const at = { jsonPath: `$.${member}` };
      return [
        call({ partialArgs: [{ ...at, stringValue: value.slice(0, 1), willContinue: true }], willContinue: true }),
        call({ partialArgs: [{ ...at, stringValue: value.slice(1) }], willContinue: true }),
      ];
    }),
    call({}),
  ]);
}

/**
 * Adds what real events of the Responses API also contain: sequence numbers, and padding that hides the length
 * of a piece.
 */
function numbered(lines: readonly Line[]): readonly Line[] {
  return lines.map((line, sequence_number) => {
    if (typeof line === 'string') return line;
    return { ...line, sequence_number, ...('delta' in line ? { obfuscation: 'x'.repeat(sequence_number) } : {}) };
  });
}

/** A call of the Responses API with its arguments in these pieces. */
function functionCall(call_id: string, name: string, pieces: readonly string[]): readonly object[] {
  const whole = { arguments: pieces.join('') };
  return itemEvents(
    0,
    { id: 'fc_0', type: 'function_call', call_id, name, arguments: '' },
    ...pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
    { type: 'response.function_call_arguments.done', ...whole },
    whole,
  );
}

const wrapped = responseEvents([
  functionCall('call_both', 'parallel', [
    JSON.stringify({
      tool_uses: [
        { recipient_name: 'functions.find_book', parameters: { title: 'Emma' } },
        { recipient_name: 'functions.opening_hours', parameters: { branch: 'Harbour' } },
      ],
    }),
  ]),
]);

/** The lines of a response, each without its last brace. */
function garble(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => {
    const text = JSON.stringify(line);
    return text.includes('"response":') ? text.slice(0, -1) : text;
  });
}

const thinks = (reasoning_content: string): object => chatChunk({ content: null, reasoning_content });
const callPiece = (call: object): object => chatChunk({ tool_calls: [{ index: 0, ...call }] });
const withUsage = (chunk: object, usage: object): object => ({ ...chunk, usage });

/** A chunk whose choice has no finish reason member, as some servers write it. */
function chunkWithoutReason(delta: object): object {
  return { ...chatChunk({}), choices: [{ index: 0, delta }] };
}

const answered = (id: string, name: string, input: object): object => ({
  type: 'function_call_output',
  call_id: id,
  output: JSON.stringify({ name, input }),
});

/** Responses as the servers of these providers write them, composed from the members that their packages read. */
export const writtenAnswers: readonly ProviderAnswer[] = [
  {
    name: 'a thought, then four calls whose arguments come in pieces',
    provider: 'google',
    lines: [
      googleChunk({ text: '**Looking at the shelves**\n\nFirst all of them, then three in turn.\n', thought: true }),
      googleChunk({ functionCall: { name: 'list_shelves' }, thoughtSignature: 'c2hlbHZlcw==' }),
      ...googleCalls('read_shelf', [{ shelf: 'A1' }, { shelf: 'B2' }, { shelf: 'C3' }]),
      googleChunk({ text: '' }, 'STOP'),
    ],
    second: {
      contents: [
        { role: 'user' },
        {
          role: 'model',
          parts: [
            { thought: true, text: '**Looking at the shelves**\n\nFirst all of them, then three in turn.\n' },
            { functionCall: { name: 'list_shelves', args: {} }, thoughtSignature: 'c2hlbHZlcw==' },
            ...['A1', 'B2', 'C3'].map((shelf) => ({ functionCall: { name: 'read_shelf', args: { shelf } } })),
          ],
        },
        {
          role: 'user',
          parts: ['list_shelves', 'read_shelf', 'read_shelf', 'read_shelf'].map((name) => ({
            functionResponse: { name },
          })),
        },
      ],
    },
  },
  {
    name: 'an approval that the provider asks for, of a tool that it runs',
    provider: 'openai responses',
    tools: { hosted },
    lines: numbered(
      responseEvents([
        itemEvents(
          0,
          { id: 'mcpl_1', type: 'mcp_list_tools', server_label: 'library', tools: [] },
          { type: 'response.mcp_list_tools.in_progress' },
          { type: 'response.mcp_list_tools.completed' },
          { tools: [{ name: 'lend', description: 'Lends a book.', input_schema: { type: 'object', properties: {} } }] },
        ),
        itemEvents(1, { id: 'rs_1', type: 'reasoning', summary: [] }),
        itemEvents(2, {
          id: 'mcpr_1',
          type: 'mcp_approval_request',
          server_label: 'library',
          name: 'lend',
          arguments: '{"title":"Emma","weeks":3}',
        }),
      ]),
    ),
    second: {
      input: expect.arrayContaining([
        expect.objectContaining({ type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true }),
      ]),
    },
  },
  {
    name: 'two calls wrapped into one, garbled on the way',
    provider: 'openai responses',
    garbled: true,
    lines: garble(wrapped),
    second: { input: [{ role: 'user' }] },
    outcome: { usage: { requests: 1, toolCalls: 0 } },
  },
  {
    name: 'two calls wrapped into one',
    provider: 'openai responses',
    lines: wrapped,
    // The package joins the calls again only when the provider stores the conversation.
    settings: { providerOptions: { openai: { previousResponseId: 'resp_0' } } },
    second: {
      input: [
        { role: 'user' },
        {
          type: 'function_call',
          call_id: 'call_both',
          name: 'parallel',
          arguments: expect.stringContaining('Harbour'),
        },
        { type: 'function_call_output', call_id: 'call_both', output: expect.stringContaining('Emma') },
      ],
    },
    outcome: { usage: { toolCalls: 2 } },
  },
  {
    name: 'a call in numbered and padded pieces',
    provider: 'openai responses',
    lines: numbered(
      responseEvents([
        functionCall('call_find', 'find_book', ['{"', 'title', '":"', 'Em', 'ma', '","year":', '1815}']),
      ]),
    ),
    second: {
      input: [
        { role: 'user' },
        { type: 'function_call', call_id: 'call_find', name: 'find_book' },
        answered('call_find', 'find_book', { title: 'Emma', year: 1815 }),
      ],
    },
  },
  {
    name: 'a text and a call without arguments, among pings',
    provider: 'anthropic',
    lines: anthropicEvents(
      [
        [{ type: 'text', text: '' }, ['I look at ', 'the shelves.'].map((text) => ({ type: 'text_delta', text }))],
        [
          { type: 'tool_use', id: 'toolu_1', name: 'list_shelves', input: {} },
          [{ type: 'input_json_delta', partial_json: '' }],
        ],
      ],
      'tool_use',
    ).flatMap((line, index) => (index % 3 === 2 ? [line, { type: 'ping' }] : [line])),
    second: {
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look at the shelves.' },
            { type: 'tool_use', id: 'toolu_1', name: 'list_shelves', input: {} },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '{"name":"list_shelves","input":{}}' }],
        },
      ],
    },
  },
  {
    name: 'thoughts, then a call in pieces',
    provider: 'deepseek',
    lines: [
      chatChunk({ role: 'assistant', content: null, reasoning_content: '' }),
      ...['Somebody', ' wants', ' to', ' come', '.'].map(thinks),
      callPiece({ id: 'call_hours', type: 'function', function: { name: 'opening_hours', arguments: '' } }),
      ...['{', '"branch', '": ', '"Harbour', '"', '}'].map((piece) => callPiece({ function: { arguments: piece } })),
      withUsage(chatChunk({ content: '', reasoning_content: null }, 'tool_calls'), {
        prompt_tokens: 90,
        completion_tokens: 30,
        total_tokens: 120,
        prompt_tokens_details: { cached_tokens: 64 },
        completion_tokens_details: { reasoning_tokens: 21 },
        prompt_cache_hit_tokens: 64,
        prompt_cache_miss_tokens: 26,
      }),
      '[DONE]',
    ],
    second: {
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          reasoning_content: 'Somebody wants to come.',
          tool_calls: [{ id: 'call_hours', function: { name: 'opening_hours' } }],
        },
        { role: 'tool', tool_call_id: 'call_hours', content: expect.stringContaining('Harbour') },
      ],
    },
    outcome: { usage: { cacheReadTokens: 64, reasoningTokens: 21 } },
  },
  {
    name: 'thoughts, then a call at once, and usage by itself',
    provider: 'openai-compatible',
    lines: [
      chunkWithoutReason({ role: 'assistant', reasoning_content: 'Which' }),
      ...[' book', ' was', ' it', '?'].map((reasoning_content) => chunkWithoutReason({ reasoning_content })),
      chunkWithoutReason({
        tool_calls: [
          { id: 'call_7', index: 0, type: 'function', function: { name: 'find_book', arguments: '{"title":"Emma"}' } },
        ],
      }),
      chatChunk({}, 'tool_calls'),
      withUsage(
        { ...chatChunk({}), choices: [] },
        {
          prompt_tokens: 50,
          completion_tokens: 9,
          total_tokens: 71,
          prompt_tokens_details: { text_tokens: 50, cached_tokens: 48 },
          completion_tokens_details: { reasoning_tokens: 12 },
        },
      ),
      '[DONE]',
    ],
    second: {
      messages: [
        { role: 'user' },
        {
          role: 'assistant',
          reasoning_content: 'Which book was it?',
          tool_calls: [{ id: 'call_7', function: { name: 'find_book' } }],
        },
        { role: 'tool', tool_call_id: 'call_7', content: expect.stringContaining('Emma') },
      ],
    },
    outcome: { usage: { cacheReadTokens: 48, reasoningTokens: 12 } },
  },
  {
    name: 'a text that its limit cut off',
    provider: 'deepseek',
    lines: [
      chatChunk({ role: 'assistant', content: '' }),
      ...['##', ' Books', '\n\n', '1.', ' **', 'Emma', '**', ',', ' of'].map((content) => chatChunk({ content })),
      withUsage(chatChunk({ content: '' }, 'length'), {
        prompt_tokens: 13,
        completion_tokens: 9,
        total_tokens: 22,
        prompt_tokens_details: { cached_tokens: 0 },
      }),
      '[DONE]',
    ],
    second: {
      messages: [
        { role: 'user' },
        { role: 'assistant', content: '## Books\n\n1. **Emma**, of' },
        { role: 'user', content: 'more' },
      ],
    },
  },
];
