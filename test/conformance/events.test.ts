import type { Agent, AgentRun, RunEvent, RunOptions } from 'countersign/core';
import { agentTool, createAgent, tool, toolDenied, toolReturn } from 'countersign/core';
import { controllableHandler, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectedSeqs } from '../setup/expected-seqs.js';
import { createVirtualClock } from '../support/virtual-clock.js';
import { agentWith, converse, eventsOf, fileTools, ofType, outline, scriptedAgent, until } from './support.js';

const remove = { toolName: 'deleteFile', input: { path: 'a' } };
const clear = { toolName: 'writeFile', input: { path: '.env', content: '' } };
const pick = { toolName: 'pickFile', input: { reason: 'r' } };
const read = { toolName: 'readFile', input: { path: 'r' } };

const yes: RunOptions = {
  ask: async ({ requests }) => ({
    approvals: Object.fromEntries(
      requests.approvals.map(({ toolCallId }) => [toolCallId, { kind: 'tool-approved' as const }]),
    ),
    calls: {},
    metadata: {},
    defer: [],
  }),
};

/** An agent with a sub-agent. */
function nestedAgent(): Agent {
  const cleaner = createAgent({
    model: scriptedModel([{ text: 'On it.', calls: [remove] }, 'Cleaned.']),
    name: 'cleaner',
    tools: fileTools().tools,
  });
  const clean = agentTool(cleaner, { description: 'd', inputSchema: z.object({}), prompt: () => 'go' });
  return createAgent({
    model: scriptedModel([{ calls: [{ toolName: 'clean' }] }, 'Done.']),
    name: 'lead',
    tools: { clean },
  });
}

const runs: readonly (readonly [name: string, start: () => AgentRun])[] = [
  [
    'completes',
    () => scriptedAgent([{ reasoning: 'Hm.', text: 'On it.', calls: [read, remove] }, 'Done.']).agent.run('go', yes),
  ],
  ['ends deferred', () => scriptedAgent([{ calls: [read, remove, pick] }]).agent.run('go', { metadata: { n: 1 } })],
  [
    'fails',
    () => scriptedAgent([{ calls: [{ toolName: 'ghost' }] }, { calls: [{ toolName: 'ghost' }] }]).agent.run('go'),
  ],
  ['is stopped before it begins', () => scriptedAgent([]).agent.run('go', { abortSignal: AbortSignal.abort('no') })],
  ['has a sub-agent', () => nestedAgent().run('go', yes)],
];

describe('events', () => {
  it.each(runs)('C79 of a run that %s have an envelope, and a seq without gaps', async (_, start) => {
    const run = start();

    const events = await eventsOf(run);

    expect(events.map(({ seq }) => seq)).toEqual(expectedSeqs(events));
    for (const event of events) {
      expect(event).toMatchObject({ v: 1, runId: run.runId, at: expect.any(Number), type: expect.any(String) });
      expect(event.agentPath.length).toBeGreaterThan(0);
    }
    expect(events.at(0)).toMatchObject({ type: 'run-start', conversationId: run.conversationId });
    expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: (await run.outcome).type });
    expect(events.filter(({ type, agentPath }) => type === 'run-end' && agentPath.length === 1)).toHaveLength(1);
  });

  it.each(runs)('C79 of a run that %s survive JSON, and are the same for every reader', async (_, start) => {
    const run = start();

    const [first, second] = await Promise.all([eventsOf(run), eventsOf(run)]);
    const late = await eventsOf(run);

    expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    expect(second).toEqual(first);
    expect(late).toEqual(first);
  });

  it('C79 use the clock of the environment', async () => {
    const clock = createVirtualClock(1_000);
    const model = scriptedModel([{ calls: [remove] }, 'Done.']);
    const agent = createAgent({ model, tools: fileTools().tools, environment: clock.environment });
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    const batch = await people.next();
    await clock.advance(5_000);
    batch.answer({ approveAll: true });
    const events = await eventsOf(run);

    const at = (type: RunEvent['type']) => events.find((event) => event.type === type)?.at;
    expect([at('run-start'), at('deferred-request')]).toEqual([1_000, 1_000]);
    expect([at('deferred-response'), at('run-end')]).toEqual([6_000, 6_000]);
    expect(clock.waiting()).toBe(0);
  });

  it('C80 of one batch come in order: siblings, request, answers as they arrive, response, approved calls, step', async () => {
    const { agent } = scriptedAgent([{ calls: [remove, read, clear, pick] }, 'Done.']);
    const conversation = converse(agent);
    conversation.start('go');
    await until(conversation, ({ pending }) => pending.length > 0);

    await conversation.decide('call-4', toolReturn({ name: 'x' }));
    await conversation.decide('call-1', toolDenied('no'));
    await conversation.decide('call-3', true);
    const { events } = await until(conversation, ({ outcome }) => outcome !== null);

    const all = [...events];
    const step = all.slice(
      all.findIndex(({ type }) => type === 'tool-start'),
      all.findIndex(({ type }) => type === 'step-end') + 1,
    );
    expect(step.map(named)).toEqual([
      'tool-start call-2',
      // Protected: its body asks for a yes, which starts it once more.
      'tool-start call-3',
      'tool-end call-2',
      'deferred-request',
      'approval-requested call-1',
      'approval-requested call-3',
      'external-requested call-4',
      'answer call-4',
      'answer call-1',
      'answer call-3',
      'deferred-response',
      'tool-end call-1',
      'tool-end call-4',
      'tool-start call-3',
      'tool-end call-3',
      'step-end',
    ]);
  });

  it('C80 of a second round follow those of the first, within the step', async () => {
    const sign = tool({ inputSchema: z.object({}), requiresApproval: true });
    const { agent } = agentWith({ sign }, [{ calls: [{ toolName: 'sign' }] }, 'Done.']);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({ approveAll: true });
    (await people.next()).answer({ calls: { 'call-1': 'signed' } });
    const events = await eventsOf(run);

    expect(outline(events).slice(1, 10)).toEqual([
      'step-start',
      'tool-call',
      'deferred-request',
      'approval-requested',
      'deferred-response',
      'deferred-request',
      'external-requested',
      'deferred-response',
      'tool-end',
    ]);
    expect(ofType(events, 'deferred-request').map(({ round }) => round)).toEqual([1, 2]);
    expect(new Set(ofType(events, 'deferred-request').map(({ batchId }) => batchId)).size).toBe(2);
  });
});

describe('a consumer that stops iterating', () => {
  it('C84 does not stop the run', async () => {
    const { agent, done } = scriptedAgent([{ calls: [remove] }, 'Done.']);
    const run = agent.run('go', yes);
    for await (const event of run) if (event.type === 'step-start') break;

    const outcome = await run.outcome;

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(done).toEqual(['delete a approved']);
  });

  it('C84 leaves abort() to stop it', async () => {
    const { agent, done, model } = scriptedAgent([{ calls: [remove] }]);
    const people = controllableHandler();
    const run = agent.run('go', { deferredToolHandler: people.handler });
    for await (const event of run) if (event.type === 'deferred-request') break;
    const batch = await people.next();

    run.abort();
    batch.answer({ approveAll: true });
    const outcome = await run.outcome;

    expect(outcome.type).toBe('aborted');
    expect(done).toEqual([]);
    model.assertDone();
  });
});

function named(event: RunEvent): string {
  const id = 'toolCallId' in event ? event.toolCallId : 'call' in event ? event.call.toolCallId : undefined;
  return id === undefined ? event.type : `${event.type} ${id}`;
}
