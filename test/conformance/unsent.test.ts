import {
  buildResults,
  type DeferredToolResults,
  isDeferred,
  storeRun,
  tool,
  toolApproved,
  toolReturn,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, converse, errorOf, until } from './support.js';

const inputSchema = z.object({});
const look = tool({ inputSchema, execute: () => toolReturn('a chart', { content: 'It rises.' }) });
const sign = tool({ inputSchema, requiresApproval: true, execute: () => 'signed' });
const mixed = { calls: [{ toolName: 'look' }, { toolName: 'sign' }] };
const none: DeferredToolResults = { approvals: {}, calls: {}, metadata: {}, defer: [] };
const offline = () => Promise.reject(new Error('offline'));
const approveAll = (requests: Parameters<typeof buildResults>[0]) => buildResults(requests, { approveAll: true });

const rises = { role: 'user', content: [{ type: 'text', text: 'It rises.' }] };

/** What people said, in the order in which the model reads it. */
function said(prompt: readonly { readonly role: string; readonly content: unknown }[] | undefined): readonly string[] {
  const texts = (content: unknown): string[] =>
    Array.isArray(content) ? content.map((part: { readonly text: string }) => part.text) : [String(content)];
  return (prompt ?? []).flatMap(({ role, content }) => (role === 'user' ? texts(content) : []));
}

describe('the unsent prompt of a failed run', () => {
  it('C129 is in its outcome and its last event, and is persisted by storeRun: the next run sends it once', async () => {
    const { agent, model } = agentWith({ look, sign }, [mixed, 'Done.']);
    const run = agent.run('go', { deferredToolHandler: offline });
    const failed = await run.outcome;
    const events = [];
    for await (const event of run) events.push(event);
    const stored = JSON.parse(JSON.stringify(storeRun(failed)));

    const outcome = await agent.run('And hurry.', {
      resumeFrom: stored,
      deferredToolResults: { ...none, approvals: { 'call-2': toolApproved() } },
    }).outcome;

    expect(failed).toMatchObject({ type: 'failed', prompt: [rises] });
    expect(events.at(-1)).toMatchObject({ type: 'run-end', prompt: [rises] });
    expect(said(model.requests[1]?.prompt)).toEqual(['go', 'It rises.', 'And hurry.']);
    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(outcome).not.toHaveProperty('prompt');
  });

  it('C129 has the prompt beside rejected answers, and the unsent prompt of a stored run', async () => {
    const { agent } = agentWith({ look, sign }, [mixed, 'Done.']);
    const parked = await agent.run('go', { deferredToolHandler: null }).outcome;
    const wrong = { ...none, approvals: { nobody: toolApproved() } };

    const refused = await agent.run('And hurry.', {
      resumeFrom: storeRun(parked),
      deferredToolResults: wrong,
    }).outcome;
    const unusable = await agent.run('', { resumeFrom: storeRun(parked) }).outcome;

    expect(errorOf(refused).code).toBe('resume-incomplete');
    expect(refused).toMatchObject({ prompt: [rises, { role: 'user', content: 'And hurry.' }] });
    expect(errorOf(unusable).code).toBe('empty-prompt');
    expect(unusable).toHaveProperty('prompt', [rises]);
  });

  it('C129 has the note of an executed call beside an unexecuted one', async () => {
    const breaks = tool({ inputSchema, requiresApproval: true, sequential: true, execute: offline });
    const { agent } = agentWith(
      { sign, breaks },
      [{ calls: [{ toolName: 'sign' }, { toolName: 'breaks' }, { toolName: 'sign' }] }],
      {
        toolErrors: 'throw',
      },
    );

    const failed = await agent.run('go', {
      deferredToolHandler: (requests) =>
        buildResults(requests, { approveAll: true, approvals: { 'call-1': toolApproved({ note: 'Quickly.' }) } }),
    }).outcome;

    expect(failed).toMatchObject({
      type: 'failed',
      prompt: [{ content: [{ text: expect.stringContaining('Quickly.') }] }],
    });
  });

  it('C129 is absent if everything was sent', async () => {
    const { agent } = agentWith({ look }, [{ calls: [{ toolName: 'look' }] }], { usageLimits: { requests: 1 } });

    const failed = await agent.run('go').outcome;

    expect(failed).toMatchObject({ type: 'failed', error: { code: 'requests' } });
    expect(failed).not.toHaveProperty('prompt');
    expect(said(failed.messages)).toEqual(['go', 'It rises.']);
  });
});

describe('in a conversation, the unsent prompt of a failed run', () => {
  async function failing() {
    let isOffline = true;
    const { agent, model } = agentWith({ look, sign }, [mixed, 'Done.', 'Again.']);
    const conversation = converse(agent, {
      deferredToolHandler: (requests) => (isOffline ? offline() : approveAll(requests)),
    });
    conversation.start('go');
    await until(conversation, ({ outcome }) => outcome?.type === 'failed');
    isOffline = false;
    return { conversation, model };
  }

  const shown = ({
    messages,
  }: {
    readonly messages: readonly { readonly role: string; readonly parts: readonly object[] }[];
  }) =>
    messages
      .filter(({ role }) => role === 'user')
      .flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')));

  it('C129 is sent by resume(), also after a rejected one, whose prompt is sent and shown once', async () => {
    const { conversation, model } = await failing();
    conversation.resume({ ...none, approvals: { nobody: toolApproved() } }, 'And hurry.');
    await until(
      conversation,
      ({ outcome }) => outcome?.type === 'failed' && outcome.error.code === 'resume-incomplete',
    );

    conversation.resume({ ...none, approvals: { 'call-2': toolApproved() } }, 'Please.');
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(said(model.requests[1]?.prompt)).toEqual(['go', 'It rises.', 'And hurry.', 'Please.']);
    expect(shown(state)).toEqual(['go', 'And hurry.', 'Please.']);
  });

  it('C129 is sent before a new message, and not again', async () => {
    const { conversation, model } = await failing();

    conversation.start('Never mind.');
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(said(model.requests[1]?.prompt)).toEqual(['go', 'It rises.', 'Never mind.']);
    expect(shown(state)).toEqual(['go', 'Never mind.']);
  });

  it('C129 is removed with the message that it belongs to', async () => {
    const { conversation, model } = await failing();

    conversation.edit('Something else.');
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(said(model.requests[1]?.prompt)).toEqual(['Something else.']);
    expect(shown(state)).toEqual(['Something else.']);
  });
});

describe("an outcome's own prompt", () => {
  it('C131 as the prompt of a run without answers is rejected, and the error says what to pass instead, which works', async () => {
    const { agent, model } = agentWith({ look, sign }, [mixed, 'Done.']);
    const parked = await agent.run('go', { deferredToolHandler: null }).outcome;
    if (!isDeferred(parked)) throw new Error(`The run is ${parked.type}.`);

    const refused = await agent.run(parked.prompt, { messages: parked.messages }).outcome;
    const outcome = await agent.run(undefined, {
      resumeFrom: storeRun(parked),
      deferredToolHandler: approveAll,
    }).outcome;

    expect(errorOf(refused)).toMatchObject({
      code: 'open-calls',
      message: expect.stringContaining('resumeFrom: storeRun(outcome)'),
    });
    expect(outcome).toMatchObject({ type: 'completed' });
    expect(said(model.requests[1]?.prompt)).toEqual(['go', 'It rises.']);
  });
});
