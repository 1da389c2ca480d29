import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { agentTool, createAgent, createConversation, createRemoteAgent, httpTransport, tool } from 'countersign/core';
import { createVirtualClock, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cutOffOf } from '../../src/conversation/messages/cut-off.js';
import { says, whole } from '../support/ui-chunks.js';
import { errorOf, lastResults } from './support.js';

const cutOffs = [
  ['length', 'model-cut-off', /length limit/],
  ['content-filter', 'model-filtered', /content filter/],
  ['error', 'model-cut-off', /error/],
] as const;

async function runWith(turns: readonly ScriptedTurn[], modelRetries = 2) {
  const clock = createVirtualClock();
  const model = scriptedModel(turns, clock.environment);
  const run = createAgent({ model, modelRetries, environment: clock.environment }).run('go');
  await clock.runAll();
  return { model, outcome: await run.outcome };
}

describe('an answer that is not complete', () => {
  it.each(cutOffs)(
    'C345 by %s fails the run, and its beginning is in the history',
    async (finishReason, code, words) => {
      const { outcome, model } = await runWith([{ text: 'Once upon a', finishReason }]);

      expect(errorOf(outcome)).toMatchObject({ name: 'ModelError', code, message: expect.stringMatching(words) });
      expect(outcome).toMatchObject({
        finishReason,
        newMessages: [{ role: 'user' }, { content: [{ text: 'Once upon a' }] }],
      });
      expect(model.requests).toHaveLength(1);
    },
  );

  it.each(cutOffs)(
    'C345 by %s is marked in its message, also after the conversation continues',
    async (finishReason) => {
      const clock = createVirtualClock();
      const model = scriptedModel([{ text: 'Once upon a', finishReason }, 'time.'], clock.environment);
      const conversation = createConversation(() => ({ agent: createAgent({ model }) }), clock.environment);

      conversation.start('Tell me a story.');
      await clock.settle();
      const { messages, status } = conversation.store.getState();
      conversation.start('Continue.');
      await clock.settle();
      const after = conversation.store.getState();

      expect(status).toBe('failed');
      expect(messages.map(cutOffOf)).toEqual([null, finishReason]);
      expect(after.messages.map(cutOffOf)).toEqual([null, finishReason, null, null]);
      expect(after.outcome).toMatchObject({ type: 'completed', output: 'time.' });
      conversation.dispose();
    },
  );

  it.each(cutOffs)('C345 by %s is marked in its message after a reload', async (finishReason) => {
    const clock = createVirtualClock();
    const model = scriptedModel([{ text: 'Once upon a', finishReason }], clock.environment);
    const before = createConversation(() => ({ agent: createAgent({ model }) }), clock.environment);
    before.start('Tell me a story.');
    await clock.settle();
    const stored = JSON.parse(JSON.stringify(before.store.getState().messages));
    before.dispose();

    const after = createConversation(() => ({
      agent: createAgent({ model: scriptedModel([]) }),
      initialMessages: stored,
    }));

    expect(after.store.getState().messages.map(cutOffOf)).toEqual([null, finishReason]);
    after.dispose();
  });

  it('C345 of a sub-agent fails the call that runs it', async () => {
    const inner = createAgent({ model: scriptedModel([{ text: 'Half', finishReason: 'length' }]) });
    const model = scriptedModel([{ calls: [{ toolName: 'ask', input: {} }] }, 'Done.']);
    const ask = agentTool(inner, { description: 'Asks', inputSchema: z.object({}), prompt: () => 'go' });

    await createAgent({ model, tools: { ask } }).run('go').outcome;

    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining('length limit'),
    });
  });

  it('C345 of a server fails the run of a remote agent', async () => {
    const chunks = whole(says('Half')).map((chunk) =>
      'type' in chunk && chunk.type === 'finish' ? { ...chunk, finishReason: 'length' } : chunk,
    );
    const body = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
    const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });

    const outcome = await createRemoteAgent({ transport: httpTransport({ api: 'https://a.test', fetch }) }).run('go')
      .outcome;

    expect(errorOf(outcome)).toMatchObject({ code: 'model-cut-off' });
    expect(outcome.finishReason).toBe('length');
  });
});

describe('an answer whose package does not know the reason of its provider', () => {
  const finishing = (raw: string): LanguageModelV4 => {
    const model = scriptedModel([
      { text: 'Once upon a', calls: [{ toolName: 'act' }], finishReason: 'other' },
      'Done.',
    ]);
    const withRaw = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
      transform: (part, controller) =>
        controller.enqueue(part.type === 'finish' ? { ...part, finishReason: { unified: 'other', raw } } : part),
    });
    let requests = 0;
    return {
      ...model,
      doStream: async (request) => {
        const { stream } = await model.doStream(request);
        return { stream: requests++ === 0 ? stream.pipeThrough(withRaw) : stream };
      },
    };
  };
  const runOnce = async (raw: string) => {
    const ran: string[] = [];
    const act = tool({ inputSchema: z.object({}), execute: () => void ran.push('act') });
    const outcome = await createAgent({ model: finishing(raw), tools: { act } }).run('go').outcome;
    return { outcome, ran };
  };

  it.each([
    ['model_context_window_exceeded', 'length', 'model-cut-off'],
    ['model_length', 'length', 'model-cut-off'],
    ['max_completion_tokens', 'length', 'model-cut-off'],
    ['IMAGE_PROHIBITED_CONTENT', 'content-filter', 'model-filtered'],
    ['IMAGE_RECITATION', 'content-filter', 'model-filtered'],
    ['LANGUAGE', 'content-filter', 'model-filtered'],
    ['ERROR_TOXIC', 'content-filter', 'model-filtered'],
    ['MALFORMED_RESPONSE', 'error', 'model-cut-off'],
    ['malformed_tool_use', 'error', 'model-cut-off'],
    ['UNEXPECTED_TOOL_CALL', 'error', 'model-cut-off'],
    ['MISSING_THOUGHT_SIGNATURE', 'error', 'model-cut-off'],
    ['insufficient_system_resource', 'error', 'model-cut-off'],
  ])('C409 %s fails the run, and none of its calls executes', async (raw, finishReason, code) => {
    const { outcome, ran } = await runOnce(raw);

    expect(errorOf(outcome)).toMatchObject({ code });
    expect(outcome.finishReason).toBe(finishReason);
    expect(ran).toEqual([]);
  });

  it.each(['compaction', 'OTHER', 'end', 'eos', 'FINISH_REASON_UNSPECIFIED'])(
    'C409 %s stays unchanged',
    async (raw) => {
      const { outcome, ran } = await runOnce(raw);

      expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
      expect(ran).toEqual(['act']);
    },
  );
});

describe('an empty answer', () => {
  it.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['thoughts alone', { reasoning: 'Hm.' }],
  ])('C346 of %s is requested again', async (_, empty) => {
    const { outcome, model } = await runWith([empty, 'Hello.']);

    expect(outcome).toMatchObject({ type: 'completed', output: 'Hello.' });
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]?.prompt).toEqual(model.requests[0]?.prompt);
  });

  it('C346 fails the run when no retries are left', async () => {
    const { outcome, model } = await runWith(['', '', ''], 2);

    expect(errorOf(outcome)).toMatchObject({ name: 'ModelError', code: 'model-empty' });
    expect(model.requests).toHaveLength(3);
  });
});
