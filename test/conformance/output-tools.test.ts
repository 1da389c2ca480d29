import { createAgent, createPolicy, ModelRetry, outputTool, type RunOutcome, tool } from 'countersign/core';
import { controllableHandler, type ScriptedCall, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { errorOf, eventsOf, fileTools, lastResults, ofType } from './support.js';

const weather = z.object({ city: z.string(), degrees: z.number() });
const refund = z.object({ amount: z.number(), due: z.string().transform((text) => new Date(text)) });
const sunny = { city: 'Lisbon', degrees: 24 };
const write = { toolName: 'writeFile', input: { path: 'b', content: '' } };
const forecast = (input: object = sunny): ScriptedCall => ({ toolName: 'forecast', input: input as typeof sunny });

/** An agent that gives the weather by a call. */
function forecaster(turns: readonly ScriptedTurn[], retries = 1) {
  const model = scriptedModel(turns);
  const files = fileTools();
  const output = [outputTool(weather, { name: 'forecast', description: 'Gives the weather' }), refund] as const;
  return { model, ...files, agent: createAgent({ model, tools: files.tools, output, outputRetries: retries }) };
}

describe('an output by a call', () => {
  it('C275 is the validated input, in value and type, and the model is offered the tools and must call one', async () => {
    const { agent, model } = forecaster([{ calls: [forecast()] }]);

    const outcome = await agent.run('go').outcome;

    expectTypeOf(outcome).toEqualTypeOf<
      RunOutcome<{ city: string; degrees: number } | { amount: number; due: Date }>
    >();
    expect(outcome).toMatchObject({ type: 'completed', output: sunny, usage: { toolCalls: 0 } });
    const [request] = model.requests;
    expect(request).toMatchObject({ toolChoice: { type: 'required' } });
    expect(request).not.toHaveProperty('responseFormat');
    expect(request?.tools?.slice(-2)).toMatchObject([
      { name: 'forecast', description: 'Gives the weather', inputSchema: { required: ['city', 'degrees'] } },
      { name: 'final_result_2' },
    ]);
  });

  it('C275 leaves a history that providers accept, and that another run continues from', async () => {
    const { agent, model } = forecaster([{ text: 'So:', calls: [forecast()] }, { calls: [forecast()] }]);

    const { messages } = await agent.run('go').outcome;
    await agent.run('And now?', { messages }).outcome;

    const output = { type: 'text', value: 'Final result processed.' };
    expect(messages.at(-1)).toMatchObject({ role: 'tool', content: [{ toolCallId: 'call-1', output }] });
    expect(lastResults(model.requests[1]?.prompt)).toEqual([{ id: 'call-1', output }]);
  });

  it('C275 is the value that the schema returns, also if the schema has a title as its name', async () => {
    const model = scriptedModel([
      { calls: [{ toolName: 'final_result_Refund', input: { amount: 3, due: '2026-11-24' } }] },
    ]);
    const agent = createAgent({ model, output: [weather, refund.meta({ title: 'Refund' })] });

    const outcome = await agent.run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: { amount: 3, due: new Date('2026-11-24') } });
  });

  it('C275 may be a text only if the list says so', async () => {
    const model = scriptedModel(['Sunny.']);
    const either = createAgent({ model, output: [weather, 'text'] });
    const { agent: strict, model: asked } = forecaster(['Sunny.', { calls: [forecast()] }]);

    const said = await either.run('go').outcome;
    const called = await strict.run('go').outcome;

    expectTypeOf(said).toEqualTypeOf<RunOutcome<string | { city: string; degrees: number }>>();
    expect(said).toMatchObject({ type: 'completed', output: 'Sunny.' });
    expect(model.requests[0]).not.toHaveProperty('toolChoice');
    expect(called).toMatchObject({ type: 'completed', output: sunny });
    expect(asked.requests[1]?.prompt.at(-1)).toMatchObject({
      content: [{ text: expect.stringContaining('by calling a tool') }],
    });
  });

  it('C275 may be a single tool, named final_result', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'final_result', input: sunny }] }]);
    const agent = createAgent({ model, output: outputTool(weather) });

    const outcome = await agent.run('go').outcome;

    expectTypeOf(outcome).toEqualTypeOf<RunOutcome<{ city: string; degrees: number }>>();
    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
  });

  it('C275 has a unique name: another tool with that name fails the run', async () => {
    const agent = createAgent({
      model: scriptedModel([]),
      tools: { final_result: tool({ inputSchema: z.object({}), execute: () => 1 }) },
      output: [weather],
    });

    expect(errorOf(await agent.run('go').outcome)).toMatchObject({
      code: 'duplicate-tool',
      message: expect.stringContaining('the output'),
    });
  });

  it('C276 that is invalid is reported to the model as the result of its call, and uses an output retry only', async () => {
    const wrong = { calls: [forecast({ city: 'Lisbon' })] };
    const { agent, model } = forecaster([wrong, { calls: [forecast()] }]);

    const outcome = await agent.run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
      { output: { type: 'error-text', value: expect.stringMatching(/degrees[\s\S]*Fix the errors and try again\.$/) } },
    ]);
  });

  it.each([
    ['none', 0, 1],
    ['two', 2, 3],
  ])('C276 ends the run when its retries (%s) are exhausted, and no sibling has run', async (_, retries, requests) => {
    const wrong = { calls: [write, forecast({ city: 'Lisbon' })] };
    const { agent, model, done } = forecaster([wrong, wrong, wrong, wrong], retries);

    const outcome = await agent.run('go').outcome;

    expect(errorOf(outcome)).toMatchObject({ code: 'output-retries', name: 'UnexpectedModelBehavior' });
    expect(model.requests).toHaveLength(requests);
    expect(done).toHaveLength(requests - 1);
  });

  it('C276 shares its retries with texts that are not an output', async () => {
    const { agent } = forecaster(['Sunny.', { calls: [forecast({})] }]);

    expect(errorOf(await agent.run('go').outcome)).toMatchObject({ code: 'output-retries' });
  });

  it('C276 does not end the run if another of the same response is valid', async () => {
    const { agent } = forecaster([{ calls: [forecast({}), forecast()] }], 0);

    expect(await agent.run('go').outcome).toMatchObject({ type: 'completed', output: sunny });
  });

  it('C276 is checked by the validators, which may change it or request a retry', async () => {
    const model = scriptedModel([{ calls: [forecast({ city: 'Lisbon', degrees: 99 })] }, { calls: [forecast()] }]);
    const agent = createAgent({
      model,
      output: [outputTool(weather, { name: 'forecast' })],
      outputValidators: [
        (output) => {
          if (output.degrees > 50) throw new ModelRetry('That is too hot.');
          return { ...output, degrees: output.degrees + 1 };
        },
      ],
    });

    const outcome = await agent.run('go').outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: { degrees: 25 } });
    expect(lastResults(model.requests[1]?.prompt)).toMatchObject([
      { output: { value: 'That is too hot.\n\nFix the errors and try again.' } },
    ]);
  });

  it('C277 is not decided by a policy or by people, and does not count as an executed call', async () => {
    const { agent } = forecaster([{ calls: [forecast()] }]);
    const people = controllableHandler();

    const outcome = await agent.run('go', {
      deferredToolHandler: people.handler,
      policy: createPolicy({ preset: 'rejectAll' }),
    }).outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
    expect(people.batches).toEqual([]);
  });

  it('C277 skips the calls beside it', async () => {
    const pick = { toolName: 'pickFile', input: { reason: 'r' } };
    const remove = { toolName: 'deleteFile', input: { path: 'a' } };
    const { agent, done } = forecaster([
      { calls: [write, remove, forecast(), pick, forecast({ city: 'Porto', degrees: 1 })] },
    ]);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: sunny });
    expect(done).toEqual([]);
    expect(people.batches).toEqual([]);
    const skipped = { type: 'error-text', value: 'Tool not executed - a final result was already processed.' };
    expect(outcome.messages.at(-1)).toMatchObject({
      content: [
        { toolCallId: 'call-1', output: skipped },
        { toolCallId: 'call-2', output: skipped },
        { toolCallId: 'call-3', output: { value: 'Final result processed.' } },
        { toolCallId: 'call-4', output: skipped },
        { toolCallId: 'call-5', output: { value: 'Output tool not used - a final result was already processed.' } },
      ],
    });
    expect(ofType(await eventsOf(run), 'tool-end').map(({ toolCallId, end }) => [toolCallId, end.status])).toEqual([
      ['call-3', 'returned'],
      ['call-1', 'skipped'],
      ['call-2', 'skipped'],
      ['call-4', 'skipped'],
      ['call-5', 'skipped'],
    ]);
  });
});
