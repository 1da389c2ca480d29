import {
  type AgentOptions,
  allow,
  block,
  buildResults,
  createGrants,
  createPolicy,
  type DeferredToolHandler,
  type DeferredToolRequests,
  deny,
  type ToolMap,
  tool,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, eventsOf, lastResults, ofType } from '../../conformance/support.js';

const inputSchema = z.object({ url: z.string() });

/** A tool that authorizes its declared capabilities first, and then the URL of its input. */
function publishTool() {
  const done: string[] = [];
  const publish = tool({
    inputSchema,
    capabilities: ['fs.read', 'net.egress:cdn.example.com'],
    execute: async ({ url }, ctx) => {
      await ctx.authorize('fs.read:/a.md', 'net.egress:cdn.example.com');
      done.push('read');
      await ctx.authorize(`net.egress:${url}`);
      done.push(`sent to ${url}`);
      return 'sent';
    },
  });
  return { done, tools: { publish } };
}

const turn = (url: string) => ({ calls: [{ toolName: 'publish', input: { url } }] });

function play(url: string, options: Partial<AgentOptions<ToolMap>> = {}) {
  const { done, tools } = publishTool();
  const asked: DeferredToolRequests[] = [];
  const approve: DeferredToolHandler = (requests) => {
    asked.push(requests);
    return buildResults(requests, { approveAll: true });
  };
  return { done, asked, approve, ...agentWith<ToolMap>(tools, [turn(url), 'ok'], options) };
}

describe('a call that goes on to do more than it was let through with', () => {
  it('runs within what its tool declared, without a question', async () => {
    const { agent, done, asked, approve } = play('cdn.example.com');

    await agent.run('go', { deferredToolHandler: approve }).outcome;

    expect(asked).toEqual([]);
    expect(done).toEqual(['read', 'sent to cdn.example.com']);
  });

  it('is asked about a target that only begins like the one that it declared', async () => {
    const { agent, asked, approve } = play('cdn.example.com:8443');

    await agent.run('go', { deferredToolHandler: approve }).outcome;

    expect(asked.flatMap(({ approvals }) => approvals.map(({ asksFor }) => asksFor))).toEqual([
      ['net.egress:cdn.example.com:8443'],
    ]);
  });

  it('is asked about anew, with what it wants and why, and runs again with all of it', async () => {
    const { agent, done, asked, approve } = play('evil.example');

    const outcome = await agent.run('go', { deferredToolHandler: approve }).outcome;

    expect(outcome.type).toBe('completed');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.approvals[0]).toMatchObject({
      capabilities: ['fs.read', 'net.egress:cdn.example.com', 'net.egress:evil.example'],
      asksFor: ['net.egress:evil.example'],
      reason: expect.stringContaining('net.egress:evil.example'),
    });
    expect(done).toEqual(['read', 'read', 'sent to evil.example']);
  });

  it('continues at once if the policy allows it, and ends if it denies or blocks', async () => {
    const rule = 'net.egress:evil.example';
    const base = [allow('fs.read'), allow('net.egress:cdn.example.com')];
    const play3 = async (own: ReturnType<typeof allow>) => {
      const { agent, done, model } = play('evil.example', { policy: createPolicy({ rules: [...base, own] }) });
      const events = await eventsOf(agent.run('go'));
      return { done, events, result: lastResults(model.requests[1]?.prompt)[0]?.output };
    };

    const allowed = await play3(allow(rule));
    expect(allowed.done).toEqual(['read', 'sent to evil.example']);
    expect(ofType(allowed.events, 'policy-decision').map(({ effect, capabilities }) => [effect, capabilities])).toEqual(
      [
        ['allow', ['fs.read', 'net.egress:cdn.example.com']],
        ['allow', ['net.egress:evil.example']],
      ],
    );
    const denied = await play3(deny(rule, 'Not there.'));
    expect(denied.done).toEqual(['read']);
    expect(denied.result).toEqual({ type: 'execution-denied', reason: 'Not there.' });
    const blocked = await play3(block(rule, 'Never there.'));
    expect(blocked.result).toEqual({ type: 'execution-denied', reason: 'Not allowed: Never there.' });
  });

  it('is answered by what people wanted remembered', async () => {
    const { agent, done, asked, approve } = play('evil.example');
    const grants = createGrants();
    await grants.add({
      effect: 'allow',
      remember: { scope: { capability: 'net.egress:evil.example' }, for: 'session' },
      call: {
        toolName: 'publish',
        input: { url: 'evil.example' },
        capabilities: ['net.egress:evil.example'],
        agentPath: ['agent'],
        annotations: {},
        runId: 'r0',
        toolCallId: 'c0',
      },
    });

    await agent.run('go', { grants, deferredToolHandler: approve }).outcome;

    expect(asked).toEqual([]);
    expect(done).toEqual(['read', 'sent to evil.example']);
  });

  it('may ask as often as it finds something new, and no more', async () => {
    const done: string[] = [];
    const many = tool({
      inputSchema: z.object({}),
      execute: async (_, ctx) => {
        for (const one of ['a.x', 'b.x', 'c.x', 'd.x']) await ctx.authorize(one);
        done.push('all');
        return 'ok';
      },
    });
    const { agent } = agentWith({ many }, [{ calls: [{ toolName: 'many', input: {} }] }, 'ok']);
    let rounds = 0;

    const outcome = await agent.run('go', {
      deferredToolHandler: (requests) => {
        rounds += 1;
        return buildResults(requests, { approveAll: true });
      },
    }).outcome;

    expect(outcome.type).toBe('completed');
    expect([rounds, done]).toEqual([4, ['all']]);
  });
});
