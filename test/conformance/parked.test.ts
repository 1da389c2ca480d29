import {
  ApprovalRequired,
  buildResults,
  CallDeferred,
  isDeferred,
  ModelRetry,
  type RunOutcome,
  storeRun,
  tool,
  toolApproved,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, converse, errorOf, lastResults, ofType, scriptedAgent, until } from './support.js';

const remove = (path: string) => ({ toolName: 'deleteFile', input: { path } });
const leftOpen = 'The tool call was left open by the user, who has gone on without answering it.';

function requestsOf(outcome: RunOutcome<unknown> | null) {
  if (outcome === null || !isDeferred(outcome)) throw new Error('The run left nothing open.');
  return outcome.requests;
}

/** A conversation with two calls that were left open. */
async function parkedConversation(...more: readonly string[]) {
  const scripted = scriptedAgent([{ calls: [remove('a'), remove('b')] }, ...more]);
  const conversation = converse(scripted.agent);
  conversation.start('go');
  await until(conversation, ({ pending }) => pending.length > 0);
  await conversation.decide('call-1', 'defer');
  await conversation.decide('call-2', 'defer');
  const state = await until(conversation, ({ parked }) => parked !== null);
  return { ...scripted, conversation, state };
}

describe('a run that resumes open calls without answers', () => {
  it('C140 requests each call again as before, and runs none first', async () => {
    const bodies: string[] = [];
    const ask = { needsYes: true };
    const { agent } = agentWith(
      {
        asks: tool({
          inputSchema: z.object({ n: z.number() }),
          requiresApproval: () => ask.needsYes,
          execute: () => void bodies.push('asks'),
        }),
        throws: tool({
          inputSchema: z.object({}),
          execute: (_, { toolCallApproved }) => {
            if (!toolCallApproved && ask.needsYes) throw new ApprovalRequired({ metadata: { reason: 'protected' } });
            bodies.push('throws');
          },
        }),
        begins: tool({
          inputSchema: z.object({}),
          requiresApproval: true,
          execute: () => {
            bodies.push('begins');
            throw new CallDeferred({ metadata: { job: 7 } });
          },
        }),
      },
      [
        {
          calls: [
            { toolName: 'asks', input: { n: 1 } },
            { toolName: 'throws', input: {} },
            { toolName: 'begins', input: {} },
          ],
        },
        'done',
      ],
    );
    const first = await agent.run('go', {
      deferredToolHandler: (requests, { round }) =>
        round === 1
          ? buildResults(requests, { approvals: { 'call-3': true }, defer: ['call-1', 'call-2'] })
          : buildResults(requests, { defer: ['call-3'] }),
    }).outcome;
    expect(bodies).toEqual(['begins']);
    ask.needsYes = false;
    const seen: unknown[] = [];

    const outcome = await agent.run(undefined, {
      resumeFrom: JSON.parse(JSON.stringify(storeRun(first))),
      deferredToolHandler: (requests) => {
        seen.push(requests.approvals.map(({ toolCallId, input }) => [toolCallId, input]));
        seen.push(
          requests.calls.map(({ toolCallId }) => toolCallId),
          requests.metadata,
          [...bodies],
        );
        return buildResults(requests, { approveAll: true, calls: { 'call-3': 'finished' } });
      },
    }).outcome;

    expect(seen).toEqual([
      [
        ['call-1', { n: 1 }],
        ['call-2', {}],
      ],
      ['call-3'],
      { 'call-2': { reason: 'protected' }, 'call-3': { job: 7 } },
      ['begins'],
    ]);
    expect(bodies).toEqual(['begins', 'asks', 'throws']);
    expect(outcome).toMatchObject({ type: 'completed', output: 'done' });
  });

  it('C140 requests approval even if the validator now rejects the call, and reports that to the model after the approval', async () => {
    let isOpen = true;
    const ran: string[] = [];
    const { agent, model } = agentWith(
      {
        send: tool({
          inputSchema: z.object({}),
          requiresApproval: true,
          argsValidator: () => {
            if (!isOpen) throw new ModelRetry('The office is closed.');
          },
          execute: () => void ran.push('send'),
        }),
      },
      [{ calls: [{ toolName: 'send', input: {} }] }, 'done'],
    );
    const first = await agent.run('go', { deferredToolHandler: null }).outcome;
    isOpen = false;

    await agent.run(undefined, {
      resumeFrom: storeRun(first),
      deferredToolHandler: (requests) => buildResults(requests, { approveAll: true }),
    }).outcome;

    expect(ran).toEqual([]);
    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toMatchObject({
      value: expect.stringContaining('The office is closed.'),
    });
  });

  it('C140 rejects a malformed stored batch', async () => {
    const { agent } = scriptedAgent([{ calls: [remove('a')] }]);
    const stored = storeRun(await agent.run('go', { deferredToolHandler: null }).outcome);

    const outcome = await agent.run(undefined, {
      resumeFrom: JSON.parse(JSON.stringify({ ...stored, requests: { approvals: [{}] } })),
    }).outcome;

    expect(errorOf(outcome)).toMatchObject({
      code: 'stored-run',
      message: expect.stringContaining('its requests are no batch of calls'),
    });
  });
});

describe('a conversation with calls that were left open', () => {
  it('C141 shows them again in the same conversation, and the run continues', async () => {
    const { conversation, state, done } = await parkedConversation('both gone');
    expect(state.parked?.approvals.map(({ title }) => title)).toEqual(['Delete a', 'Delete b']);
    const before = state.outcome?.conversationId;

    conversation.resume();
    expect(conversation.store.getState().parked).toBeNull();
    await until(conversation, ({ pending }) => pending.length > 0);
    expect(done).toEqual([]);
    await conversation.decideAll(true);
    const after = await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    expect(done).toEqual(['delete a approved', 'delete b approved']);
    expect(after.outcome?.conversationId).toBe(before);
    expect(after.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  });

  it('C141 keeps calls that are left open again, and the draft at a card', async () => {
    const { conversation, done } = await parkedConversation('one gone');
    conversation.resume();
    const { pending } = await until(conversation, (state) => state.pending.length > 0);
    const [first, second] = pending[0]?.items ?? [];
    if (first === undefined || second === undefined) throw new Error('Two calls should wait.');
    const draft = { mode: 'deny', reason: 'Not today, beca' } as const;
    conversation.saveDraft(second.id, draft);
    await conversation.decide('call-1', true);
    await conversation.decide('call-2', 'defer');
    const { parked } = await until(conversation, (state) => state.parked !== null);
    expect(parked?.approvals.map(({ toolCallId }) => toolCallId)).toEqual(['call-2']);

    conversation.resume();
    const again = await until(conversation, (state) => state.pending.length > 0);

    const item = again.pending[0]?.items[0];
    expect(item?.id).not.toBe(second.id);
    expect(again.drafts).toEqual({ [item?.id ?? '']: draft });
    expect(done).toEqual(['delete a approved']);
  });

  it('C141 shows nothing if nobody can be asked', async () => {
    const { agent } = scriptedAgent([{ calls: [remove('a')] }]);
    const conversation = converse(agent, { deferredToolHandler: null });

    conversation.start('go');
    const state = await until(conversation, ({ outcome }) => outcome?.type === 'deferred');

    expect(state.parked).toBeNull();
    expect(() => conversation.abandon('x')).toThrow(expect.objectContaining({ code: 'nothing-parked' }));
  });

  it('C142 C58 ends them with a message that tells the model who left them open, and none can be answered later', async () => {
    const { conversation, model, done, state } = await parkedConversation('well then', 'again');
    const requests = requestsOf(state.outcome);

    conversation.abandon('Forget it.');
    const { messages, outcome } = await until(conversation, ({ outcome: now }) => now?.type === 'completed');

    expect(done).toEqual([]);
    expect(lastResults(model.requests[1]?.prompt)).toEqual([
      { id: 'call-1', output: { type: 'execution-denied', reason: leftOpen } },
      { id: 'call-2', output: { type: 'execution-denied', reason: leftOpen } },
    ]);
    expect(model.requests[1]?.prompt.at(-1)).toMatchObject({ role: 'user' });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(ofType(conversation.store.getState().events, 'tool-end').map(({ end }) => end.status)).toEqual([
      'denied',
      'denied',
    ]);
    conversation.resume(buildResults(requests, { approvals: { 'call-1': toolApproved() }, approveAll: true }));
    const late = await until(conversation, ({ outcome: now }) => now !== outcome && now !== null);
    expect(late.error).toMatchObject({ code: 'already-executed' });
  });

  it('C142 can send the message again after the calls were ended', async () => {
    const { conversation, model } = await parkedConversation('well then', 'better');
    conversation.abandon('Forget it.');
    await until(conversation, ({ outcome }) => outcome?.type === 'completed');

    conversation.regenerate();
    await until(conversation, ({ outcome, status }) => status === 'idle' && outcome?.type === 'completed');

    expect(model.requests[2]?.prompt).toEqual(model.requests[1]?.prompt);
  });

  it('C143 C63 queues a message of `start` until the calls are answered', async () => {
    const { conversation, model } = await parkedConversation('both gone', 'and listed');

    conversation.start('Then list.');
    expect(conversation.store.getState().queued).toEqual(['Then list.']);
    conversation.resume();
    await until(conversation, ({ pending }) => pending.length > 0);
    await conversation.decideAll(true);
    await until(conversation, ({ outcome }) => outcome?.type === 'completed' && outcome.output === 'and listed');

    expect(model.requests).toHaveLength(3);
    expect(() => conversation.resume(undefined, 'x')).toThrow(expect.objectContaining({ code: 'open-calls' }));
  });
});
