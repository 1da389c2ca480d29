import { describe, expect, it } from 'vitest';
import { restoreMessages } from '../../src/conversation/restore-messages.js';
import { parseRunEvents, RunEventsError } from '../../src/feed/run-event-lines.js';
import { parseCall } from '../../src/protocol/build-results.js';
import { parsePartialJson } from '../../src/protocol/foreign/partial-json.js';
import { isReadable } from '../../src/protocol/run-event-shape.js';
import { restoreRun } from '../../src/protocol/stored-run.js';
import { agUiAgent, runStarted } from '../support/ag-ui.js';
import { remoteAgent } from '../support/remote-agent.js';
import { calls, start, startStep, whole } from '../support/ui-chunks.js';

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('a server of a remote agent', () => {
  it('C319 fails the run if its response has too many parts', async () => {
    const files = Array.from({ length: 10_001 }, () => ({ type: 'file', url: 'data:,', mediaType: 'text/plain' }));
    const { run } = await remoteAgent([{ chunks: whole(startStep, files) }], { retries: 0 });

    const { outcome } = await run();

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-malformed' } });
  });

  it('C319 fails the run if its response has JSON that nests too deep', async () => {
    const chunk = `data: {"type":"data-x","data":${deep(1_000)}}\n\n`;
    const ui = await remoteAgent([{ chunks: [start, chunk] }], { retries: 0 });
    const agUi = await agUiAgent([{ chunks: [runStarted, `data: {"type":"RAW","event":${deep(1_000)}}\n\n`] }], {
      retries: 0,
    });

    for (const { run } of [ui, agUi])
      expect((await run()).outcome).toMatchObject({ type: 'failed', error: { code: 'remote-malformed' } });
  });

  it('C319 may send deep data up to the depth limit of an input', async () => {
    const { run } = await remoteAgent(
      [{ chunks: whole(startStep, calls('a', 'read', JSON.parse(deep(250)))) }, { chunks: whole() }],
      {
        retries: 0,
      },
    );

    const { events } = await run();

    expect(events.some(({ type }) => type === 'tool-call')).toBe(true);
  });
});

describe('readers of foreign data', () => {
  const event = { v: 1, seq: 0, at: 1, runId: 'r', agentPath: ['a'] };

  it.each([
    [
      'an offset that is an object',
      { ...event, type: 'text-delta', id: 't', delta: 'a', offset: { toString: 1, valueOf: 1 } },
    ],
    ...[
      { changed: 'server' },
      { changed: ['owner'] },
      { definition: { server: 'a' } },
      { redactions: { hide: 'a' } },
      { unpredictablePaths: 'a' },
      { risk: 'none' },
    ].map((wrong): [string, object] => [
      `a call whose shape is wrong: ${JSON.stringify(wrong)}`,
      {
        ...{ ...event, type: 'approval-requested', batchId: 'b' },
        call: { toolCallId: 'c', toolName: 'write', title: 'Write', input: {}, ...wrong },
      },
    ]),
    ['data that nest too deep', { ...event, type: 'data', name: 'x', data: JSON.parse(deep(1_000)) }],
  ])('C319 reject an event with %s', (_, wrong) => {
    expect(() => parseRunEvents(JSON.stringify(wrong))).toThrow(RunEventsError);
  });

  it('C319 reject a stored run, and messages, that nest too deep', () => {
    const value = JSON.parse(deep(20_000));

    expect(() => restoreRun({ v: value })).toThrow(/levels/);
    expect(() => restoreMessages([{ id: 'm', role: value, parts: [] }] as never)).toThrow(/levels/);
  });

  it('C319 reject results of tools whose content is plain text', () => {
    const end = { ...event, type: 'step-end', step: 1, finishReason: 'stop' };

    expect(isReadable({ ...end, messages: [{ role: 'assistant', content: 'Hi.' }] })).toBe(true);
    expect(isReadable({ ...end, messages: [{ role: 'tool', content: 'Hi.' }] })).toBe(false);
  });

  it('C319 reject values that a port can carry and JSON cannot', () => {
    let shared: unknown = [];
    for (let level = 0; level < 100; level++) shared = [shared, shared];
    const cyclic: unknown[] = [];
    cyclic.push(cyclic, cyclic);

    for (const data of [shared, cyclic, { a: 1n }])
      expect(isReadable({ ...event, type: 'data', name: 'x', data })).toBe(false);
  });

  it('C319 show nothing of a streaming input that nests too deep', () => {
    expect(parsePartialJson('['.repeat(250))).toBeDefined();
    expect(parsePartialJson('['.repeat(1_000))).toBeUndefined();
  });

  it.each([
    ['content', 5],
    ['content', [null]],
    ['content', [{ type: 'file', mediaType: 'text/plain' }]],
    ['content', [{ type: 'hologram' }]],
    ['metadata', 5],
  ])('C319 reject an answer whose `%s` is %j', (member, value) => {
    expect(() => parseCall('c', { kind: 'tool-return', returnValue: 1, [member]: value })).toThrow(/malformed/);
  });

  it.each([5, [null], [{ path: 'a', message: 'b' }]])('C319 reject an answer whose issues are %j', (issues) => {
    expect(() => parseCall('c', { kind: 'model-retry', message: 'Again.', issues })).toThrow(/malformed/);
  });
});
