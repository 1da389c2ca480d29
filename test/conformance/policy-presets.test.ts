import { block, createPolicy, type Policy, type PolicyPreset } from 'countersign/core';
import type { ScriptedTurn } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { callTo, everyCall, play, policyTools, supervised } from './policy-support.js';
import { agentWith, eventsOf, lastResults, ofType } from './support.js';

describe('a preset', () => {
  const table: Readonly<Record<PolicyPreset, { ran: readonly string[]; asked: readonly string[] }>> = {
    supervised: { ran: ['note', 'read'], asked: ['guarded', 'write', 'drop', 'send'] },
    readOnly: { ran: ['read'], asked: ['note', 'guarded'] },
    autonomous: { ran: ['note', 'read', 'write'], asked: ['guarded', 'drop', 'send'] },
    approveAll: { ran: ['drop', 'guarded', 'note', 'read', 'send', 'write'], asked: [] },
    rejectAll: { ran: [], asked: [] },
  };

  it.each(Object.keys(table) as PolicyPreset[])('C86 %s: without people, the rest is deferred', async (preset) => {
    const { done, askedFor, outcome, ends } = await play(createPolicy({ preset }), everyCall);

    expect({ ran: done.map((line) => line.split(' ')[0]), asked: askedFor }).toEqual(table[preset]);
    expect(outcome.type).toBe(table[preset].asked.length > 0 ? 'deferred' : 'completed');
    const refused = ends.filter((end) => !end.endsWith('returned'));
    const none: readonly string[] = [];
    expect(refused).toEqual(
      {
        ...{ supervised: none, autonomous: none, approveAll: none },
        readOnly: ['drop blocked', 'send blocked', 'write blocked'],
        rejectAll: everyCall.map(({ toolName }) => `${toolName} denied`).sort(),
      }[preset],
    );
  });

  it('C86 defaults to supervised, and rejectAll tells the model why', async () => {
    const { model } = await play(createPolicy({ preset: 'rejectAll' }), [callTo('note')]);

    expect(createPolicy().name).toBe('supervised');
    expect(lastResults(model.requests[1]?.prompt)[0]?.output).toEqual({
      type: 'execution-denied',
      reason: 'Nobody is available to approve, so nothing may run.',
    });
  });
});

describe('a tool that is always blocked', () => {
  const offered = (model: { requests: readonly { tools?: readonly { name: string }[] }[] }, index = 0) =>
    (model.requests[index]?.tools ?? []).map(({ name }) => name);
  const inTurns = (turns: readonly ScriptedTurn[], policy: Policy) => {
    const { done, tools } = policyTools();
    return { ...agentWith(tools, turns, { policy }), done };
  };
  const policy = supervised(block('fs.delete', 'Nothing is deleted here.'), block('fs.write', 'Nothing is written.'));

  it('C93 is not offered to the model, and the events say why, once', async () => {
    const { agent, model } = inTurns([{ calls: [callTo('note')] }, { calls: [callTo('note')] }, 'ok'], policy);
    const run = agent.run('go');

    await run.outcome;
    const told = ofType(await eventsOf(run), 'policy-decision').filter(({ effect }) => effect === 'block');

    const rest = ['note', 'guarded', 'read', 'write', 'send'];
    expect([0, 1, 2].map((index) => offered(model, index))).toEqual([rest, rest, rest]);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      toolName: 'drop',
      reason: 'Nothing is deleted here.',
      by: { type: 'rule', policy: 'supervised', rule: 'fs.delete' },
    });
    expect(told[0]).not.toHaveProperty('toolCallId');
  });

  it('C93 is offered if its target depends on the input, and only the call is blocked', async () => {
    const { agent, model, done } = inTurns([{ calls: [callTo('write')] }, 'ok'], policy);

    await agent.run('go').outcome;

    expect(offered(model)).toContain('write');
    expect(done).toEqual([]);
  });

  it('C93 does not run when the model calls it anyway, and the model reads the reason', async () => {
    const { agent, model, done } = inTurns([{ calls: [callTo('drop')] }, 'ok'], policy);

    await agent.run('go').outcome;

    expect(done).toEqual([]);
    expect(JSON.stringify(lastResults(model.requests[1]?.prompt))).toContain('Not allowed: Nothing is deleted here.');
  });

  it('C93 is offered again when the policy changes, and reported again when it is blocked again', async () => {
    let step = 0;
    const changing: Policy = {
      name: 'changing',
      decide: () => ({ effect: 'declared', reason: '' }),
      hides: ({ toolName }) =>
        toolName !== 'note' || step === 1 ? undefined : { effect: 'block', reason: 'For now.', message: 'For now.' },
    };
    const next: ScriptedTurn = () => {
      step += 1;
      return { calls: [callTo('read')] };
    };
    const { agent, model } = inTurns([next, next, 'ok'], changing);
    const run = agent.run('go');

    await run.outcome;

    expect([0, 1, 2].map((index) => offered(model, index).includes('note'))).toEqual([false, true, false]);
    expect(ofType(await eventsOf(run), 'policy-decision').map(({ effect }) => effect)).toEqual(['block', 'block']);
  });
});
