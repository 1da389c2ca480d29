import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { finish, read, readStream, toStream } from './support.js';

const call = (toolCallId: string, input: string, more: object = {}): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'search',
  input,
  ...more,
});

describe('a response', () => {
  it('keeps what the provider says about each part, the latest word for a text', async () => {
    const { response } = await read([
      { type: 'reasoning-start', id: '0', providerMetadata: { p: { first: 1 } } },
      { type: 'reasoning-delta', id: '0', delta: 'hm' },
      { type: 'reasoning-end', id: '0', providerMetadata: { p: { signature: 's' } } },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'a', providerMetadata: { p: { item: 'i' } } },
      { type: 'text-delta', id: '0', delta: 'b' },
      { type: 'text-end', id: '0' },
      { type: 'text-start', id: '1', providerMetadata: { p: { empty: true } } },
      { type: 'text-end', id: '1' },
      { type: 'text-start', id: '2' },
      { type: 'text-end', id: '2' },
      { type: 'custom', kind: 'p.thing', providerMetadata: { p: { x: 1 } } },
      call('c', '{"q":1}', { providerMetadata: { google: { thoughtSignature: 'sig' } } }),
      finish('tool-calls'),
    ]);

    expect(response?.content).toEqual([
      { type: 'reasoning', text: 'hm', providerOptions: { p: { signature: 's' } } },
      { type: 'text', text: 'ab', providerOptions: { p: { item: 'i' } } },
      { type: 'text', text: '', providerOptions: { p: { empty: true } } },
      { type: 'custom', kind: 'p.thing', providerOptions: { p: { x: 1 } } },
      {
        type: 'tool-call',
        toolCallId: 'c',
        toolName: 'search',
        input: { q: 1 },
        providerOptions: { google: { thoughtSignature: 'sig' } },
      },
    ]);
    expect(response?.text).toBe('ab');
    expect(response?.tokens).toEqual({ inputTokens: 12, outputTokens: 7, cacheReadTokens: 2, reasoningTokens: 3 });
  });

  it('keeps files as plain JSON and tells sources', async () => {
    const { response, events } = await read([
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2, 3]) } },
      { type: 'reasoning-file', mediaType: 'text/plain', data: { type: 'data', data: 'AQID' } },
      { type: 'file', mediaType: 'image/png', data: { type: 'url', url: new URL('https://files.test/a.png') } },
      { type: 'source', sourceType: 'url', id: 's', url: 'https://a.test/', title: 'A', providerMetadata: { p: {} } },
      finish(),
    ]);

    expect(response?.content).toEqual([
      { type: 'file', mediaType: 'image/png', data: 'AQID' },
      { type: 'reasoning-file', mediaType: 'text/plain', data: 'AQID' },
      { type: 'file', mediaType: 'image/png', data: 'https://files.test/a.png' },
    ]);
    expect(events).toEqual([
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AQID' },
      { type: 'reasoning-file', mediaType: 'text/plain', url: 'data:text/plain;base64,AQID' },
      { type: 'file', mediaType: 'image/png', url: 'https://files.test/a.png' },
      {
        type: 'source',
        source: { sourceType: 'url', id: 's', url: 'https://a.test/', title: 'A' },
        providerMetadata: { p: {} },
      },
    ]);
  });

  it('shows calls that the provider runs, and leaves them to it', async () => {
    const { response, events } = await read([
      { type: 'tool-input-start', id: 'w', toolName: 'search', providerExecuted: true },
      { type: 'tool-input-delta', id: 'w', delta: '{}' },
      { type: 'tool-input-end', id: 'w' },
      call('w', '{}', { providerExecuted: true }),
      { type: 'tool-result', toolCallId: 'w', toolName: 'search', result: { n: 1 }, preliminary: true },
      { type: 'tool-result', toolCallId: 'w', toolName: 'search', result: { n: 2 } },
      call('x', '{}', { providerExecuted: true }),
      { type: 'tool-result', toolCallId: 'x', toolName: 'search', result: { why: 'no' }, isError: true },
      call('y', '{}', { providerExecuted: true }),
      finish(),
    ]);

    expect(response).toMatchObject({ calls: [], providerApprovals: [], openProviderCalls: [{ toolCallId: 'y' }] });
    expect(response?.content.map((part) => ('output' in part ? part.output : part.type))).toEqual([
      'tool-call',
      { type: 'json', value: { n: 2 } },
      'tool-call',
      { type: 'error-json', value: { why: 'no' } },
      'tool-call',
    ]);
    expect(events.filter((event) => event.type.startsWith('tool-') && !event.type.includes('input'))).toEqual([
      { type: 'tool-call', toolCallId: 'w', toolName: 'search', input: {}, providerExecuted: true },
      { type: 'tool-progress', toolCallId: 'w', value: { n: 1 } },
      end('w', { status: 'returned', value: { n: 2 } }),
      { type: 'tool-call', toolCallId: 'x', toolName: 'search', input: {}, providerExecuted: true },
      end('x', { status: 'failed', message: '{"why":"no"}' }),
      { type: 'tool-call', toolCallId: 'y', toolName: 'search', input: {}, providerExecuted: true },
    ]);
  });

  it('warns of an approval for a call that is not there', async () => {
    const { response, events } = await read([
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'gone' },
      finish(),
    ]);

    expect(response?.providerApprovals).toEqual([]);
    expect(events).toMatchObject([{ type: 'warning', code: 'unknown-approval' }]);
  });

  it('passes by what is no content, and tells warnings', async () => {
    const { response, events } = await read([
      { type: 'stream-start', warnings: [{ type: 'unsupported', feature: 'seed' }] },
      { type: 'response-metadata', id: 'r' },
      { type: 'ping' },
      { type: 'raw', rawValue: {} },
      { type: 'text-end', id: 'never-begun' },
      finish(),
    ]);

    expect(response?.content).toEqual([]);
    expect(events).toEqual([
      { type: 'warning', code: 'model-unsupported', message: '{"type":"unsupported","feature":"seed"}' },
    ]);
  });

  it('gives parts that reuse an id ids of their own', async () => {
    const text: LanguageModelV4StreamPart[] = [
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'x' },
      { type: 'text-end', id: '0' },
    ];

    const { events, response } = await read([...text, ...text, finish()]);

    expect(events.map((event) => ('id' in event ? event.id : ''))).toEqual(['0', '0', '0', '0_2', '0_2', '0_2']);
    expect(response?.content).toHaveLength(2);
  });

  it('closes a call that the model began and never completed', async () => {
    const { events, response } = await read([{ type: 'tool-input-start', id: 'a', toolName: 'search' }, finish()]);

    expect(events.at(-1)).toEqual({
      type: 'tool-end',
      toolCallId: 'a',
      toolName: 'search',
      end: { status: 'interrupted' },
    });
    expect(response?.calls).toEqual([]);
  });

  it.each([
    ['"text"', {}],
    ['null', {}],
    ['7', {}],
    ['[1]', [1]],
    ['{"a":', {}],
    ['', {}],
  ])('puts the input %s into the history as %j, which providers take', async (input, expected) => {
    const { response } = await read([call('a', input), finish('tool-calls')]);

    expect(response?.content).toMatchObject([{ input: expected }]);
    expect(response?.calls).toMatchObject([{ rawInput: input }]);
  });

  it('keeps an input that is text by design', async () => {
    const { response } = await read([
      { type: 'tool-input-start', id: 'a', toolName: 'search', inputEncoding: 'text' },
      call('a', '"ls -la"'),
      finish('tool-calls'),
    ]);

    expect(response?.content).toMatchObject([{ input: 'ls -la' }]);
  });
});

describe('reading', () => {
  it('ends at once when the run is stopped, though the stream never does', async () => {
    const controller = new AbortController();
    let cancelled: unknown;
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      start: (out) => {
        out.enqueue({ type: 'text-start', id: '0' });
        out.enqueue({ type: 'tool-input-start', id: 'a', toolName: 'search' });
        setTimeout(() => controller.abort('enough'), 0);
      },
      cancel: (reason) => {
        cancelled = reason;
      },
    });

    const { error, events } = await readStream(stream, { signal: controller.signal });

    expect(error).toMatchObject({ name: 'RunAborted' });
    expect(cancelled).toBe('enough');
    expect(events.slice(2)).toEqual([
      { type: 'text-end', id: '0' },
      { type: 'tool-end', toolCallId: 'a', toolName: 'search', end: { status: 'cancelled' } },
    ]);
  });

  it('makes a break in a burst, so that the page can paint', async () => {
    const parts = 60_000;
    let tasks = 0;
    let isReading = true;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      tasks += 1;
      if (isReading) port2.postMessage(0);
      else port1.close();
    };
    port2.postMessage(0);

    const { response } = await readStream(toStream([...deltas(parts), finish()]));
    isReading = false;

    expect(response?.text).toHaveLength(parts);
    expect(tasks).toBeGreaterThan(1);
  });
});

function deltas(count: number): LanguageModelV4StreamPart[] {
  return Array.from({ length: count }, () => ({ type: 'text-delta', id: '0', delta: 'x' }));
}

function end(toolCallId: string, how: object): object {
  return { type: 'tool-end', toolCallId, toolName: 'search', end: how, providerExecuted: true };
}
