import { createOpenAI } from '@ai-sdk/openai';
import type { ModelMessage } from 'ai';
import {
  type ApprovalAnswer,
  block,
  createAgent,
  createPolicy,
  deny,
  type Policy,
  tool,
  toolApproved,
  toolDenied,
  toolExpired,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toEventStream } from '../support/provider-answers.js';
import { responses } from '../support/provider-words.js';

const caller = { type: 'program', caller_id: 'call_program' };

/** A response in which the model has written a program, and the program calls `act`. */
const programmed = responses.makes([['call_1', 'act', {}]]).map((line): object => {
  const event = line as { readonly item?: object }; // each line of it is an event
  return event.item === undefined ? event : { ...event, item: { ...event.item, caller } };
});

/** OpenAI's package over these responses, and what it sent. */
function openAi(...answers: readonly (readonly (object | string)[])[]) {
  const outputs: unknown[] = [];
  const provider = createOpenAI({
    apiKey: 'k',
    fetch: async (_, init) => {
      const { input } = JSON.parse(String(init?.body)) as { readonly input: readonly { readonly type?: string }[] };
      const answer = toEventStream(answers[outputs.length] ?? []);
      outputs.push(input.filter(({ type }) => type === 'function_call_output'));
      return new Response(answer, { headers: { 'content-type': 'text/event-stream' } });
    },
  });
  return { model: provider.responses('gpt-5.5'), outputs };
}

/** What it has to send about the call. */
const refused = (error: string): object => ({
  type: 'function_call_output',
  call_id: 'call_1',
  output: JSON.stringify({ error }),
});

const policy = (rule: ReturnType<typeof deny>): Policy => createPolicy({ preset: 'autonomous', rules: [rule] });

describe('a call that a program of the model made', () => {
  it.each<[string, string, { readonly answer?: ApprovalAnswer; readonly policy?: Policy }]>([
    ['denied', 'Not today.', { answer: toolDenied('Not today.') }],
    ['expired', 'Nobody answered in time.', { answer: toolExpired() }],
    ['denied by a policy', 'Not here.', { policy: policy(deny('act', 'Not here.')) }],
    ['blocked', 'Not allowed: Never.', { policy: policy(block('act', 'Never.')) }],
  ])(
    'C107 is an error for the model when it is %s, and the run continues',
    async (_, error, { answer, ...options }) => {
      const { model, outputs } = openAi(programmed, responses.says('Then not.'), responses.says('Bye.'));
      const ran: string[] = [];
      const execute = (): void => void ran.push('act');
      const act = tool({ inputSchema: z.object({}), capabilities: ['act'], requiresApproval: true, execute });
      const agent = createAgent({ model, tools: { act }, ...options });

      const outcome = await agent.run('go', {
        deferredToolHandler: () => ({
          approvals: { call_1: answer ?? toolApproved() },
          calls: {},
          metadata: {},
          defer: [],
        }),
      }).outcome;
      const later = await agent.run('more', { messages: outcome.messages }).outcome;

      expect(outcome).toMatchObject({ type: 'completed', output: 'Then not.' });
      expect(later).toMatchObject({ type: 'completed', output: 'Bye.' });
      expect(outputs).toEqual([[], [{ ...refused(error), caller }], [{ ...refused(error), caller }]]);
      expect(ran).toEqual([]);
    },
  );

  const made = { openai: { caller: { type: 'program', callerId: 'call_program' } } };

  it.each([
    ['the call says whose it is', made, undefined],
    ['its result says so', undefined, made],
  ])('C107 is an error in a history that has its denial: %s', async (_, ofCall, ofResult) => {
    const named = { toolCallId: 'call_1', toolName: 'act' };
    const given = (providerOptions: typeof made | undefined): object =>
      providerOptions === undefined ? {} : { providerOptions };
    const messages: readonly ModelMessage[] = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool-call', ...named, input: {}, ...given(ofCall) }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...named, output: { type: 'execution-denied' }, ...given(ofResult) }],
      },
    ];
    const { model, outputs } = openAi(responses.says('Then not.'));

    const outcome = await createAgent({ model }).run('more', { messages }).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Then not.' });
    expect(outputs).toMatchObject([[refused('The tool call was denied.')]]);
  });

  it('C107 leaves the denial of an ordinary call unchanged', async () => {
    const { model, outputs } = openAi(responses.makes([['call_1', 'act', {}]]), responses.says('Then not.'));
    const act = tool({ inputSchema: z.object({}), requiresApproval: true, execute: () => null });

    await createAgent({ model, tools: { act } }).run('go', {
      deferredToolHandler: () => ({ approvals: { call_1: toolDenied('No.') }, calls: {}, metadata: {}, defer: [] }),
    }).outcome;

    expect(outputs[1]).toMatchObject([{ call_id: 'call_1', output: 'No.' }]);
  });
});
