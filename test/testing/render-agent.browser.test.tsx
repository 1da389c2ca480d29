import { createAgent, type DeferredToolHandler, tool } from 'countersign';
import { answerTwice, expectBatch, scriptedModel } from 'countersign/testing';
import { renderAgent } from 'countersign/testing/react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { RenderAgentSettings } from '../../src/testing/react/render-agent.js';

function makeAgent() {
  const removed: string[] = [];
  const remove = tool({
    inputSchema: z.object({ path: z.string() }),
    requiresApproval: true,
    execute: ({ path }) => {
      removed.push(path);
      return 'removed';
    },
  });
  const model = scriptedModel([{ calls: [{ toolName: 'remove', input: { path: 'a' } }] }, 'Done.']);
  return { agent: createAgent({ model, tools: { remove } }), removed, model };
}

describe('renderAgent', () => {
  it.each(['plain', 'strict'] as const)('runs an agent in a component (%s)', async (mode) => {
    const { agent, removed, model } = makeAgent();
    const settings: RenderAgentSettings = { createRoot, mode };
    const screen = await renderAgent({ agent }, settings);

    screen.run.start('go');
    await expectBatch(screen.run).approve('Remove: a').settled();
    await vi.waitUntil(() => screen.run.outcome !== null);

    expect(screen.run.outcome).toMatchObject({ type: 'completed' });
    expect(removed).toEqual(['a']);
    model.assertDone();
    screen.unmount();
  });

  it('renders again with other options during a batch, which keeps its handler', async () => {
    const { agent, removed } = makeAgent();
    const first: DeferredToolHandler = (requests, { ask }) => ask(requests);
    const screen = await renderAgent({ agent, deferredToolHandler: first }, { createRoot });
    screen.run.start('go');
    await vi.waitUntil(() => screen.run.pending.length === 1);

    const before = screen.renders;
    await screen.rerender({ agent, deferredToolHandler: () => expect.unreachable() });
    const outcomes = await answerTwice(screen.run, 'Remove: a', true);
    await vi.waitUntil(() => screen.run.outcome !== null);

    expect(screen.renders).toBeGreaterThan(before);
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'late']);
    expect(removed).toEqual(['a']);
    screen.unmount();
  });

  it('unmounts the component: the run stops, and nothing executes', async () => {
    const { agent, removed } = makeAgent();
    const screen = await renderAgent({ agent }, { createRoot, mode: 'strict' });
    screen.run.start('go');
    await vi.waitUntil(() => screen.run.pending.length === 1);

    screen.unmount();
    await vi.waitUntil(() => screen.run.store.getState().outcome !== null);

    expect(screen.run.store.getState().outcome).toMatchObject({ type: 'aborted' });
    expect(removed).toEqual([]);
  });
});
