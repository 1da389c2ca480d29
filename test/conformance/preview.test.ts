import { createAgent, createConversation, type Preview, tool } from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parsePreview } from '../../src/protocol/preview.js';

/** A conversation with one pending call with this preview. */
async function waitingConversation(preview: (input: { path: string }, ctx: { abortSignal: AbortSignal }) => unknown) {
  const clock = createVirtualClock();
  const { environment } = clock;
  const done: string[] = [];
  const write = tool({
    inputSchema: z.object({ path: z.string().default('/a') }),
    requiresApproval: true,
    preview: preview as () => Preview,
    execute: ({ path }) => void done.push(path),
  });
  const model = scriptedModel([{ calls: [{ toolName: 'write', input: {} }] }, 'Done.'], environment);
  const agent = createAgent({ model, tools: { write }, environment });
  const conversation = createConversation(() => ({ agent }), environment);
  conversation.start('go');
  await clock.advance(100);
  const item = () => conversation.store.getState().pending[0]?.items[0];
  return { clock, conversation, done, item };
}

describe('a preview', () => {
  it('is made from a validated input of its own and stands on the card', async () => {
    const diff = { type: 'diff', before: '', after: 'x', path: '/a', language: 'md' };
    const { item } = await waitingConversation(({ path }) => ({ ...diff, path }));

    expect(item()?.call.hasPreview).toBe(true);
    expect(item()?.preview).toEqual({ status: 'ready', preview: diff });
  });

  it.each([
    ['throws', () => Promise.reject(new Error('disk is gone')), 'disk is gone'],
    ['is none', () => ({ type: 'diff', before: 1 }), 'which a card cannot show'],
    ['is no data', () => ({ type: 'json', value: () => 1 }), 'a function'],
  ])('that %s says so, and the call can be decided', async (_, preview, message) => {
    const { clock, conversation, done, item } = await waitingConversation(preview);
    const shown = item();

    await conversation.decide(shown?.call.toolCallId ?? '', true);
    await clock.runAll();

    expect(shown?.preview).toEqual({ status: 'failed', message: expect.stringContaining(message) });
    expect(done).toEqual(['/a']);
  });

  it('has ten seconds; then its signal fires', async () => {
    let signal: AbortSignal | undefined;
    const { clock, item } = await waitingConversation((_, { abortSignal }) => {
      signal = abortSignal;
      return new Promise(() => {});
    });

    const before = item()?.preview;
    await clock.advance(10_100);

    expect(before).toEqual({ status: 'loading' });
    expect(signal?.aborted).toBe(true);
    expect(item()?.preview).toEqual({ status: 'failed', message: expect.stringContaining('10 seconds') });
  });

  it('holds up no decision, and is dropped with its batch', async () => {
    let signal: AbortSignal | undefined;
    const { clock, conversation, done, item } = await waitingConversation((_, { abortSignal }) => {
      signal = abortSignal;
      return new Promise(() => {});
    });

    const outcome = await conversation.decide(item()?.call.toolCallId ?? '', true);
    await clock.settle();

    expect(outcome).toEqual({ status: 'accepted' });
    expect(signal?.aborted).toBe(true);
    await clock.runAll();
    expect(done).toEqual(['/a']);
    expect(clock.timers).toBe(0);
  });
});

describe('parsePreview', () => {
  const good: readonly Preview[] = [
    { type: 'diff', before: 'a', after: 'b' },
    {
      type: 'table',
      columns: ['a', 'b'],
      rows: [
        ['x', 1],
        [null, { deep: [] }],
      ],
    },
    { type: 'image', url: 'data:image/png;base64,AA==', alt: 'A chart' },
    { type: 'json', value: null },
    { type: 'text', text: '' },
  ];

  it.each(good)('takes %j', (preview) => {
    const parsed = parsePreview(preview);

    expect(parsed).toEqual(preview);
    expect(parsed).not.toBe(preview);
  });

  it.each([
    undefined,
    null,
    'text',
    [],
    { type: 'text' },
    { type: 'html', text: '' },
    { type: 'diff', before: 'a', after: 'b', path: 7 },
    { type: 'diff', before: 'a', after: 'b', language: null },
    { type: 'table', columns: 'ab', rows: [] },
    { type: 'table', columns: [1], rows: [] },
    { type: 'table', columns: ['a'], rows: [['x', 'y']] },
    { type: 'table', columns: ['a'], rows: ['x'] },
    { type: 'image', url: 'a' },
    { type: 'json' },
  ])('refuses %j', (value) => {
    expect(() => parsePreview(value)).toThrow('which a card cannot show');
  });
});
