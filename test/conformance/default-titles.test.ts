import { buildResults, type DeferredCall, tool } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, eventsOf } from './support.js';

const inputSchema = z.object({ token: z.string().optional(), name: z.string() });
const inputs = [{ name: 'milk' }, { token: 'ghp_16C7e42F292c6912E7710c838347Ae178B4a', name: 'eggs' }];
const calls = { calls: inputs.map((input) => ({ toolName: 'delete_note', input })) };

describe('calls of a tool without a description', () => {
  it('C371 are told apart by their titles, in batches and in events', async () => {
    const remove = tool({ inputSchema, requiresApproval: true, execute: () => 'done' });
    const { agent } = agentWith({ delete_note: remove }, [calls, 'Done.']);
    const shown: DeferredCall[] = [];

    const run = agent.run('go', {
      deferredToolHandler: (requests) => {
        shown.push(...requests.approvals);
        return buildResults(requests, { approveAll: true });
      },
    });
    const started = (await eventsOf(run)).flatMap((event) => (event.type === 'tool-start' ? [event.title] : []));

    expect(shown.map(({ title }) => title)).toEqual(['Delete note: milk', 'Delete note: eggs']);
    expect(started).toEqual(['Delete note: milk', 'Delete note: eggs']);
  });

  it.each([
    ['throws', () => JSON.parse('{')],
    ['returns a blank title', () => ({ title: ' ' })],
    ['returns no object', () => 'milk'],
  ])('C371 have that title where describe %s, without what the tool hides', async (_, describeWrongly) => {
    const remove = tool({
      inputSchema,
      requiresApproval: true,
      describe: describeWrongly as never, // as plain JavaScript may
      redact: () => ({ hide: [['name']] }),
      execute: () => 'done',
    });
    const { agent } = agentWith({ delete_note: remove }, [{ calls: [calls.calls[0] ?? never()] }, 'Done.']);
    const titles: string[] = [];

    await agent.run('go', {
      deferredToolHandler: (requests) => {
        titles.push(...requests.approvals.map(({ title }) => title));
        return buildResults(requests, { approveAll: true });
      },
    }).outcome;

    expect(titles).toEqual(['Delete note']);
  });
});

function never(): never {
  throw new Error('The list has a first call.');
}
