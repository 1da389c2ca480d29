import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { ModelMessage } from 'ai';
import { createAgent, ModelError, tool } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

interface Wire {
  readonly model: (fetch: typeof globalThis.fetch) => Parameters<typeof createAgent>[0]['model'];
  /** The name of the list of messages in the request. */
  readonly list: 'messages' | 'input' | 'contents';
  /** The text with which the provider names a place. */
  readonly refusal: (index: number, part: number | undefined) => unknown;
  readonly toolRefusal: (index: number) => unknown;
}

const openAiError = (param: string): unknown => ({
  error: { message: `Invalid '${param}': the value is not supported.`, type: 'invalid_request_error', param },
});
const apiKey = 'key';
const at = (part: number | undefined, name: string): string => (part === undefined ? '' : name.replace('#', `${part}`));

const wires: Readonly<Record<string, Wire>> = {
  'OpenAI chat': {
    model: (fetch) => createOpenAI({ apiKey, fetch }).chat('gpt-4o'),
    list: 'messages',
    refusal: (index, part) => openAiError(`messages[${index}]${at(part, '.content[#]')}`),
    toolRefusal: (index) => openAiError(`tools[${index}].function.parameters`),
  },
  'OpenAI responses': {
    model: (fetch) => createOpenAI({ apiKey, fetch }).responses('gpt-5-mini'),
    list: 'input',
    refusal: (index, part) => openAiError(`input[${index}]${at(part, '.content[#]')}`),
    toolRefusal: (index) => openAiError(`tools[${index}].parameters`),
  },
  Anthropic: {
    model: (fetch) => createAnthropic({ apiKey, fetch })('claude-sonnet-4-5'),
    list: 'messages',
    refusal: (index, part) => ({
      type: 'error',
      error: { type: 'invalid_request_error', message: `messages.${index}${at(part, '.content.#')}: not supported` },
    }),
    toolRefusal: (index) => ({
      type: 'error',
      error: { type: 'invalid_request_error', message: `tools.${index}.custom.input_schema: not supported` },
    }),
  },
  Google: {
    model: (fetch) => createGoogle({ apiKey, fetch })('gemini-2.5-flash'),
    list: 'contents',
    refusal: (index, part) => ({
      error: {
        code: 400,
        message: `* GenerateContentRequest.contents[${index}]${at(part, '.parts[#]')}: not supported`,
      },
    }),
    toolRefusal: (index) => ({
      error: { code: 400, message: `* GenerateContentRequest.tools[0].function_declarations[${index}]: not supported` },
    }),
  },
};

const call = (toolCallId: string) => ({ type: 'tool-call' as const, toolCallId, toolName: 'read', input: { id: 1 } });
const result = (toolCallId: string, value: string) => ({
  type: 'tool-result' as const,
  toolCallId,
  toolName: 'read',
  output: { type: 'text' as const, value },
});

/** Texts repeat, results stand before a message of the user, and one message has a file. */
const history: readonly ModelMessage[] = [
  { role: 'user', content: 'Go on' },
  { role: 'assistant', content: [{ type: 'text', text: 'Reading.' }, call('a'), call('b')] },
  { role: 'tool', content: [result('a', 'first result'), result('b', 'second result')] },
  { role: 'assistant', content: 'Go on' },
  { role: 'user', content: 'Go on' },
  { role: 'assistant', content: [call('c')] },
  { role: 'tool', content: [result('c', 'third result')] },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'Look' },
      { type: 'file', mediaType: 'image/png', data: 'aGVsbG8=', filename: 'x.png' },
    ],
  },
];

interface Found {
  readonly error: ModelError;
  readonly body: Readonly<Record<string, readonly unknown[]>>;
}

async function refuse(wire: Wire, toRefusal: (body: Found['body']) => unknown): Promise<Found> {
  let body: Found['body'] = {};
  const fetch: typeof globalThis.fetch = async (_, init) => {
    body = JSON.parse(String(init?.body)) as Found['body'];
    return Response.json(toRefusal(body), { status: 400 });
  };
  const read = tool({ inputSchema: z.object({ id: z.number() }), execute: () => 'ok' });
  const agent = createAgent({
    model: wire.model(fetch),
    instructions: 'Be brief.',
    tools: { read, 'mail.send': read },
  });
  const outcome = await agent.run(undefined, { messages: history }).outcome;
  if (outcome.type !== 'failed' || !ModelError.isInstance(outcome.error)) return expect.fail(outcome.type);
  return { error: outcome.error, body };
}

/** Where a text is in the list of a request: its element, and the part of that. */
function placeOf(list: readonly unknown[], text: string, nth: number): readonly [number, number | undefined] {
  const found = list.flatMap((element, index): (readonly [number, number | undefined])[] => {
    const { content, parts } = element as { content?: unknown; parts?: unknown };
    const inner = [content, parts].find((each) => Array.isArray(each)) as readonly unknown[] | undefined;
    const hits = (value: unknown): boolean => JSON.stringify(value).includes(text);
    if (inner === undefined) return hits(element) ? [[index, undefined]] : [];
    return inner.flatMap((part, place) => (hits(part) ? [[index, place] as const] : []));
  });
  return found[nth] ?? expect.fail(`${text} is not in ${JSON.stringify(list)}`);
}

describe.each(Object.entries(wires))('C392 a request that %s refused', (_, wire) => {
  it.each([
    ['the first message of the user', '"Go on"', 0, { type: 'message', role: 'user', index: 0, quote: 'Go on' }],
    ['an answer with the same text', '"Go on"', 1, { type: 'message', role: 'assistant', index: 3 }],
    ['a later message with the same text', '"Go on"', 2, { type: 'message', role: 'user', index: 4 }],
    ['a result', 'first result', 0, { type: 'result', toolCallId: 'a', toolName: 'read' }],
    ['another result of the same tool', 'second result', 0, { type: 'result', toolCallId: 'b' }],
    ['a result of a later step', 'third result', 0, { type: 'result', toolCallId: 'c' }],
    ['a message with a file', 'aGVsbG8=', 0, { type: 'message', role: 'user', index: 7, quote: 'Look x.png' }],
  ])('C392 names %s', async (...[, text, nth, expected]) => {
    const { error } = await refuse(wire, (body) => wire.refusal(...placeOf(body[wire.list] ?? [], text, nth)));

    expect(error.refused).toMatchObject({ basis: 'named', ...expected });
  });

  it('C392 names a tool under the name that the app knows', async () => {
    const { error } = await refuse(wire, () => wire.toolRefusal(1));

    expect(error.refused).toEqual({ basis: 'named', type: 'tool', toolName: 'mail.send' });
    expect(error.message).toContain("the tool 'mail.send'");
  });

  it('C392 says that it is uncertain if the place is unknown', async () => {
    const { error } = await refuse(wire, () => wire.refusal(99, undefined));

    expect(error.refused).toMatchObject({ basis: 'newest', type: 'message', index: 7 });
    expect(error.message).toContain('does not say which content');
  });

  it.each([
    'API key not valid. Please pass a valid API key.',
    'Your credit balance is too low to access the API.',
    "Unsupported parameter: 'temperature' is not supported with this model.",
  ])('C392 offers nothing for %s', async (message) => {
    const { error } = await refuse(wire, () => ({ error: { type: 'invalid_request_error', message } }));

    expect(error.refused).toBeUndefined();
  });
});
