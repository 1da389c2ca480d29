import { tool as aiTool } from 'ai';
import type { Agent, AgentOptions, RunContext, ToolMap, Toolset } from 'countersign/core';
import { buildResults, createAgent, prefixed, tool } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { countElements } from '../setup/count-elements.js';
import { finish, partsModel, type Turn } from './model/support.js';

const inputSchema = z.object({ i: z.number() });

/** Calls a tool in each response but the last. */
function callingModel(steps: number): ReturnType<typeof partsModel> {
  const turns = Array.from({ length: steps }, (_, i): Turn => {
    const call = { type: 'tool-call', toolCallId: `call-${i}`, toolName: 'add', input: JSON.stringify({ i }) } as const;
    return [call, finish('tool-calls')];
  });
  const answer: Turn = [
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Done.' },
    { type: 'text-end', id: 't' },
    finish(),
  ];
  return partsModel([...turns, answer]);
}

type Options = Omit<AgentOptions<ToolMap, readonly Toolset[]>, 'model'>;

/**
 * Returns the number of list elements that a run of `steps` steps copies, without the message list of each
 * request.
 */
async function costOfRun(steps: number, options: Options): Promise<number> {
  const model = callingModel(steps);
  const agent: Agent<unknown, unknown> = createAgent({ ...options, model, usageLimits: { requests: steps + 1 } });
  const stop = countElements();
  const outcome = await agent.run('go').outcome.finally(stop);
  expect([outcome.type, outcome.messages.length]).toEqual(['completed', 2 * steps + 2]);
  return stop() - model.requests.reduce((sum, { prompt }) => sum + prompt.length, 0);
}

const tools: Readonly<Record<string, Options>> = {
  'a tool': { tools: { add: tool({ inputSchema, execute: ({ i }) => i }) } },
  'a tool of the AI SDK': {
    tools: { add: aiTool({ inputSchema, needsApproval: () => false, execute: async ({ i }) => i }) },
  },
  'a prepared tool that follows its input': {
    tools: {
      add: tool({
        inputSchema,
        prepare: (prepared) => prepared,
        onInputStart: () => {},
        onInputAvailable: () => {},
        argsValidator: () => {},
        execute: ({ i }) => i,
      }),
    },
  },
  'a renamed tool': {
    toolsets: [prefixed({ dd: tool({ inputSchema, requiresApproval: () => false, execute: ({ i }) => i }) }, 'a')],
  },
  'a tool that a handler answers for': {
    tools: { add: tool({ inputSchema }) },
    deferredToolHandler: (requests) =>
      buildResults(requests, { calls: Object.fromEntries(requests.calls.map((call) => [call.toolCallId, 1])) }),
  },
};

describe('a long run', () => {
  it.each(Object.entries(tools))('copies no history from step to step: %s', async (_, options) => {
    const short = await costOfRun(50, options);
    const long = await costOfRun(400, options);

    expect(short).toBeGreaterThan(50);
    expect(long).toBeLessThan(short * 9);
  });

  it('gives a tool that asks for it a history of its own, as it was when the tool was called', async () => {
    const seen: RunContext[] = [];
    const add = tool({
      inputSchema,
      execute: ({ i }, ctx) => {
        if (i === 0) ctx.messages.length = 0;
        seen.push(ctx);
        return i;
      },
    });
    const model = callingModel(3);

    const outcome = await createAgent({ model, tools: { add } }).run('go').outcome;

    expect(outcome.messages).toHaveLength(8);
    expect(seen.map(({ messages }) => messages.length)).toEqual([0, 4, 6]);
    expect(seen[1]?.messages).toBe(seen[1]?.messages);
  });
});
