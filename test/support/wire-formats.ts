/** One event of a streamed response. */
export type Line = object | string;

/** A call's id, tool and input. */
export type StreamedCall = readonly [id: string, name: string, input: object];

/** The wire format of a server: the lines of a response with a text or with calls. */
export interface WireFormat {
  /** `reason`: the finish reason, if it is not the usual one. */
  readonly textLines: (text: string, reason?: string) => readonly Line[];
  readonly callLines: (calls: readonly StreamedCall[]) => readonly Line[];
  /** Returns `true` for a line that ends the response. A response without such a line is incomplete. */
  readonly endsResponse: (line: Line) => boolean;
  /** Unusual finish reasons of a complete response. */
  readonly otherReasons: readonly string[];
}

/** Splits an input into pieces, as models stream it. Models often omit an input without members. */
function pieces(input: object): readonly string[] {
  const text = JSON.stringify(input);
  return text === '{}' ? [] : (text.match(/.{1,7}/gs) ?? []);
}

/** Splits a text into words, as models stream it. */
function words(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? [];
}

function has(line: Line, key: string, ...values: readonly unknown[]): boolean {
  return typeof line === 'object' && key in line && values.includes((line as Readonly<Record<string, unknown>>)[key]);
}

/** A chunk of a streamed chat completion. */
export const chatChunk = (delta: object, finish: string | null = null): object => ({
  id: 'chat-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const chatUsage = {
  ...chatChunk({}),
  choices: [],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
};

/** OpenAI's chat completions, which many servers imitate. */
export const chat: WireFormat = {
  textLines: (text, reason = 'stop') => [
    chatChunk({ role: 'assistant', content: '' }),
    ...words(text).map((content) => chatChunk({ content })),
    chatChunk({}, reason),
    chatUsage,
    '[DONE]',
  ],
  callLines: (calls) => [
    chatChunk({ role: 'assistant', content: null }),
    ...calls.flatMap(([id, name, input], index) => [
      chatChunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...pieces(input).map((piece) => chatChunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chatChunk({}, 'tool_calls'),
    chatUsage,
    '[DONE]',
  ],
  endsResponse: (line) => /"finish_reason":"/.test(JSON.stringify(line)),
  otherReasons: ['eos', 'end_of_turn', 'length', 'content_filter', 'function_call', 'tool_calls'],
};

const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 };
const response = {
  id: 'resp',
  object: 'response',
  created_at: 1,
  model: 'm',
  output: [],
  status: 'in_progress',
  incomplete_details: null,
  service_tier: null,
};

/** A complete response of the Responses API. Each item is the list of its events; `reason` makes it incomplete. */
export function responseEvents(items: readonly (readonly object[])[], reason?: string): readonly Line[] {
  const [type, status] = reason === undefined ? ['completed', 'completed'] : ['incomplete', 'incomplete'];
  const details = reason === undefined ? null : { reason };
  return [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    ...items.flat(),
    { type: `response.${type}`, response: { ...response, status, usage, incomplete_details: details } },
  ];
}

/** The events of one item: added, its deltas, done. The last of `rest` holds the members of the finished item. */
export function itemEvents(
  output_index: number,
  item: { readonly id: string; readonly [member: string]: unknown },
  ...rest: readonly object[]
): readonly object[] {
  const at = { output_index, item_id: item.id };
  const between = rest.slice(0, -1).map((event) => ({ ...at, ...event }));
  return [
    { type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } },
    ...between,
    { type: 'response.output_item.done', output_index, item: { ...item, ...rest.at(-1), status: 'completed' } },
  ];
}

/** OpenAI's Responses API, and servers compatible with it. */
export const responses: WireFormat = {
  textLines: (text, reason) => {
    const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [] };
    const deltas = words(text).map((delta) => ({ type: 'response.output_text.delta', content_index: 0, delta }));
    const content = [{ type: 'output_text', text, annotations: [] }];
    return responseEvents([itemEvents(0, message, ...deltas, { content })], reason);
  },
  callLines: (calls) =>
    responseEvents(
      calls.map(([call_id, name, input], index) => {
        const written = pieces(input);
        const whole = { arguments: written.join('') };
        const deltas = written.map((delta) => ({ type: 'response.function_call_arguments.delta', delta }));
        const end = { type: 'response.function_call_arguments.done', ...whole };
        const call = { id: `fc_${index}`, type: 'function_call', call_id, name, arguments: '' };
        return itemEvents(index, call, ...deltas, end, whole);
      }),
    ),
  endsResponse: (line) => has(line, 'type', 'response.completed', 'response.incomplete'),
  otherReasons: ['max_output_tokens', 'content_filter', 'max_tool_calls'],
};

/** A complete message. Each block is its start and its deltas. */
export function anthropicEvents(
  blocks: readonly (readonly [object, readonly object[]])[],
  reason: string,
): readonly Line[] {
  const message = { id: 'msg', type: 'message', role: 'assistant', model: 'm', content: [] };
  return [
    { type: 'message_start', message: { ...message, usage: { input_tokens: 3, output_tokens: 0 } } },
    ...blocks.flatMap(([content_block, deltas], index) => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ];
}

/** Anthropic's Messages API. */
export const anthropic: WireFormat = {
  textLines: (text, reason = 'end_turn') =>
    anthropicEvents(
      [[{ type: 'text', text: '' }, words(text).map((word) => ({ type: 'text_delta', text: word }))]],
      reason,
    ),
  callLines: (calls) =>
    anthropicEvents(
      calls.map(([id, name, input]) => [
        { type: 'tool_use', id, name, input: {} },
        ['', ...pieces(input)].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ]),
      'tool_use',
    ),
  endsResponse: (line) => has(line, 'type', 'message_delta', 'message_stop'),
  otherReasons: ['stop_sequence', 'max_tokens', 'pause_turn', 'refusal', 'compaction', 'model_context_window_exceeded'],
};

/** Bedrock's Converse API: each line is one event, named by its type. */
export const bedrock: WireFormat = {
  textLines: (text, reason = 'end_turn') => [
    { messageStart: { role: 'assistant' } },
    ...words(text).map((word) => ({ contentBlockDelta: { contentBlockIndex: 0, delta: { text: word } } })),
    { contentBlockStop: { contentBlockIndex: 0 } },
    ...bedrockEnd(reason),
  ],
  callLines: (calls) => [
    { messageStart: { role: 'assistant' } },
    ...calls.flatMap(([toolUseId, name, input], contentBlockIndex) => [
      { contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name } } } },
      ...pieces(input).map((piece) => ({
        contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input: piece } } },
      })),
      { contentBlockStop: { contentBlockIndex } },
    ]),
    ...bedrockEnd('tool_use'),
  ],
  endsResponse: (line) => typeof line === 'object' && 'messageStop' in line,
  otherReasons: ['stop_sequence', 'max_tokens', 'guardrail_intervened', 'content_filtered', 'malformed_model_output'],
};

function bedrockEnd(stopReason: string): readonly object[] {
  return [
    { messageStop: { stopReason } },
    { metadata: { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 }, metrics: { latencyMs: 1 } } },
  ];
}

const cohereEnd = (finish_reason: string): object => ({
  type: 'message-end',
  delta: { finish_reason, usage: { tokens: { input_tokens: 3, output_tokens: 2 } } },
});
const cohereCall = (type: string, tool_calls: object): object => ({
  type,
  index: 0,
  delta: { message: { tool_calls } },
});
const cohereText = (type: string, content: object): object => ({ type, index: 0, delta: { message: { content } } });

/** Cohere's Chat API. */
export const cohere: WireFormat = {
  textLines: (text, reason = 'COMPLETE') => [
    { type: 'message-start', id: 'msg' },
    cohereText('content-start', { type: 'text', text: '' }),
    ...words(text).map((word) => cohereText('content-delta', { text: word })),
    { type: 'content-end', index: 0 },
    cohereEnd(reason),
  ],
  callLines: (calls) => [
    { type: 'message-start', id: 'msg' },
    ...calls.flatMap(([id, name, input]) => [
      cohereCall('tool-call-start', { id, type: 'function', function: { name, arguments: '' } }),
      ...pieces(input).map((piece) => cohereCall('tool-call-delta', { function: { arguments: piece } })),
      { type: 'tool-call-end', index: 0 },
    ]),
    cohereEnd('TOOL_CALL'),
  ],
  endsResponse: (line) => has(line, 'type', 'message-end'),
  otherReasons: ['STOP_SEQUENCE', 'MAX_TOKENS', 'ERROR_TOXIC', 'USER_CANCEL'],
};

/** A chunk of a response streamed by Gemini. */
export const googleChunk = (part: object, finishReason?: string): object => ({
  candidates: [{ content: { role: 'model', parts: [part] }, ...(finishReason === undefined ? {} : { finishReason }) }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
});

/** Gemini: a call arrives complete, in one chunk. */
export const google: WireFormat = {
  textLines: (text, reason = 'STOP') => [
    ...words(text).map((word) => googleChunk({ text: word })),
    googleChunk({ text: '' }, reason),
  ],
  callLines: (calls) => [
    ...calls.map(([id, name, args]) =>
      googleChunk({ functionCall: { id, name, args }, thoughtSignature: 'c2lnbmF0dXJl' }),
    ),
    googleChunk({ text: '' }, 'STOP'),
  ],
  endsResponse: (line) => JSON.stringify(line).includes('finishReason'),
  otherReasons: ['MAX_TOKENS', 'SAFETY', 'OTHER', 'LANGUAGE', 'FINISH_REASON_UNSPECIFIED'],
};
