import { buildResults, createAgent, type RunEvent, tool, toolDenied, toolReturn } from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectedSeqs } from '../setup/expected-seqs.js';
import { converse, eventsOf, lastResults, ofType, scriptedAgent, until } from './support.js';

const mixed = {
  text: 'On it.',
  calls: [
    { toolName: 'deleteFile', input: { path: 'a' } },
    { toolName: 'writeFile', input: { path: 'b', content: 'c' } },
    { toolName: 'writeFile', input: { path: '.env', content: '' } },
    { toolName: 'pickFile', input: { reason: 'r' } },
  ],
};
const remove = { calls: [{ toolName: 'deleteFile', input: { path: 'a' } }] };

describe('a stop while the handler waits', () => {
  it('C38 ends the run at once, closes open calls as cancelled and settles ask, even if no code listens to the signal', async () => {
    const { agent, done } = scriptedAgent([mixed]);
    const asked: Promise<unknown>[] = [];
    let arrived: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const run = agent.run('go', {
      deferredToolHandler: (requests, ctx) => {
        asked.push(ctx.ask(requests));
        arrived();
        return new Promise(() => {});
      },
      ask: () => new Promise(() => {}),
    });
    await isAsked;

    run.abort('enough');
    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'aborted', reason: 'enough' });
    await expect(asked[0]).rejects.toMatchObject({ name: 'RunAborted' });
    expect(outcome.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: mixed.calls.map((_, index) => ({
        toolCallId: `call-${index + 1}`,
        output: index === 1 ? { value: 'wrote b' } : { type: 'error-text', value: 'The tool call was cancelled.' },
      })),
    });
    expect(done).toEqual(['write b "c"']);
  });

  it('C38 withdraws a request without listeners, without an error', async () => {
    const { agent, done } = scriptedAgent([remove, 'ok']);
    const conversation = converse(agent, {
      deferredToolHandler: (requests, { ask }) => {
        void ask(requests);
        return buildResults(requests, { approveAll: true });
      },
    });

    conversation.start('go');
    const state = await until(conversation, ({ outcome }) => outcome !== null);

    // A rejection that nobody handles would fail this test run.
    expect(state).toMatchObject({ outcome: { type: 'completed' }, pending: [] });
    expect(done).toEqual(['delete a approved']);
  });

  const order: readonly (readonly [string, boolean])[] = [
    ['while the run ends', false],
    ['when the run is over', true],
  ];

  it.each(order)(
    'C38 records an answer that comes %s as late, as an event of its run, and does not apply it',
    async (_, isOver) => {
      const { agent, done } = scriptedAgent([mixed, 'Hello again.']);
      const conversation = converse(agent);
      conversation.start('go');
      const { pending } = await until(conversation, (state) => state.pending.length > 0);

      conversation.stop('enough');
      if (isOver) await until(conversation, ({ outcome }) => outcome !== null);
      const late = await Promise.all([
        conversation.decide('call-1', true),
        conversation.decide('call-4', toolReturn({ name: 'x' })),
      ]);
      await until(conversation, ({ outcome }) => outcome !== null);

      expect(late).toEqual([
        { status: 'late', reason: 'cancelled' },
        { status: 'late', reason: 'cancelled' },
      ]);
      const { events, status } = conversation.store.getState();
      expect(status).toBe('idle');
      expect(ofType(events, 'late-answer')).toMatchObject([
        { v: 1, runId: pending[0]?.runId, agentPath: ['agent'], toolCallId: 'call-1', reason: 'cancelled' },
        { v: 1, runId: pending[0]?.runId, agentPath: ['agent'], toolCallId: 'call-4', reason: 'cancelled' },
      ]);
      expect([...events].map(({ seq }) => seq)).toEqual(expectedSeqs([...events]));
      expect(done).toEqual(['write b "c"']);
    },
  );

  it('C38 numbers a late answer by its own run, while another run is active', async () => {
    const { agent } = scriptedAgent([remove, remove, 'ok']);
    const conversation = converse(agent);
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);
    conversation.stop();
    await until(conversation, ({ outcome }) => outcome?.type === 'aborted');
    conversation.start('again');
    await until(conversation, ({ pending }) => pending.length > 0);

    await conversation.decide('call-1', true);
    expect(ofType(conversation.store.getState().events, 'late-answer')).toHaveLength(1);
    await conversation.decide('call-2', true);
    const { events } = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    for (const id of new Set([...events].map(({ runId }) => runId))) {
      const ofRun = [...events].filter(({ runId }) => runId === id);
      expect(seqs(ofRun)).toEqual(expectedSeqs(ofRun));
    }
    const [late] = ofType(events, 'late-answer');
    expect(late?.runId).toBe(events.at(0)?.runId);
  });
});

function seqs(events: readonly RunEvent[]): readonly number[] {
  return events.map(({ seq }) => seq);
}

describe('two runs at once with one agent', () => {
  it('C40 share no batches, answers, retries, usage, ids and events', async () => {
    const failing = { calls: [{ toolName: 'act', input: { n: 'one' } }] };
    const asking = { calls: [{ toolName: 'act', input: { n: 1 } }] };
    const act = tool({
      inputSchema: z.object({ n: z.number() }),
      requiresApproval: true,
      execute: ({ n }, ctx) => `${n} ${ctx.retry}`,
    });
    const scripts = [
      [failing, asking, 'first'],
      [asking, 'second'],
    ].map((turns) => scriptedModel(turns));
    const [one, two] = scripts;
    // One model object that plays each run its own script.
    const model = scriptedModel([]);
    const isFirst = (prompt: unknown) => JSON.stringify(prompt).includes('run 1');
    const doStream: typeof model.doStream = async (request) => {
      const script = isFirst(request.prompt) ? one : two;
      if (script === undefined) throw new Error('There are two scripts.');
      return script.doStream(request);
    };
    const agent = createAgent({ model: { ...model, doStream }, tools: { act } });
    const people = controllableHandler();
    const runs = ['run 1', 'run 2'].map((prompt) => agent.run(prompt, { deferredToolHandler: people.handler }));

    const held = [await people.next(), await people.next()];
    const of = (index: number) => held.find(({ ctx }) => ctx.runId === runs[index]?.runId);
    of(1)?.answer({ approvals: { 'call-1': toolDenied('no') } });
    const second = await runs[1]?.outcome;
    of(0)?.answer({ approveAll: true });
    const first = await runs[0]?.outcome;

    expect(first).toMatchObject({ type: 'completed', output: 'first', usage: { requests: 3, toolCalls: 1 } });
    expect(second).toMatchObject({ type: 'completed', output: 'second', usage: { requests: 2, toolCalls: 0 } });
    expect(lastResults(one?.requests[2]?.prompt)[0]?.output).toEqual({ type: 'text', value: '1 1' });
    expect(first?.conversationId).not.toBe(second?.conversationId);
    for (const run of runs) {
      const events = await eventsOf(run);
      expect(new Set(events.map(({ runId }) => runId))).toEqual(new Set([run.runId]));
      expect(seqs(events)).toEqual(expectedSeqs(events));
    }
  });
});
