import { beforeAll, describe, expect, it } from 'vitest';
import { buildWhenStale } from '../setup/build-when-stale.js';
import { runNode } from '../setup/run-node.js';

beforeAll(buildWhenStale, 120_000);

/** A module as on a server, which only sees the built package. */
const script = `
  import { buildResults, createAgent, tool, toolApproved } from 'countersign/core';
  import { scriptedModel } from 'countersign/testing';
  import { z } from 'zod';

  const done = [];
  const agent = createAgent({
    model: scriptedModel([{ calls: [{ toolName: 'remove', input: { path: 'a.txt' } }] }, 'Removed.']),
    tools: {
      remove: tool({
        inputSchema: z.object({ path: z.string() }),
        requiresApproval: true,
        execute: ({ path }) => { done.push(path); return 'ok'; },
      }),
    },
  });
  const run = agent.run('go', {
    deferredToolHandler: (requests) =>
      buildResults(requests, { approvals: { 'call-1': toolApproved({ overrideArgs: { path: 'b.txt' } }) } }),
  });
  const types = [];
  for await (const event of run) types.push(event.type);
  const { type, output } = await run.outcome;
  console.log(JSON.stringify({ type, output, done, types, hasPage: 'document' in globalThis }));
`;

describe('countersign/testing', () => {
  it('C382 runs in node:test', async () => {
    const printed = await runNode(['--test', 'test/core/in-node-test.mjs']);

    expect(printed).toMatch(/pass 1\b/);
    expect(printed).toMatch(/fail 0\b/);
  });
});

describe('countersign/core', () => {
  it('runs in plain Node, with a handler that answers', async () => {
    const result = JSON.parse(await runNode(['--input-type=module', '--eval', script]));

    expect(result).toMatchObject({ type: 'completed', output: 'Removed.', done: ['b.txt'], hasPage: false });
    expect(result.types).toEqual(expect.arrayContaining(['run-start', 'deferred-request', 'tool-end', 'run-end']));
  });
});
