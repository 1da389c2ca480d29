import { describe, expect, it } from 'vitest';
import { readContext } from '../../../src/components/meter/read-context.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';

type Told = readonly [runId: string, depth: number, body: RunEventBody];

const used = (inputTokens: number, outputTokens: number, requests = 1) => ({
  requests,
  toolCalls: 0,
  inputTokens,
  outputTokens,
});
const usage = (...args: Parameters<typeof used>): RunEventBody => ({ type: 'usage', usage: used(...args) });
const ended = (...args: Parameters<typeof used>): RunEventBody =>
  ({ type: 'run-end', usage: used(...args), outcome: 'completed' }) as unknown as RunEventBody; // no more of it is read
const begun: RunEventBody = { type: 'run-start', conversationId: 'c', prompt: [] };

const events = (...told: readonly Told[]): readonly RunEvent[] =>
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

    expect(readContext(list)).toEqual({ tokens: 180, total: used(1_150, 130, 3) });
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

    expect(readContext(list)).toEqual({ tokens: 220, total: used(1_200, 120, 3) });
  });

  it('is nothing before the first request', () => {
    expect(readContext([])).toEqual({ tokens: 0, total: used(0, 0, 0) });
  });
});
