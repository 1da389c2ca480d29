/** One event of a streamed response. */
export type Line = object | string;

/** A call's id, tool and input. */
export type MadeCall = readonly [id: string, name: string, input: object];

/** How a server speaks: the lines of a response that says something, or makes calls. */
export interface Words {
  /** `reason`: why it ended, where it is another reason than usual. */
  readonly says: (text: string, reason?: string) => readonly Line[];
  readonly makes: (calls: readonly MadeCall[]) => readonly Line[];
  /** Whether a response without this line has not been ended by its server. */
  readonly ends: (line: Line) => boolean;
  /** Reasons that a whole response ended, but for the usual ones. */
  readonly reasons: readonly string[];
}

/** An input as models write it: piece by piece. One without members is often not written at all. */
function pieces(input: object): readonly string[] {
  const text = JSON.stringify(input);
  return text === '{}' ? [] : (text.match(/.{1,7}/gs) ?? []);
}

/** A text as models write it. */
function words(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? [];
}

function has(line: Line, key: string, ...values: readonly unknown[]): boolean {
  return typeof line === 'object' && key in line && values.includes((line as Readonly<Record<string, unknown>>)[key]);
}

/** A piece of a streamed chat completion. */
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

/** Chat completions, as OpenAI began them. */
export const chat: Words = {
  says: (text, reason = 'stop') => [
    chatChunk({ role: 'assistant', content: '' }),
    ...words(text).map((content) => chatChunk({ content })),
    chatChunk({}, reason),
    chatUsage,
    '[DONE]',
  ],
  makes: (calls) => [
    chatChunk({ role: 'assistant', content: null }),
    ...calls.flatMap(([id, name, input], index) => [
      chatChunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...pieces(input).map((piece) => chatChunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chatChunk({}, 'tool_calls'),
    chatUsage,
    '[DONE]',
  ],
  ends: (line) => /"finish_reason":"/.test(JSON.stringify(line)),
  reasons: ['eos', 'end_of_turn', 'length', 'content_filter', 'function_call', 'tool_calls'],
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

/** A whole response of these items, each the events of it; `reason`: why it is not complete. */
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

/** An item as it begins, what comes of it, and as it is when it is done. */
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

/** The Responses API of OpenAI, and those made like it. */
export const responses: Words = {
  says: (text, reason) => {
    const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [] };
    const deltas = words(text).map((delta) => ({ type: 'response.output_text.delta', content_index: 0, delta }));
    const content = [{ type: 'output_text', text, annotations: [] }];
    return responseEvents([itemEvents(0, message, ...deltas, { content })], reason);
  },
  makes: (calls) =>
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
  ends: (line) => has(line, 'type', 'response.completed', 'response.incomplete'),
  reasons: ['max_output_tokens', 'content_filter', 'max_tool_calls'],
};

/** A whole message of these blocks, each as it begins and what is added to it. */
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

/** Anthropic's messages. */
export const anthropic: Words = {
  says: (text, reason = 'end_turn') =>
    anthropicEvents(
      [[{ type: 'text', text: '' }, words(text).map((word) => ({ type: 'text_delta', text: word }))]],
      reason,
    ),
  makes: (calls) =>
    anthropicEvents(
      calls.map(([id, name, input]) => [
        { type: 'tool_use', id, name, input: {} },
        ['', ...pieces(input)].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ]),
      'tool_use',
    ),
  ends: (line) => has(line, 'type', 'message_delta', 'message_stop'),
  reasons: ['stop_sequence', 'max_tokens', 'pause_turn', 'refusal', 'compaction', 'model_context_window_exceeded'],
};

/** Bedrock's Converse API: each line is one event, by its type. */
export const bedrock: Words = {
  says: (text, reason = 'end_turn') => [
    { messageStart: { role: 'assistant' } },
    ...words(text).map((word) => ({ contentBlockDelta: { contentBlockIndex: 0, delta: { text: word } } })),
    { contentBlockStop: { contentBlockIndex: 0 } },
    ...bedrockEnd(reason),
  ],
  makes: (calls) => [
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
  ends: (line) => typeof line === 'object' && 'messageStop' in line,
  reasons: ['stop_sequence', 'max_tokens', 'guardrail_intervened', 'content_filtered', 'malformed_model_output'],
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

/** Cohere's chat. */
export const cohere: Words = {
  says: (text, reason = 'COMPLETE') => [
    { type: 'message-start', id: 'msg' },
    cohereText('content-start', { type: 'text', text: '' }),
    ...words(text).map((word) => cohereText('content-delta', { text: word })),
    { type: 'content-end', index: 0 },
    cohereEnd(reason),
  ],
  makes: (calls) => [
    { type: 'message-start', id: 'msg' },
    ...calls.flatMap(([id, name, input]) => [
      cohereCall('tool-call-start', { id, type: 'function', function: { name, arguments: '' } }),
      ...pieces(input).map((piece) => cohereCall('tool-call-delta', { function: { arguments: piece } })),
      { type: 'tool-call-end', index: 0 },
    ]),
    cohereEnd('TOOL_CALL'),
  ],
  ends: (line) => has(line, 'type', 'message-end'),
  reasons: ['STOP_SEQUENCE', 'MAX_TOKENS', 'ERROR_TOXIC', 'USER_CANCEL'],
};

/** A piece of a streamed answer of Gemini's. */
export const googleChunk = (part: object, finishReason?: string): object => ({
  candidates: [{ content: { role: 'model', parts: [part] }, ...(finishReason === undefined ? {} : { finishReason }) }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
});

/** Gemini: a call comes whole. */
export const google: Words = {
  says: (text, reason = 'STOP') => [
    ...words(text).map((word) => googleChunk({ text: word })),
    googleChunk({ text: '' }, reason),
  ],
  makes: (calls) => [
    ...calls.map(([id, name, args]) =>
      googleChunk({ functionCall: { id, name, args }, thoughtSignature: 'c2lnbmF0dXJl' }),
    ),
    googleChunk({ text: '' }, 'STOP'),
  ],
  ends: (line) => JSON.stringify(line).includes('finishReason'),
  reasons: ['MAX_TOKENS', 'SAFETY', 'OTHER', 'LANGUAGE', 'FINISH_REASON_UNSPECIFIED'],
};
