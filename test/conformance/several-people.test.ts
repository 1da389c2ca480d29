import {
  type AgentOptions,
  ask,
  buildResults,
  createGrants,
  createPolicy,
  type DeferredToolHandler,
  type DeferredToolRequests,
  type ToolMap,
  tool,
  toolApproved,
  toolDenied,
  UserError,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, converse, errorOf, until } from './support.js';

const inputSchema = z.object({ amount: z.number() });

function paying(options: Partial<AgentOptions<ToolMap>> = {}) {
  const done: number[] = [];
  const pay = tool({
    inputSchema,
    capabilities: ({ amount }) => [amount >= 1000 ? 'payments.large' : 'payments.small'],
    execute: ({ amount }) => {
      done.push(amount);
      return 'paid';
    },
  });
  const policy = createPolicy({
    rules: [
      ask('payments.large', { approvals: 2, from: ['role:ops'], notRequester: true }),
      ask('payments.small', { reason: 'Money leaves.' }),
    ],
  });
  const turn = { calls: [{ toolName: 'pay', input: { amount: 5000 } }] };
  return { done, ...agentWith<ToolMap>({ pay }, [turn, 'Done.'], { policy, ...options }) };
}

const twoOps = [{ approvals: 2, from: ['role:ops'], notRequester: true }];

/** Answers with what is made of the one call. */
function answering(make: (id: string, requests: DeferredToolRequests) => Parameters<typeof buildResults>[1]) {
  const asked: DeferredToolRequests[] = [];
  const handler: DeferredToolHandler = (requests) => {
    asked.push(requests);
    return buildResults(requests, make(requests.approvals[0]?.toolCallId ?? '', requests));
  };
  return { asked, handler };
}

describe('a rule that asks for several people', () => {
  it('C253 adds the requirement to the request, and one approval executes nothing by any route', async () => {
    for (const yes of [
      () => ({ approveAll: true }),
      (id: string) => ({ approvals: { [id]: true } }),
      (id: string) => ({ approvals: { [id]: toolApproved({ approvedBy: ['ada'] }) } }),
      // One person is one, however often.
      (id: string) => ({ approvals: { [id]: toolApproved({ approvedBy: ['ada', 'ada'] }) } }),
    ]) {
      const { agent, done } = paying();
      const { asked, handler } = answering(yes);

      const outcome = await agent.run('go', { deferredToolHandler: handler }).outcome;

      expect(asked[0]?.approvals[0]?.needs).toEqual(twoOps);
      expect(errorOf(outcome).code).toBe('invalid-answer');
      expect(errorOf(outcome).message).toContain('2 approvals from role:ops (not from the person who started the run)');
      expect(done).toEqual([]);
    }
  });

  it('C253 executes the call once with enough approvals, and not at all with one denial', async () => {
    const yes = paying();
    const two = answering((id) => ({ approvals: { [id]: toolApproved({ approvedBy: ['ada', 'bo'] }) } }));
    await yes.agent.run('go', { deferredToolHandler: two.handler }).outcome;
    expect(yes.done).toEqual([5000]);

    const no = paying();
    const one = answering((id) => ({ approvals: { [id]: toolDenied('Too much.') } }));
    expect((await no.agent.run('go', { deferredToolHandler: one.handler }).outcome).type).toBe('completed');
    expect(no.done).toEqual([]);
  });

  it('C253 requires the people of all rules that ask, each once', async () => {
    const { agent } = paying({
      policy: createPolicy({
        rules: [
          ask('payments.*', { from: ['person:ada'] }),
          ask('payments.large', { approvals: 2 }),
          ask({ tool: 'pay' }, { approvals: 2 }),
          ask({ tool: 'pay' }),
        ],
      }),
    });
    const { asked, handler } = answering((id) => ({ defer: [id] }));

    await agent.run('go', { deferredToolHandler: handler }).outcome;

    expect(asked[0]?.approvals[0]?.needs).toEqual([{ approvals: 1, from: ['person:ada'] }, { approvals: 2 }]);
  });

  it.each([
    { approvals: 0 },
    { approvals: 1.5 },
    { approvals: Number.NaN },
    { from: [] },
    { from: ['ops'] },
    { from: ['role:'] },
  ])('C253 rejects %j, which nobody can satisfy', (options) => {
    expect(() => ask('payments.*', options)).toThrow(UserError);
    expect(() => ask('payments.*', options)).toThrow('nobody can satisfy');
  });
});

describe('a call with several approvers, in a tab', () => {
  it('C254 stays open after an approval, which names the required people; it can be denied and left for later', async () => {
    for (const end of ['deny', 'later'] as const) {
      const { agent, done } = paying();
      const conversation = converse(agent);
      conversation.start('go');
      const { pending } = await until(conversation, (state) => state.pending.length > 0);
      const id = pending[0]?.items[0]?.call.toolCallId ?? '';

      const outcome = await conversation.decide(id, true);

      expect(outcome).toMatchObject({
        status: 'invalid',
        issues: [{ message: expect.stringContaining('2 approvals') }],
      });
      expect(conversation.store.getState().pending[0]?.items[0]?.state.status).toBe('waiting');
      expect(await conversation.decide(id, end === 'deny' ? toolDenied('No.') : 'defer')).toEqual({
        status: 'accepted',
      });
      const { outcome: over } = await until(conversation, (state) => state.outcome !== null);
      expect(over?.type).toBe(end === 'deny' ? 'completed' : 'deferred');
      expect(done).toEqual([]);
    }
  });

  it('C254 is not answered by a grant, and its approval is not remembered', async () => {
    const grants = createGrants();
    const small = paying({ policy: createPolicy({ rules: [ask('payments.*')] }) });
    const first = converse(small.agent, { grants });
    first.start('go');
    const open = await until(first, (state) => state.pending.length > 0);
    await first.decide(open.pending[0]?.items[0]?.call.toolCallId ?? '', true, {
      remember: { scope: 'tool', for: 'session' },
    });
    await until(first, (state) => state.outcome !== null);
    expect(small.done).toEqual([5000]);
    expect(grants.list()).toHaveLength(1);

    const { agent, done } = paying();
    const second = converse(agent, { grants });
    second.start('go');
    const { pending } = await until(second, (state) => state.pending.length > 0);
    const item = pending[0]?.items[0];
    const yes = toolApproved({ approvedBy: ['ada', 'bo'] });
    const remembered = await second.decide(item?.call.toolCallId ?? '', yes, {
      remember: { scope: 'tool', for: 'session' },
    });

    expect(item?.state.status).toBe('waiting');
    expect(remembered).toMatchObject({
      status: 'invalid',
      issues: [{ message: expect.stringContaining('several people') }],
    });
    expect(done).toEqual([]);
    second.stop();
  });

  it('C255 cannot be the result of an edit of a call with one approver', async () => {
    const turn = { calls: [{ toolName: 'pay', input: { amount: 5 } }] };
    const done: number[] = [];
    const pay = tool({
      inputSchema,
      capabilities: ({ amount }) => [amount >= 1000 ? 'payments.large' : 'payments.small'],
      execute: ({ amount }) => void done.push(amount),
    });
    const policy = createPolicy({ rules: [ask('payments.large', { approvals: 2 }), ask('payments.small')] });
    const { agent } = agentWith<ToolMap>({ pay }, [turn, 'Done.'], { policy });
    const conversation = converse(agent);
    conversation.start('go');
    const { pending } = await until(conversation, (state) => state.pending.length > 0);
    const item = pending[0]?.items[0];
    expect(item?.call.needs).toBeUndefined();

    const edited = await conversation.decide(
      item?.call.toolCallId ?? '',
      toolApproved({ overrideArgs: { amount: 9999 } }),
    );

    expect(edited).toMatchObject({ status: 'invalid', issues: [{ message: expect.stringContaining('2 approvals') }] });
    expect(
      await conversation.decide(item?.call.toolCallId ?? '', toolApproved({ overrideArgs: { amount: 6 } })),
    ).toEqual({
      status: 'accepted',
    });
    await until(conversation, (state) => state.outcome !== null);
    expect(done).toEqual([6]);
  });

  it('C255 is requested again if a resumed run got too few approvals', async () => {
    const { agent, done, model } = paying();
    const parked = await agent.run('go', { deferredToolHandler: null }).outcome;
    if (parked.type !== 'deferred') throw new Error(`It is ${parked.type}.`);
    const { requests, messages } = parked;

    const again = await agent.run(undefined, {
      messages,
      deferredToolHandler: null,
      deferredToolResults: buildResults(requests, { approveAll: true }),
    }).outcome;

    expect(done).toEqual([]);
    expect(model.requests).toHaveLength(1);
    expect(again).toMatchObject({ type: 'deferred', requests: { approvals: [{ needs: twoOps }] } });

    const id = requests.approvals[0]?.toolCallId ?? '';
    const enough = buildResults(requests, { approvals: { [id]: toolApproved({ approvedBy: ['ada', 'bo'] }) } });
    await agent.run(undefined, { messages, deferredToolResults: enough }).outcome;
    expect(done).toEqual([5000]);
  });
});
