import { describe, expect, it } from 'vitest';
import { createGrants } from '../../src/approval/grants/grants.js';
import type { Remember } from '../../src/approval/grants/remember.js';
import { grantRequest, policyCall } from '../approval/grants/calls.js';

const add = (remember: Remember, effect: 'allow' | 'deny' = 'allow') => grantRequest({ effect, remember });

describe('a decision that is remembered', () => {
  const otherInput = policyCall({ input: { path: '/drafts/a.md', content: 'Bye' } });
  const otherFile = policyCall({ input: { path: '/drafts/b.md' }, capabilities: ['fs.write:/drafts/b.md'] });
  const elsewhere = policyCall({ input: { path: '/.env' }, capabilities: ['fs.write:/.env'] });
  const otherTool = policyCall({ toolName: 'appendFile' });
  const isDraft = {
    name: 'drafts',
    predicate: (call: { input: unknown }) => JSON.stringify(call.input).includes('/drafts/'),
  };

  it.each<[string, Remember['scope'], readonly boolean[]]>([
    ['exact input', 'input', [true, false, false, false, false]],
    ['tool', 'tool', [true, true, true, true, false]],
    ['capability', { capability: 'fs.write:/drafts/**' }, [true, true, true, false, true]],
    ['predicate', isDraft, [true, true, true, false, true]],
  ])('C87 covers by %s, as an approval and as a denial', async (_, scope, expected) => {
    for (const effect of ['allow', 'deny'] as const) {
      const grants = createGrants();
      await grants.add(add({ scope, for: 'session' }, effect));

      const answers = await Promise.all(
        [policyCall(), otherInput, otherFile, elsewhere, otherTool].map((call) => grants.find(call)),
      );

      expect(answers.map((answer) => answer?.effect === effect)).toEqual(expected);
      expect(answers.filter((answer) => answer !== undefined)).toHaveLength(expected.filter(Boolean).length);
    }
  });

  it.each<[string, Remember['for'], readonly boolean[]]>([
    ['the run', 'run', [true, false, true]],
    ['the session', 'session', [true, true, true]],
    ['until a date', { until: 2_000 }, [true, true, false]],
    ['always', 'always', [true, true, true]],
  ])('C87 lasts for %s', async (_, lifetime, expected) => {
    let now = 1_000;
    const grants = createGrants({ now: () => now });
    await grants.add(add({ scope: 'tool', for: lifetime }));

    const here = await grants.find(policyCall());
    const otherRun = await grants.find(policyCall({ runId: 'run-2' }));
    now = 2_000;
    const later = await grants.find(policyCall());

    expect([here, otherRun, later].map((answer) => answer !== undefined)).toEqual(expected);
  });

  it('C87 is listed with scope, lifetime, origin and reason, and can be revoked', async () => {
    const grants = createGrants({ now: () => 1_000, generateId: () => 'g1' });

    await grants.add({
      ...add({ scope: { capability: 'fs.write:/drafts/**' }, for: { until: 86_400_000 } }, 'deny'),
      by: 'Ada',
      message: 'Leave the drafts alone.',
    });

    expect(grants.list()).toEqual([
      {
        id: 'g1',
        effect: 'deny',
        scope: { type: 'capability', capability: 'fs.write:/drafts/**' },
        lifetime: { type: 'until', at: 86_400_000 },
        agentPath: ['main'],
        decision: { runId: 'run-1', toolCallId: 'call-1', at: 1_000, by: 'Ada' },
        reason: 'Denied until 1970-01-02T00:00:00.000Z: fs.write:/drafts/**.',
        message: 'Leave the drafts alone.',
      },
    ]);
    await expect(grants.find(policyCall())).resolves.toMatchObject({
      effect: 'deny',
      reason: 'Denied until 1970-01-02T00:00:00.000Z: fs.write:/drafts/**.',
      message: 'Leave the drafts alone.',
    });
    expect(grants.revoke('g1')).toBe(true);
    await expect(grants.find(policyCall())).resolves.toBeUndefined();
  });

  it('C87 applies to its agent, and not to agents inside or around it', async () => {
    const grants = createGrants();
    await grants.add(add({ scope: 'tool', for: 'session' }));

    const within = await grants.find(policyCall({ agentPath: ['main', 'helper'] }));
    const around = await grants.find(policyCall({ agentPath: [] }));

    expect([within, around]).toEqual([undefined, undefined]);
  });

  it('C88 is reported to subscribers when it already answers', async () => {
    const grants = createGrants();
    const waiting = [otherInput, otherFile, otherTool];
    const answered: Promise<unknown>[] = [];
    grants.subscribe(() => answered.push(...waiting.map((call) => grants.find(call))));

    await grants.add(add({ scope: 'tool', for: 'session' }));
    const answers = await Promise.all(answered);

    expect(answers.slice(0, 2)).toMatchObject([{ effect: 'allow' }, { effect: 'allow' }]);
    expect(answers[2]).toBeUndefined();
  });

  it.each([
    ['members in another order', '{"a":1,"b":-0}', '{"b":0,"a":1}', true],
    ['a letter composed in another way', '"é"', '"e\u0301"', false],
    ['a text that looks like a number', '{"a":1}', '{"a":"1"}', false],
    ['a member that is null', '{}', '{"a":null}', false],
    ['a member called __proto__', '{}', '{"__proto__":{"a":1}}', false],
    ['list and object', '["a"]', '{"0":"a"}', false],
    ['a long text that differs at its end', `"${'x'.repeat(3_000)}a"`, `"${'x'.repeat(3_000)}b"`, false],
    ['a secret that a card would not show', '{"token":"a"}', '{"token":"b"}', false],
  ])('C89 identifies its input as a whole: %s', async (...[, given, asked, expected]) => {
    const grants = createGrants();
    const from = policyCall({ input: JSON.parse(given) });
    const grant = await grants.add({
      ...add({ scope: 'input', for: 'session' }),
      call: { ...from, toolCallId: 'call-1' },
    });

    const answer = await grants.find(policyCall({ input: JSON.parse(asked) }));

    expect(grant.scope).toMatchObject({ key: expect.stringMatching(/^sha-256:[\da-f]{64}$/) });
    expect(answer !== undefined).toBe(expected);
  });
});
