import {
  type AgentOptions,
  agentTool,
  createAgent,
  defaulted,
  type RunOutcome,
  type ToolMap,
  tool,
  type UsageLimits,
} from 'countersign/core';
import { createVirtualClock, memoryJournal, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, errorOf, lastResults } from './support.js';

const none = z.object({});
const act = tool({ inputSchema: none, execute: () => 'acted' });
const acting: ScriptedTurn = { calls: [{ toolName: 'act', input: {} }] };

/** Each response of the scripted model has 10 tokens in. */
async function spend(usageLimits: UsageLimits, about: Partial<AgentOptions<{ act: typeof act }>> = {}) {
  const { agent, model } = agentWith({ act }, [acting, acting, 'Done.'], { usageLimits, ...about });
  const outcome = await agent.run('go').outcome;
  return { outcome, requests: model.requests.length };
}

describe('usage limits', () => {
  it('C292 limit input and output tokens separately, after the response that exceeds one', async () => {
    const whole = await spend({ inputTokens: 30 });
    const { outputTokens } = whole.outcome.usage;
    const into = await spend({ inputTokens: 15 });
    const out = await spend({ outputTokens: outputTokens - 1 });

    expect(whole.outcome.type).toBe('completed');
    expect(errorOf(into.outcome).code).toBe('input-tokens');
    expect(into.requests).toBe(2);
    expect(errorOf(out.outcome).code).toBe('output-tokens');
    expect(out.requests).toBe(3);
  });

  it('C292 prevent a request that would exceed them if its tokens can be counted', async () => {
    const counted: number[] = [];
    const { outcome, requests } = await spend(
      { inputTokens: 25 },
      {
        countTokens: async ({ prompt, tools }) => {
          counted.push(prompt.length + (tools?.length ?? 0));
          return 10;
        },
      },
    );

    expect(errorOf(outcome)).toMatchObject({ code: 'input-tokens', message: expect.stringContaining('would use 30') });
    expect({ requests, counted }).toEqual({ requests: 2, counted: [2, 4, 6] });
  });

  it('C293 limit the cost of responses that the app computes, and the usage has it', async () => {
    const costOf = ({ inputTokens, modelId }: { inputTokens: number; modelId: string }): number =>
      modelId === '' ? Number.NaN : inputTokens / 100;

    const within = await spend({ cost: 1 }, { costOf });
    const beyond = await spend({ cost: 0.15 }, { costOf });
    const unknown = await spend({ cost: 1 });

    expect(within.outcome.usage.cost).toBeCloseTo(0.3);
    expect(errorOf(beyond.outcome).code).toBe('cost');
    expect(beyond.requests).toBe(2);
    expect(errorOf(unknown.outcome).code).toBe('cost-unknown');
    expect(unknown.requests).toBe(0);
  });

  it('C293 persist the cost of a response: a later activation does not compute it again', async () => {
    let asked = 0;
    const live = async (written: ReturnType<typeof memoryJournal>['writes'], script: readonly ScriptedTurn[]) => {
      const journal = memoryJournal({ written });
      const { agent } = agentWith({ act }, script, {
        costOf: () => {
          asked += 1;
          return asked;
        },
      });
      return { outcome: await agent.run('go', { runId: 'run', journal }).outcome, writes: journal.writes };
    };

    const first = await live([], [acting, 'Done.']);
    const second = await live(first.writes, []);

    expect(first.outcome.usage.cost).toBe(3);
    expect(second.outcome.usage).toEqual(first.outcome.usage);
    expect(asked).toBe(2);
  });

  describe('with sub-agents', () => {
    /** An agent that asks two others at once, each of which acts once. */
    async function outer(usageLimits: UsageLimits, about: Partial<AgentOptions<ToolMap>> = {}) {
      const models = [0, 1].map(() => scriptedModel([acting, 'Inner done.']));
      const helpers = models.map((model) =>
        agentTool(createAgent({ model, tools: { act } }), {
          description: 'Helps',
          inputSchema: none,
          prompt: () => 'go',
        }),
      );
      const tools: ToolMap = { a: helpers[0] ?? act, b: helpers[1] ?? act };
      const asks = { calls: ['a', 'b'].map((toolName) => ({ toolName, input: {} })) };
      const { agent } = agentWith(tools, [asks, 'Done.'], { usageLimits, ...about });
      const outcome: RunOutcome = await agent.run('go').outcome;
      return { outcome, requests: models.map(({ requests }) => requests.length) };
    }

    it('C294 are shared with sub-agents, while they run in parallel', async () => {
      const whole = await outer({ requests: 6, toolCalls: 4, inputTokens: 60 });
      const few = await outer({ requests: 3 });
      const calls = await outer({ toolCalls: 3 });
      const tokens = await outer({ inputTokens: 25 });

      expect(whole.outcome).toMatchObject({ type: 'completed', usage: { requests: 6, toolCalls: 4, inputTokens: 60 } });
      expect(few.requests).toEqual([1, 1]);
      expect(errorOf(few.outcome).code).toBe('requests');
      expect(errorOf(calls.outcome).code).toBe('tool-calls');
      expect(errorOf(tokens.outcome).code).toBe('input-tokens');
      expect(tokens.requests).toEqual([1, 1]);
    });

    it('C294 count the cost of sub-agents by the outer agent’s function', async () => {
      const whole = await outer({ cost: 100 }, { costOf: () => 1 });
      const beyond = await outer({ cost: 2 }, { costOf: () => 1 });

      expect(whole.outcome.usage.cost).toBe(6);
      expect(errorOf(beyond.outcome).code).toBe('cost');
    });

    it('C294 leave a sub-agent its own limits, which fail its call and not the run', async () => {
      const limited = scriptedModel([acting]);
      const help = agentTool(createAgent({ model: limited, tools: { act }, usageLimits: { requests: 1 } }), {
        description: 'Helps',
        inputSchema: none,
        prompt: () => 'go',
      });
      const { agent, model } = agentWith({ help }, [{ calls: [{ toolName: 'help', input: {} }] }, 'Done.'], {
        usageLimits: { requests: 10 },
      });

      const { type } = await agent.run('go').outcome;

      expect([type, limited.requests.length]).toEqual(['completed', 1]);
      expect(JSON.stringify(model.requests[1]?.prompt.at(-1))).toMatch(/request/);
    });
  });
});

describe('defaults of a toolset', () => {
  it('C295 apply to tools without their own values, before the agent’s', async () => {
    const clock = createVirtualClock();
    const forever = async (): Promise<never> => await new Promise(() => {});
    const slow = tool({ inputSchema: none, idempotent: true, execute: forever, metadata: { own: 1, both: 'tool' } });
    const slower = tool({
      inputSchema: none,
      idempotent: true,
      execute: forever,
      timeout: 60_000,
      retries: 7,
      sequential: false,
    });
    const seen: unknown[] = [];
    const model = scriptedModel([{ calls: ['slow', 'slower'].map((toolName) => ({ toolName, input: {} })) }, 'Done.']);
    const set = defaulted(
      { slow, slower },
      { timeout: 1000, retries: 3, sequential: true, metadata: { set: 2, both: 'set' } },
    );
    const agent = createAgent({
      model,
      toolsets: [set],
      toolTimeout: 5,
      environment: clock.environment,
      prepareMessages: async (messages, ctx) => {
        const tools = await set.tools(ctx);
        for (const { timeout, retries, sequential, metadata } of Object.values(tools)) {
          seen.push({ timeout, retries, sequential, metadata });
        }
        return messages;
      },
    });

    const run = agent.run('go');
    await clock.runAll();
    await run.outcome;

    expect(seen.slice(0, 2)).toEqual([
      { timeout: 1000, retries: 3, sequential: true, metadata: { set: 2, own: 1, both: 'tool' } },
      { timeout: 60_000, retries: 7, sequential: false, metadata: { set: 2, both: 'set' } },
    ]);
    expect(JSON.stringify(lastResults(model.requests[1]?.prompt))).toMatch(/after 1 seconds.*after 60 seconds/);
  });

  it('C295 set no timeout for a sub-agent, and an invalid timeout is rejected', async () => {
    const inner = createAgent({ model: scriptedModel(['Inner.']) });
    const ask = agentTool(inner, { description: 'Asks', inputSchema: none, prompt: () => 'go' });
    const tools = await defaulted({ ask }, { timeout: 1 }).tools({} as never);

    expect(tools.ask?.timeout).toBeUndefined();
    expect(() => defaulted({ ask }, { timeout: 0 })).toThrow(/0/);
  });
});
