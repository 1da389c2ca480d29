import { describe, expect, it } from 'vitest';
import { readContext } from '../../../src/components/meter/read-context.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';

type RunEventEntry = readonly [runId: string, depth: number, body: RunEventBody];

const usageOf = (inputTokens: number, outputTokens: number, requests = 1) => ({
  requests,
  toolCalls: 0,
  inputTokens,
  outputTokens,
});
const usage = (...args: Parameters<typeof usageOf>): RunEventBody => ({ type: 'usage', usage: usageOf(...args) });
const ended = (...args: Parameters<typeof usageOf>): RunEventBody =>
  ({ type: 'run-end', usage: usageOf(...args), outcome: 'completed' }) as unknown as RunEventBody; // only these members are read
const begun: RunEventBody = { type: 'run-start', conversationId: 'c', prompt: [] };

const events = (...told: readonly RunEventEntry[]): readonly RunEvent[] =>
  told.map(([runId, depth, body], seq) => ({
    v: 1 as const,
    seq,
    at: seq,
    runId,
    agentPath: ['lead', 'helper'].slice(0, depth),
    ...body,
  }));

describe('C174 the use of the window', () => {
  it('C174 is the size of the last request: the tokens since the previous one', () => {
    expect(readContext(events(['a', 1, begun], ['a', 1, usage(100, 10)], ['a', 1, usage(250, 30, 2)])).tokens).toBe(
      170,
    );
  });

  it('C174 excludes the usage of sub-agents in between', () => {
    const list = events(
      ['a', 1, usage(100, 10)],
      ['b', 2, usage(900, 90)],
      ['b', 2, ended(900, 90)],
      ['a', 1, usage(1_150, 130, 3)],
    );

    expect(readContext(list)).toEqual({ tokens: 180, total: usageOf(1_150, 130, 3) });
  });

  it('C174 starts fresh with each run, and the total accumulates', () => {
    const list = events(
      ['a', 1, begun],
      ['a', 1, usage(100, 10)],
      ['b', 2, ended(900, 90)],
      ['a', 1, ended(1_000, 100, 2)],
      ['c', 1, begun],
      ['c', 1, usage(200, 20)],
    );

    expect(readContext(list)).toEqual({ tokens: 220, total: usageOf(1_200, 120, 3) });
  });

  it('is nothing before the first request', () => {
    expect(readContext([])).toEqual({ tokens: 0, total: usageOf(0, 0, 0) });
  });
});
