import { describe, expect, it } from 'vitest';
import { createPolicy } from '../../../src/approval/policy/policy.js';
import { allow, ask, block, deny } from '../../../src/approval/policy/rules.js';
import { explainPolicy } from '../../../src/approval/record/explain-policy.js';
import type { DeferredToolResults } from '../../../src/protocol/deferred.js';
import type { RunEvent, RunEventBody } from '../../../src/protocol/run-event.js';

type Body = RunEventBody & { readonly runId?: string };

/** Adds envelopes to events. */
function toEvents(...bodies: readonly Body[]): readonly RunEvent[] {
  return bodies.map(
    (body, seq) => ({ v: 1, seq, at: seq, runId: 'run-1', agentPath: ['main'], ...body }) as RunEvent, // in the format of emitted events
  );
}

const callEvent = (toolCallId: string, more: object = {}): Body =>
  ({ type: 'tool-call', toolCallId, toolName: 'write', input: { path: '/a' }, ...more }) as Body;
const decisionEvent = (toolCallId: string, more: object = {}): Body =>
  ({
    type: 'policy-decision',
    toolName: 'write',
    toolCallId,
    effect: 'ask',
    reason: 'It writes.',
    by: { type: 'rule', policy: 'old' },
    capabilities: ['fs.write:/a'],
    ...more,
  }) as Body;
const requestEvent = (toolCallId: string, more: object = {}): Body => ({
  type: 'approval-requested',
  batchId: 'b',
  call: { toolCallId, toolName: 'write', input: { path: '/a' }, title: 'Write', ...more },
});
const response = (results: Partial<DeferredToolResults> | null): Body => ({
  type: 'deferred-response',
  batchId: 'b',
  results: results && { approvals: {}, calls: {}, metadata: {}, defer: [], ...results },
});
const startEvent = (toolCallId: string, more: object = {}): Body => ({
  type: 'tool-start',
  toolCallId,
  toolName: 'write',
  input: { path: '/a' },
  title: 'Write',
  approved: true,
  edited: false,
  ...more,
});
const endEvent = (toolCallId: string, more: object = {}): Body => ({
  type: 'tool-end',
  toolCallId,
  toolName: 'write',
  end: { status: 'returned', value: null },
  ...more,
});
const toWrite = ['fs.write:/a'];
const yes = { kind: 'tool-approved' } as const;

describe('explainPolicy', () => {
  it('returns the policy’s decision about each call, and the recorded one', async () => {
    const events = toEvents(
      callEvent('1'),
      decisionEvent('1'),
      requestEvent('1'),
      response({ approvals: { '1': yes } }),
      startEvent('1'),
      endEvent('1'),
    );

    const stricter = await explainPolicy(createPolicy({ rules: [block('fs.write', 'Read only.')] }), events);
    const looser = await explainPolicy(createPolicy({ name: 'new', rules: [allow('fs.write:/a')] }), events);

    const was = {
      effect: 'ask',
      reason: 'It writes.',
      by: { type: 'rule', policy: 'old' },
      answer: 'tool-approved',
      end: 'returned',
    };
    expect(stricter).toEqual([
      {
        runId: 'run-1',
        agentPath: ['main'],
        toolCallId: '1',
        toolName: 'write',
        input: { path: '/a' },
        capabilities: toWrite,
        effect: 'block',
        reason: 'Read only.',
        rule: 'fs.write',
        message: 'Read only.',
        was,
      },
    ]);
    expect(looser).toMatchObject([
      { effect: 'allow', reason: "Policy 'new' allows fs.write:/a.", rule: 'fs.write:/a', was },
    ]);
    expect(JSON.parse(JSON.stringify(stricter))).toEqual(stricter);
  });

  it.each([
    [createPolicy({ rules: [deny({ tool: 'write' }, 'No.')] }), { effect: 'deny', message: 'No.' }],
    [createPolicy(), { effect: 'declared', reason: "Policy 'supervised' has no rule for this call." }],
    [
      { name: 'own', decide: () => Promise.reject(new Error('boom')) },
      { effect: 'ask', reason: "Policy 'own' failed (boom)." },
    ],
  ])('decides as a run does (%#)', async (policy, expected) => {
    expect(await explainPolicy(policy, toEvents(callEvent('1')))).toMatchObject([expected]);
  });

  it('decides about the rewritten input, and returns it', async () => {
    const policy = createPolicy({
      rules: [
        ask({ tool: 'write' }, { rewrite: () => ({ path: '/b' }) }),
        deny({ input: { path: '/b' } }, 'Not there.'),
        allow({ tool: 'same' }, { rewrite: (input) => input }),
      ],
    });

    const [rewritten, same] = await explainPolicy(
      policy,
      toEvents(callEvent('1'), callEvent('2', { toolName: 'same' })),
    );

    expect(rewritten).toMatchObject({ input: { path: '/a' }, rewritten: { path: '/b' }, effect: 'deny' });
    expect(same).not.toHaveProperty('rewritten');
  });

  it('returns that a run would fail when a rule cannot rewrite', async () => {
    const rewrite = () => {
      throw new Error('boom');
    };

    const [explanation] = await explainPolicy(
      createPolicy({ rules: [allow({}, { rewrite })] }),
      toEvents(callEvent('1')),
    );

    expect(explanation).toMatchObject({ effect: 'fail', reason: "Policy 'supervised' failed (boom)." });
  });

  it.each<readonly [string, Body]>([
    ['a decision', decisionEvent('1')],
    ['a question', requestEvent('1', { capabilities: toWrite })],
    ['its start', startEvent('1', { capabilities: toWrite })],
  ])('derives the capabilities of a call from %s', async (_, event) => {
    const [explanation] = await explainPolicy(createPolicy(), toEvents(callEvent('1'), event));

    expect(explanation).toMatchObject({ capabilities: toWrite, effect: 'ask' });
  });

  it('includes capabilities that a call requested later, but not those of an edit', async () => {
    const edited = { approvals: { '1': { ...yes, overrideArgs: { path: '/b' } } } };
    const later = { capabilities: ['fs.write:/b'] };

    const [explanation] = await explainPolicy(
      createPolicy(),
      toEvents(
        callEvent('1'),
        decisionEvent('1'),
        decisionEvent('1', { capabilities: ['net.egress'] }),
        requestEvent('1', { capabilities: toWrite }),
        response(edited),
        decisionEvent('1', { ...later, effect: 'block' }),
        startEvent('1', { ...later, edited: true }),
      ),
    );

    expect(explanation?.capabilities).toEqual([...toWrite, 'net.egress']);
    expect(explanation?.was).toMatchObject({ effect: 'ask', answer: 'tool-approved' });
  });

  it('recognizes an edit by the start of the call, also when another run asked', async () => {
    const [explanation] = await explainPolicy(
      createPolicy(),
      toEvents(callEvent('1'), { ...startEvent('1', { capabilities: ['fs.write:/b'], edited: true }), runId: 'run-2' }),
    );

    expect(explanation?.capabilities).toEqual([]);
  });

  it.each<readonly [string, readonly Body[], object]>([
    ['nothing, without a policy', [], { effect: 'declared' }],
    ['a question of its tool', [requestEvent('1')], { effect: 'declared', answer: 'none' }],
    ['nobody’s answer', [requestEvent('1'), response(null)], { effect: 'declared', answer: 'none' }],
    ['a question left open', [requestEvent('1'), response({ defer: ['1'] })], { effect: 'declared', answer: 'defer' }],
    [
      'a denial by a person',
      [
        requestEvent('1'),
        response({ approvals: { '1': { kind: 'tool-denied', message: 'No.' } } }),
        endEvent('1', { end: { status: 'denied', message: 'No.' } }),
      ],
      { effect: 'declared', answer: 'tool-denied', end: 'denied' },
    ],
    [
      'a result from elsewhere',
      [
        { ...requestEvent('1'), type: 'external-requested' } as Body,
        response({ calls: { '1': { kind: 'tool-return', returnValue: 1 } } }),
        endEvent('1'),
      ],
      { effect: 'declared', answer: 'tool-return', end: 'returned' },
    ],
    [
      'a remembered answer to what a policy asks',
      [
        decisionEvent('1'),
        decisionEvent('1', { effect: 'allow', by: { type: 'grant', grantIds: ['g'] } }),
        endEvent('1'),
      ],
      { effect: 'ask', reason: 'It writes.', by: { type: 'rule', policy: 'old' }, end: 'returned' },
    ],
  ])('returns the recorded outcome: %s', async (_, events, was) => {
    const [explanation] = await explainPolicy(createPolicy(), toEvents(callEvent('1'), ...events));

    expect(explanation?.was).toEqual(was);
  });

  it('separates calls of sub-agents and other runs, and finds the run that continues', async () => {
    const inner = { agentPath: ['main', 'sub'] };
    const later = { runId: 'run-2' };
    const policy = createPolicy({ rules: [deny({ agent: 'main/*' }, 'Not in there.')] });

    const explanations = await explainPolicy(
      policy,
      toEvents(
        callEvent('1'),
        callEvent('1', inner),
        endEvent('1', inner),
        requestEvent('1'),
        { ...endEvent('1', { end: { status: 'failed', message: 'x' } }), ...later },
        { ...callEvent('1'), ...later },
        { ...endEvent('1'), ...later },
        { ...endEvent('1', { end: { status: 'failed', message: 'x' } }), runId: 'run-3' },
        endEvent('ghost'),
      ),
    );

    expect(explanations.map(({ runId, agentPath, effect, was }) => [runId, agentPath.length, effect, was.end])).toEqual(
      [
        ['run-1', 1, 'declared', 'failed'],
        ['run-1', 2, 'deny', 'returned'],
        ['run-2', 1, 'declared', 'returned'],
      ],
    );
  });

  it('omits calls that the provider executed, and tools that were not offered', async () => {
    const { toolCallId: _, ...hidden } = decisionEvent('1') as Body & { toolCallId: string };

    const explanations = await explainPolicy(
      createPolicy(),
      toEvents(callEvent('1', { providerExecuted: true }), hidden as Body, endEvent('1', { providerExecuted: true })),
    );

    expect(explanations).toEqual([]);
  });

  it('is frozen, and does not change the events', async () => {
    const events = toEvents(callEvent('1'), decisionEvent('1'));

    const explanations = await explainPolicy(createPolicy({ preset: 'approveAll' }), events);

    const [first] = explanations;
    expect([explanations, first, first?.input, first?.was, first?.capabilities].every(Object.isFrozen)).toBe(true);
    expect(events.some((event) => Object.isFrozen(event))).toBe(false);
    expect(Object.isFrozen((events[0] as { input?: unknown }).input)).toBe(false);
  });
});
