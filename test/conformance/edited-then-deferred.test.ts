import { buildResults, CallDeferred, isDeferred, storeRun, tool, toolApproved, toolReturn } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, converse, lastResults, until } from './support.js';

const inputSchema = z.object({ path: z.string() });
const edit = toolApproved({ overrideArgs: { path: 'b' }, note: 'Take b.' });

/** A job that is started with a yes and ends elsewhere, in two ways: its body hands it on, or it has none. */
const jobs = {
  'hands on': (started: string[]) =>
    tool({
      inputSchema,
      requiresApproval: true,
      execute: ({ path }) => {
        started.push(path);
        throw new CallDeferred();
      },
    }),
  'has no body': () => tool({ inputSchema, requiresApproval: true }),
};

describe('an edited call that then defers', () => {
  const turns = [{ calls: [{ toolName: 'job', input: { path: 'a' } }] }, 'Done.'];
  const told = {
    role: 'user',
    content: [
      { type: 'text', text: expect.stringContaining('changed the arguments of `job` (call-1) to: {"path":"b"}') },
      { type: 'text', text: expect.stringContaining('Take b.') },
    ],
  };

  it.each(['hands on', 'has no body'] as const)(
    'C128 and %s is resumed from storage: its result counts, and the model is told about the edit',
    async (kind) => {
      const started: string[] = [];
      const { agent, model } = agentWith({ job: jobs[kind](started) }, turns);
      const parked = await agent.run('go', {
        deferredToolHandler: (requests, { round }) =>
          round === 1
            ? buildResults(requests, { approvals: { 'call-1': edit } })
            : buildResults(requests, { defer: ['call-1'] }),
      }).outcome;
      if (!isDeferred(parked)) throw new Error(`The run is ${parked.type}.`);
      const stored = JSON.parse(JSON.stringify(storeRun(parked)));

      const outcome = await agent.run(undefined, {
        resumeFrom: stored,
        deferredToolResults: buildResults(parked.requests, { calls: { 'call-1': toolReturn('b is done') } }),
      }).outcome;

      expect(parked.requests.calls).toMatchObject([{ toolCallId: 'call-1', input: { path: 'b' } }]);
      expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
      expect(lastResults(model.requests[1]?.prompt)).toEqual([
        { id: 'call-1', output: { type: 'text', value: 'b is done' } },
      ]);
      expect(model.requests[1]?.prompt.at(-1)).toMatchObject(told);
      expect(started).toEqual(kind === 'hands on' ? ['b'] : []);
    },
  );

  it('C128 is resumed in a conversation, which tells the model about the edit without showing it as a message', async () => {
    const { agent, model } = agentWith({ job: jobs['has no body']() }, turns);
    const conversation = converse(agent);
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);
    await conversation.decide('call-1', edit);
    await until(conversation, ({ pending }) => pending[0]?.round === 2);
    await conversation.decide('call-1', 'defer');
    const { outcome } = await until(conversation, (state) => state.outcome !== null);
    if (outcome?.type !== 'deferred') throw new Error(`The run is ${outcome?.type}.`);

    conversation.resume(buildResults(outcome.requests, { calls: { 'call-1': toolReturn('b is done') } }));
    const state = await until(conversation, ({ outcome: end }) => end?.type === 'completed');

    expect(model.requests[1]?.prompt.at(-1)).toMatchObject(told);
    expect(state.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant']);
  });

  it('C128 still differs from another call: an answer is rejected if the history has another call', async () => {
    const { agent, model } = agentWith({ job: jobs['has no body']() }, turns);
    const parked = await agent.run('go', {
      deferredToolHandler: (requests) => buildResults(requests, { defer: ['call-1'] }),
    }).outcome;
    if (!isDeferred(parked)) throw new Error(`The run is ${parked.type}.`);

    const other = {
      ...parked.messages[1],
      content: [{ type: 'tool-call', toolCallId: 'call-1', toolName: 'job', input: { path: 'c' } }],
    };
    const outcome = await agent.run(undefined, {
      messages: [...parked.messages.slice(0, 1), other as (typeof parked.messages)[number]],
      deferredToolResults: buildResults(parked.requests, { approveAll: true }),
    }).outcome;

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'digest-mismatch' } });
    expect(model.requests).toHaveLength(1);
  });
});
