import { createAgent, type JournalEntry, ModelRetry, tool, toolReturn } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

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
    const entries: JournalEntry[] = [];
    const tools = {
      good: tool({ inputSchema, execute: () => 'fine' }),
      bad: tool({ inputSchema, execute: () => Promise.reject(new Error('broke')) }),
      again: tool({ inputSchema, execute: () => Promise.reject(new ModelRetry('once more')) }),
    };

    await createAgent({ model, tools, toolCallConcurrency: 1 }).run('go', {
      journal: { append: async (entry) => void entries.push(entry) },
    }).outcome;

    expect(entries.map((entry) => ('toolCallId' in entry ? `${entry.type} ${entry.toolCallId}` : entry.type))).toEqual([
      'started call-1',
      'ended call-1',
      'started call-2',
      'ended call-2',
      'started call-3',
      'ended call-3',
    ]);
  });

  it('leaves its journal entry open when the run is stopped while it works', async () => {
    const model = scriptedModel([calls('hang')]);
    const entries: JournalEntry[] = [];
    let started: () => void = () => {};
    const isRunning = new Promise<void>((resolve) => {
      started = resolve;
    });
    const hang = tool({ inputSchema, execute: () => new Promise<string>(() => started()) });
    const run = createAgent({ model, tools: { hang } }).run('go', {
      journal: { append: async (entry) => void entries.push(entry) },
    });

    await isRunning;
    run.abort();
    await run.outcome;

    expect(entries.map(({ type }) => type)).toEqual(['started']);
  });
});
