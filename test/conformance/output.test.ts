import type { FinishReason } from 'ai';
import {
  createAgent,
  ModelRetry,
  nativeOutput,
  promptedOutput,
  type RunContext,
  type RunOutcome,
  tool,
} from 'countersign/core';
import { controllableHandler, memoryJournal, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { agentWith, errorOf, eventsOf, fileTools, lastResults, ofType, scriptedAgent } from './support.js';

const weather = z.object({ city: z.string(), degrees: z.number() });
const sunny = { city: 'Lisbon', degrees: 24 };
const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const clear = { toolName: 'writeFile', input: { path: '.env', content: '' } };
const write = { toolName: 'writeFile', input: { path: 'b', content: '' } };
const pick = { toolName: 'pickFile', input: { reason: 'r' } };

/** An agent that promises the weather. */
function forecaster(turns: readonly ScriptedTurn[]) {
  const model = scriptedModel(turns);
  const files = fileTools();
  return { model, ...files, agent: createAgent({ model, tools: files.tools, output: weather }) };
}

const lastText = (request: { readonly prompt: readonly unknown[] } | undefined): unknown => request?.prompt.at(-1);

describe('output', () => {
  it('C68 is the value that the schema returns for the text, in value and type, and the model receives the schema', async () => {
    const { agent, model } = forecaster([JSON.stringify(sunny)]);

    const outcome = await agent.run('go').outcome;

    expectTypeOf(outcome).toEqualTypeOf<RunOutcome<{ city: string; degrees: number }>>();
    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
    expect(model.requests[0]?.responseFormat).toMatchObject({
      type: 'json',
      schema: { type: 'object', properties: { city: { type: 'string' }, degrees: { type: 'number' } } },
    });
  });

  it.each([
    ['breaks the schema', '{"city":"Lisbon","degrees":"warm"}', 'degrees'],
    ['is no JSON', 'It is warm.', 'not valid JSON'],
  ])('C68 that %s is a retry for the model', async (_, text, problem) => {
    const { agent, model } = forecaster([text, JSON.stringify(sunny)]);

    const run = agent.run('go');
    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
    expect(lastText(model.requests[1])).toMatchObject({
      role: 'user',
      content: [{ text: expect.stringMatching(new RegExp(`${problem}[\\s\\S]*Fix the errors and try again\\.$`)) }],
    });
    const told = ofType(await eventsOf(run), 'step-end').flatMap(({ messages }) => messages);
    expect(told).toEqual(outcome.newMessages.slice(1));
  });

  it('C68 that stays invalid ends the run when its retries are exhausted, and its last text stays in the history', async () => {
    const { agent } = forecaster(['warm', 'hot']);
    const run = agent.run('go');

    const outcome = await run.outcome;

    expect(errorOf(outcome)).toMatchObject({
      name: 'UnexpectedModelBehavior',
      message: expect.stringContaining('exceeded max retries count of 1'),
    });
    expect(outcome.messages.at(-1)).toMatchObject({ content: [{ text: 'hot' }] });
    expect(ofType(await eventsOf(run), 'step-end').at(-1)?.messages).toEqual(outcome.messages.slice(-1));
  });

  // In PydanticAI raised deferrals end the run in place of the output.
  it('C69 takes precedence over deferred calls of every kind: none of them runs or is requested', async () => {
    const { agent, done, model } = forecaster([
      { text: JSON.stringify(sunny), calls: [remove, clear, pick, write, { toolName: 'ghost' }] },
    ]);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
    expect(done).toEqual([]);
    expect(people.batches).toEqual([]);
    expect(outcome.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: ['call-1', 'call-2', 'call-3', 'call-4', 'call-5'].map((toolCallId) => ({
        toolCallId,
        output: { type: 'error-text', value: 'Tool not executed - a final result was already processed.' },
      })),
    });
    expect(ofType(await eventsOf(run), 'tool-end').map(({ end }) => end.status)).toEqual(Array(5).fill('skipped'));
    model.assertDone();
  });

  it('C69 that is invalid does not take precedence: the calls beside it are handled', async () => {
    const { agent, done } = forecaster([{ text: 'Just a moment.', calls: [write] }, JSON.stringify(sunny)]);

    const outcome = await agent.run('go').outcome;

    expect(done).toEqual(['write b ""']);
    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
  });

  it('C95 is not a text before tool calls: the handler is called', async () => {
    const { agent, done } = scriptedAgent([{ text: 'All done!', calls: [remove] }, 'Now it is.']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({ approveAll: true });
    const outcome = await run.outcome;

    expect(done).toEqual(['delete a approved']);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Now it is.' });
  });

  it('C95 is not a text before tool calls, even if validators check the text', async () => {
    const checked: string[] = [];
    const model = scriptedModel([{ text: 'All done!', calls: [remove] }, 'Now it is.']);
    const { tools } = fileTools();
    const agent = createAgent({
      model,
      tools,
      outputValidators: [
        (text) => {
          checked.push(text);
          return text;
        },
      ],
    });
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({ approveAll: true });
    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Now it is.' });
    expect(checked).toEqual(['Now it is.']);
  });
});

describe('an output mode', () => {
  it('C281 is native by name, with a name and a description for the provider', async () => {
    const model = scriptedModel([JSON.stringify(sunny)]);
    const output = nativeOutput(weather, { name: 'weather', description: 'Of a city' });
    const agent = createAgent({ model, output });

    const outcome = await agent.run('go').outcome;

    expectTypeOf(outcome).toEqualTypeOf<RunOutcome<{ city: string; degrees: number }>>();
    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
    expect(model.requests[0]?.responseFormat).toMatchObject({
      type: 'json',
      name: 'weather',
      description: 'Of a city',
    });
  });

  it('C281 is prompted with the schema in the instructions, and accepts JSON in a code fence', async () => {
    const model = scriptedModel([`\`\`\`json\n${JSON.stringify(sunny)}\n\`\`\``, JSON.stringify(sunny)]);
    const instructions = 'You know the weather.';
    const agent = createAgent({ model, instructions, output: promptedOutput(weather) });
    const own = { output: promptedOutput(weather, { template: 'JSON, please: {schema}' }), instructions: () => '' };

    const outcome = await agent.run('go').outcome;
    await agent.run('go', own).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
    const [first, second] = model.requests;
    expect(first).not.toHaveProperty('responseFormat');
    expect(first?.prompt[0]).toMatchObject({
      role: 'system',
      content: expect.stringMatching(/^You know the weather\.\n\nAlways respond with a JSON object[\s\S]*"degrees"/),
    });
    expect(second?.prompt[0]).toMatchObject({ content: expect.stringMatching(/^JSON, please: \{"type":"object"/) });
  });
});

describe('an output validator', () => {
  const agentOver = (
    turns: readonly ScriptedTurn[],
    check: (degrees: number, ctx: RunContext) => void,
    retries = 1,
  ) => {
    const model = scriptedModel(turns);
    const agent = createAgent({
      model,
      name: 'forecaster',
      output: weather,
      toolRetries: retries,
      outputValidators: [
        async (output, ctx) => {
          check(output.degrees, ctx);
          return output;
        },
      ],
    });
    return { model, agent };
  };
  const of = (degrees: number): string => JSON.stringify({ city: 'Lisbon', degrees });

  it('C101 that throws ModelRetry makes the model retry, and receives the run context', async () => {
    const contexts: RunContext[] = [];
    const { agent, model } = agentOver([of(99), of(24)], (degrees, ctx) => {
      contexts.push(ctx);
      if (degrees > 50) throw new ModelRetry('That is too hot.');
    });

    const run = agent.run('go', { metadata: { user: 'Ada' } });
    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: { degrees: 24 } });
    expect(lastText(model.requests[1])).toMatchObject({
      role: 'user',
      content: [{ text: 'That is too hot.\n\nFix the errors and try again.' }],
    });
    expect(contexts).toMatchObject([
      { runId: run.runId, runStep: 1, agent: { name: 'forecaster' }, metadata: { user: 'Ada' } },
      { runId: run.runId, runStep: 2, usage: { requests: 2 } },
    ]);
  });

  it('C101 shares the retries of the output with all other checks', async () => {
    const refuse = (degrees: number): void => {
      if (degrees > 50) throw new ModelRetry('That is too hot.');
    };

    const used = await agentOver(['warm', of(99), of(24)], refuse).agent.run('go').outcome;
    const enough = await agentOver(['warm', of(99), of(24)], refuse, 2).agent.run('go').outcome;

    expect(errorOf(used)).toMatchObject({ name: 'UnexpectedModelBehavior', code: 'output-retries' });
    expect(enough).toMatchObject({ type: 'completed', output: { degrees: 24 } });
  });

  it('C101 may change the output, and any other error of it fails the run with that cause', async () => {
    const broken = new Error('no thermometer');
    const model = scriptedModel([of(24)]);
    const changing = createAgent({
      model,
      output: weather,
      outputValidators: [(output) => ({ ...output, degrees: output.degrees + 1 })],
    });
    const { agent } = agentOver([of(24)], () => {
      throw broken;
    });

    const changed = await changing.run('go').outcome;
    const run = agent.run('go');
    const failed = await run.outcome;

    expect(changed).toMatchObject({ type: 'completed', output: { degrees: 25 } });
    expect(errorOf(failed).cause).toBe(broken);
    expect(ofType(await eventsOf(run), 'step-end')[0]?.messages).toEqual(failed.messages.slice(1));
  });
});

describe('an output validator in a run with a journal', () => {
  it('C291 is called once for each text in all activations of the run, and its changes are persisted', async () => {
    const asked: number[] = [];
    const model = scriptedModel([JSON.stringify({ ...sunny, degrees: 99 }), JSON.stringify(sunny)]);
    const agent = createAgent({
      model,
      output: weather,
      outputValidators: [
        (output) => {
          asked.push(output.degrees);
          if (output.degrees > 50) throw new ModelRetry('That is too hot.');
          return { ...output, degrees: asked.length };
        },
      ],
    });
    const options = { runId: 'run', journal: memoryJournal() };

    const first = await agent.run('go', options).outcome;
    const again = await agent.run('go', options).outcome;

    expect(asked).toEqual([99, 24]);
    expect(first).toMatchObject({ type: 'completed', output: { degrees: 2 } });
    expect(again).toMatchObject({ type: 'completed', output: { degrees: 2 } });
    expect(again.messages).toEqual(first.messages);
  });

  it('C291 that changes nothing leaves the value that the schema returns, even if JSON cannot carry it', async () => {
    const dated = z.object({ due: z.string().transform((text) => new Date(text)) });
    const model = scriptedModel([JSON.stringify({ due: '2026-11-24' })]);
    const agent = createAgent({ model, output: dated, outputValidators: [(output) => output] });
    const options = { runId: 'run', journal: memoryJournal() };

    await agent.run('go', options).outcome;
    const again = await agent.run('go', options).outcome;

    expect(again).toMatchObject({ type: 'completed', output: { due: new Date('2026-11-24') } });
  });
});

describe('a response that was cut off', () => {
  it.each<FinishReason>(['length', 'content-filter', 'error'])(
    'C78 by %s executes nothing: its calls are closed as interrupted, and the outcome has the reason',
    async (finishReason) => {
      const { agent, done, model } = scriptedAgent([
        { text: 'I will', calls: [write, remove, pick], finishReason },
        'Hello.',
      ]);
      const people = controllableHandler();

      const outcome = await agent.run('go', { deferredToolHandler: people.handler }).outcome;
      await agent.run('Hi.', { messages: outcome.messages }).outcome;

      expect(outcome).toMatchObject({ type: 'failed', finishReason, error: { name: 'ModelError' } });
      expect(done).toEqual([]);
      expect(people.batches).toEqual([]);
      expect(lastResults(model.requests[1]?.prompt)).toEqual(
        ['call-1', 'call-2', 'call-3'].map((id) => ({
          id,
          output: { type: 'error-text', value: 'The tool call was interrupted before a result was produced.' },
        })),
      );
    },
  );

  it('C78 is not an output if one is required: the request is repeated', async () => {
    const { agent, done } = forecaster([
      { text: '{"city":"Lis', calls: [write], finishReason: 'length' },
      JSON.stringify(sunny),
    ]);

    const outcome = await agent.run('go').outcome;

    expect(done).toEqual([]);
    expect(outcome).toMatchObject({ type: 'completed', output: sunny, finishReason: 'stop' });
    expect(outcome.messages[2]).toMatchObject({ role: 'tool', content: [{ toolCallId: 'call-1' }] });
  });

  it('C78 is an ordinary response if the provider has no name for its end', async () => {
    const ran: string[] = [];
    const note = tool({ inputSchema: z.object({}), execute: () => void ran.push('note') });
    const { agent } = agentWith({ note }, [{ calls: [{ toolName: 'note' }], finishReason: 'other' }, 'done']);

    const outcome = await agent.run('go').outcome;

    expect(ran).toEqual(['note']);
    expect(outcome).toMatchObject({ type: 'completed', finishReason: 'stop' });
  });
});
