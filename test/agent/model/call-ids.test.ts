import type { ModelMessage } from 'ai';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CallIds } from '../../../src/agent/model/call-ids.js';

const accepted = /^[A-Za-z0-9_-]{1,64}$/;
const hostile = fc.constantFrom('', ' ', '__proto__', 'constructor', 'toString', 'a b', 'ü', '\ud800', 'x'.repeat(65));
const anyId = fc.oneof(hostile, fc.constantFrom('call', 'call_2', 'a', 'a_2', 'x'.repeat(64)), fc.string());

function history(...ids: readonly string[]): ModelMessage[] {
  return [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 't', input: {} })),
    },
  ];
}

describe('CallIds', () => {
  it('C22 creates ids that providers accept, each once, for any ids of the model (property)', () => {
    const runs = process.env.COUNTERSIGN_ALL === '1' ? 20_000 : 200;
    fc.assert(
      fc.property(fc.array(anyId), fc.array(fc.tuple(anyId, fc.boolean()), { maxLength: 40 }), (before, calls) => {
        const ids = new CallIds();
        ids.addHistory(history(...before));
        const given = calls.map(([id, isWritten]) => {
          if (!isWritten) return ids.complete(id, 't');
          const begun = ids.begin(id, 't');
          expect(ids.writing(id)).toBe(begun);
          expect(ids.complete(id, 't')).toBe(begun);
          return begun;
        });

        expect(given.every((id) => accepted.test(id) && !(id in {}))).toBe(true);
        expect(new Set([...given, ...before]).size).toBe(given.length + new Set(before).size);
      }),
      { seed: 1, numRuns: runs },
    );
  }, 300_000);

  it('keeps an id that is fine', () => {
    expect(new CallIds().complete('call_Q7pq6EfVGRnauPLWSSYBGJ1l', 't')).toBe('call_Q7pq6EfVGRnauPLWSSYBGJ1l');
  });

  it('tells apart two calls that are written at once under one id', () => {
    const ids = new CallIds();

    const [first, second] = [ids.begin('x', 'read'), ids.begin('x', 'write')];

    expect(ids.complete('x', 'write')).toBe(second);
    expect(ids.complete('x', 'read')).toBe(first);
  });

  it('finds an earlier call of the provider by our id, and one of the same response by the provider’s', () => {
    const ids = new CallIds();
    ids.startResponse();
    const earlier = ids.completeProviderCall('toString', 'web');
    ids.startResponse();
    const own = ids.completeProviderCall(earlier, 'web');

    const ended = [ids.endProviderCall(earlier), ids.endProviderCall(earlier), ids.endProviderCall(earlier)];

    expect(ended).toEqual([own, earlier, undefined]);
  });

  it('takes a provider call that is told of again for the same one until it has ended', () => {
    const ids = new CallIds();
    const first = ids.completeProviderCall('mcp', 'short');

    const again = ids.completeProviderCall('mcp', 'short');
    const ended = ids.endProviderCall('mcp');
    const next = ids.completeProviderCall('mcp', 'short');

    expect([first, again, ended, next]).toEqual(['mcp', 'mcp', 'mcp', 'mcp_2']);
  });

  it('knows a provider call that an earlier run left open in the history', () => {
    const ids = new CallIds();
    ids.addHistory([
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'srv', toolName: 'search', input: {}, providerExecuted: true }],
      },
    ]);

    expect(ids.completeProviderCall('srv', 'search')).toBe('srv');
    expect(ids.endProviderCall('srv')).toBe('srv');
  });

  it('forgets what a response that broke off did at the provider', () => {
    const ids = new CallIds();
    ids.completeProviderCall('open', 't');
    const undo = ids.startResponse();
    ids.completeProviderCall('new', 't');
    ids.endProviderCall('open');

    undo();

    expect(ids.providerCall('open')).toBe('open');
    expect(ids.providerCall('new')).toBeUndefined();
  });

  it('gives 10,000 calls with one id their ids without counting from the start each time', () => {
    const ids = new CallIds();
    const lookups = vi.spyOn(Set.prototype, 'has');

    for (let n = 0; n < 10_000; n++) ids.complete('same', 't');

    const count = lookups.mock.calls.length;
    lookups.mockRestore();
    expect(count).toBeLessThan(40_000);
    expect(ids.complete('same', 't')).toBe('same_10001');
  });
});
