import type { ModelMessage } from 'ai';
import { createAgent, type RunOptions, tool } from 'countersign/core';
import { memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

function launch(options: RunOptions = {}, input: string | undefined = 'go') {
  const done: string[] = [];
  const act = tool({ inputSchema: z.object({}), execute: () => void done.push('act') });
  const model = scriptedModel([{ calls: [{ toolName: 'act' }] }, 'Done.']);
  return { run: createAgent({ model, tools: { act } }).run(input, options), done, model };
}

const openHistory: ModelMessage[] = [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'act', input: {} }] },
];

describe('a run that has just been started', () => {
  it('emits run-start with its prompt before the model is called', async () => {
    const { run, model } = launch();
    const events = run[Symbol.asyncIterator]();

    expect((await events.next()).value).toMatchObject({ type: 'run-start', prompt: [{ role: 'user', content: 'go' }] });
    expect(model.requests).toEqual([]);
    expect(await run.outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });

  it('can be aborted at once: its prompt is in the history and the model is never called', async () => {
    const { run, model } = launch();

    run.abort('Not now');

    expect(await run.outcome).toMatchObject({
      type: 'aborted',
      reason: 'Not now',
      messages: [{ role: 'user', content: 'go' }],
    });
    expect(model.requests).toEqual([]);
  });

  it('leaves no call of its history open when it is aborted at once', async () => {
    const act = tool({ inputSchema: z.object({}), execute: () => expect.fail('The tool ran.') });
    const agent = createAgent({ model: scriptedModel([]), tools: { act } });
    const run = agent.run(undefined, { messages: openHistory });

    run.abort();

    const { messages } = await run.outcome;
    expect(messages.at(-1)).toMatchObject({ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a' }] });
  });

  it('can be left at once when it has a journal: the model is never called', async () => {
    const journal = memoryJournal();
    const { run, model } = launch({ journal });

    run.suspend?.();

    expect(await run.outcome).toMatchObject({ type: 'suspended' });
    expect(model.requests).toEqual([]);
  });

  it('fails with an invalid prompt before the model is called', async () => {
    const { run, model } = launch({}, ' ');

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'empty-prompt' } });
    expect(model.requests).toEqual([]);
  });
});
