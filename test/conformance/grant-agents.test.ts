import { agentTool, createAgent, createBroker, createGrants } from 'countersign/core';
import { createVirtualClock, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { always, play, publishing, textStorage, toolForSession } from './grant-support.js';

describe('agents without a name', () => {
  it('C116 are different agents: a grant of one does not answer the other', async () => {
    const grants = createGrants();
    const [one, two] = [publishing({ calls: [{}, {}] }), publishing()];

    const first = await play(one.agent, grants, toolForSession);
    const second = await play(two.agent, grants);

    expect(first.asked).toHaveLength(1);
    expect(second.asked).toHaveLength(1);
    expect(grants.list()).toMatchObject([{ agentPath: ['agent'] }]);
  });

  it('C116 are different agents as sub-agents, too; with one name, they are the same', async () => {
    const sub = async (names: readonly (string | undefined)[]) => {
      const grants = createGrants();
      const asked: number[] = [];
      for (const name of names) {
        const { agent } = publishing(name === undefined ? {} : { name });
        const help = agentTool(agent, { description: 'Helps', inputSchema: z.object({}), prompt: () => 'help' });
        const model = scriptedModel([{ calls: [{ toolName: 'help', input: {} }] }, 'ok']);
        const lead = createAgent({ model, name: 'lead', tools: { help } });
        asked.push((await play(lead, grants, toolForSession)).asked.length);
      }
      return asked;
    };

    expect(await sub([undefined, undefined])).toEqual([1, 1]);
    expect(await sub(['helper', 'helper'])).toEqual([1, 0]);
  });

  it('C116 answer no pending call of the other at the same broker', async () => {
    const clock = createVirtualClock();
    const broker = createBroker(clock.environment);
    const runs = [publishing(), publishing()].map(({ agent }) => agent.run('go', { ask: broker.request }));
    const open = () => broker.pending.flatMap(({ items }) => items.filter(({ state }) => state.status === 'waiting'));
    while (open().length < 2) await clock.settle();

    await broker.respond(open()[0]?.id ?? '', true, { remember: toolForSession });
    for (let i = 0; i < 20; i++) await clock.settle();

    expect(open()).toHaveLength(1);
    for (const run of runs) run.abort();
  });

  it('C116 cannot be distinguished after a reload, so none of their grants is saved', async () => {
    const saving = createGrants({ storage: textStorage() });

    await expect(play(publishing().agent, saving, always)).resolves.toMatchObject({
      outcome: { type: 'failed', error: { cause: { message: expect.stringContaining('name') } } },
    });
    const named = await play(publishing({ name: 'publisher' }).agent, saving, always);
    const unsaved = await play(publishing().agent, createGrants(), always);

    expect([named.outcome.type, unsaved.outcome.type]).toEqual(['completed', 'completed']);
    expect(saving.list()).toMatchObject([{ agentPath: ['publisher'] }]);
  });
});
