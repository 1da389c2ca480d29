import { createAgent, ModelRetry, tool, toolReturn } from 'countersign/core';
import { memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stepKind } from '../../support/step-keys.js';

const inputSchema = z.object({});
const calls = (...names: readonly string[]) => ({ calls: names.map((toolName) => ({ toolName })) });

describe('a tool', () => {
  it('may give content for the model and metadata for the app beside its result', async () => {
    const model = scriptedModel([calls('look'), 'Seen.']);
    const look = tool({
      inputSchema,
      execute: () => toolReturn('a chart', { content: [{ type: 'text', text: 'It rises.' }], metadata: { took: 3 } }),
    });

    const run = createAgent({ model, tools: { look } }).run('go');
    const ends = [];
    for await (const event of run) if (event.type === 'tool-end') ends.push(event.end);

    expect(ends).toEqual([{ status: 'returned', value: 'a chart', metadata: { took: 3 } }]);
    expect(model.requests[1]?.prompt.slice(-2)).toMatchObject([
      { role: 'tool', content: [{ output: { type: 'text', value: 'a chart' } }] },
      { role: 'user', content: [{ type: 'text', text: 'It rises.' }] },
    ]);
  });

  it('is noted in the journal before it starts and after it ended, also when it throws', async () => {
    const model = scriptedModel([calls('good', 'bad', 'again'), 'Done.']);
    const journal = memoryJournal();
    const tools = {
      good: tool({ inputSchema, execute: () => 'fine' }),
      bad: tool({ inputSchema, execute: () => Promise.reject(new Error('broke')) }),
      again: tool({ inputSchema, execute: () => Promise.reject(new ModelRetry('once more')) }),
    };

    await createAgent({ model, tools, toolCallConcurrency: 1 }).run('go', {
      journal,
      runId: 'r',
    }).outcome;

    const ofTools = journal.writes.filter(({ key }) => stepKind(key) === 'tool');
    expect(ofTools.map(({ type, key }) => `${type} ${key}`)).toEqual([
      'begin r~tool.call-1.1',
      'end r~tool.call-1.1',
      'begin r~tool.call-2.1',
      'end r~tool.call-2.1',
      'begin r~tool.call-3.1',
      'end r~tool.call-3.1',
    ]);
  });

  it('leaves its journal entry open when the run is stopped while it works', async () => {
    const model = scriptedModel([calls('hang')]);
    const journal = memoryJournal();
    let started: () => void = () => {};
    const isRunning = new Promise<void>((resolve) => {
      started = resolve;
    });
    const hang = tool({ inputSchema, execute: () => new Promise<string>(() => started()) });
    const run = createAgent({ model, tools: { hang } }).run('go', {
      journal,
      runId: 'r',
    });

    await isRunning;
    run.abort();
    await run.outcome;

    expect(journal.writes.at(-1)).toMatchObject({ type: 'begin', key: 'r~tool.call-1.1' });
  });
});
