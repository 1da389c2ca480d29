import { describe, expect, it } from 'vitest';
import { createGrants } from '../../../src/approval/grants/grants.js';
import type { Remember } from '../../../src/approval/grants/remember.js';
import { grantRequest, policyCall } from './calls.js';

const session = (scope: Remember['scope']): Remember => ({ scope, for: 'session' });
const both = policyCall({ capabilities: ['fs.write:/drafts/a.md', 'net.egress:api.example.com'] });
const bothRequest = { ...both, toolCallId: 'call-1' };

describe('a grant for capabilities', () => {
  it('answers a call only if each of its capabilities is covered, and lists all grants that it used', async () => {
    const grants = createGrants();
    const first = await grants.add(
      grantRequest({ call: bothRequest, remember: session({ capability: 'fs.write:/drafts/**' }) }),
    );

    const half = await grants.find(both);
    const second = await grants.add(
      grantRequest({ call: bothRequest, remember: session({ capability: 'net.egress:*.example.com' }) }),
    );
    const whole = await grants.find(both);

    expect(half).toBeUndefined();
    expect(whole).toEqual({ effect: 'allow', grants: [first, second], reason: `${first.reason} ${second.reason}` });
  });

  it('does not answer a call without capabilities', async () => {
    const grants = createGrants();
    await grants.add(grantRequest({ remember: session({ capability: '*' }) }));

    await expect(grants.find(policyCall({ capabilities: [] }))).resolves.toBeUndefined();
  });

  it('denies for one of several capabilities, even if others approve', async () => {
    const grants = createGrants();
    await grants.add(grantRequest({ call: bothRequest, remember: session('tool') }));
    const denial = await grants.add(
      grantRequest({
        effect: 'deny',
        call: bothRequest,
        remember: session({ capability: 'net.egress' }),
        message: 'Stay offline.',
      }),
    );

    const answer = await grants.find(both);

    expect(answer).toEqual({ effect: 'deny', grants: [denial], reason: denial.reason, message: 'Stay offline.' });
  });

  it('leaves the decision to people when a denial possibly applies', async () => {
    const grants = createGrants();
    await grants.add(grantRequest({ remember: session('tool') }));
    await grants.add(grantRequest({ effect: 'deny', remember: session({ capability: 'fs.write:/drafts/**' }) }));

    await expect(grants.find(policyCall({ capabilities: ['fs.write'] }))).resolves.toBeUndefined();
    await expect(grants.find(policyCall({ capabilities: ['fs.write:/x'] }))).resolves.toMatchObject({
      effect: 'allow',
    });
  });
});

describe('a grant with a predicate', () => {
  const isShort = {
    name: 'short texts',
    predicate: (call: { input: unknown }) => JSON.stringify(call.input).length < 80,
  };

  it('answers when the predicate returns true, for every tool or for one', async () => {
    const grants = createGrants();
    await grants.add(grantRequest({ remember: session(isShort) }));
    const long = policyCall({ input: 'x'.repeat(100) });

    await expect(grants.find(policyCall({ toolName: 'other' }))).resolves.toMatchObject({
      reason: 'Approved for this session: short texts.',
    });
    await expect(grants.find(long)).resolves.toBeUndefined();

    const narrow = createGrants();
    await narrow.add(grantRequest({ remember: session({ ...isShort, toolName: 'writeFile' }) }));
    await expect(narrow.find(policyCall())).resolves.toBeDefined();
    await expect(narrow.find(policyCall({ toolName: 'other' }))).resolves.toBeUndefined();
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['gives a promise', () => Promise.resolve(true)],
    ['gives what is no boolean', () => 1],
  ])('that %s neither approves nor is ignored when it denies', async (_, later) => {
    let test: () => unknown = () => true;
    const predicate = (): boolean => test() as boolean; // untyped code can return anything
    const approving = createGrants();
    const denying = createGrants();
    await approving.add(grantRequest({ remember: session({ name: 'odd', predicate }) }));
    await denying.add(grantRequest({ remember: session('tool') }));
    await denying.add(grantRequest({ effect: 'deny', remember: session({ name: 'odd', predicate }) }));

    test = later;

    await expect(approving.find(policyCall())).resolves.toBeUndefined();
    await expect(denying.find(policyCall())).resolves.toBeUndefined();
  });

  it.each<Remember['for']>(['always', { until: Date.now() + 60_000 }])(
    'cannot outlive the page (%j)',
    async (lifetime) => {
      const grants = createGrants({ storage: { load: () => null, save: () => {} } });

      const added = grants.add(grantRequest({ remember: { scope: isShort, for: lifetime } }));

      await expect(added).rejects.toMatchObject({ name: 'UserError', code: 'grant-not-savable' });
    },
  );
});

describe('the store of grants', () => {
  it.each<[string, Remember['scope'], 'allow' | 'deny']>([
    ['a capability that has nothing to do with the call', { capability: 'net.egress' }, 'allow'],
    ['a folder beside the call', { capability: 'fs.write:/other/**' }, 'allow'],
    ['a folder in other letters', { capability: 'fs.write:/DRAFTS/**' }, 'allow'],
    ['a denial beside the call', { capability: 'fs.write:/other/**' }, 'deny'],
    ['a function that says no', { name: 'none', predicate: () => false }, 'allow'],
    ['a function for another tool', { name: 'any', predicate: () => true, toolName: 'other' }, 'allow'],
  ])('rejects %s', async (_, scope, effect) => {
    const grants = createGrants();

    const added = grants.add(grantRequest({ effect, remember: session(scope) }));

    await expect(added).rejects.toMatchObject({ name: 'UserError', code: 'grant-does-not-cover' });
    expect(grants.list()).toEqual([]);
  });

  it.each([999, 1_000, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])(
    'rejects a grant that ends at %d, at the time 1,000',
    async (until) => {
      const grants = createGrants({ now: () => 1_000 });

      const added = grants.add(grantRequest({ remember: { scope: 'tool', for: { until } } }));

      await expect(added).rejects.toMatchObject({ code: 'grant-expired' });
    },
  );

  it('keeps one of two equal grants', async () => {
    const grants = createGrants();

    const first = await grants.add(grantRequest());
    const second = await grants.add(grantRequest());
    const other = await grants.add(grantRequest({ remember: { scope: 'tool', for: 'run' } }));

    expect(second).toBe(first);
    expect(grants.list()).toEqual([first, other]);
  });

  it('rejects an id that is in use', async () => {
    const grants = createGrants({ generateId: () => 'same' });
    await grants.add(grantRequest());

    const added = grants.add(grantRequest({ effect: 'deny' }));

    await expect(added).rejects.toMatchObject({ code: 'duplicate-id' });
    expect(grants.list()).toMatchObject([{ effect: 'allow' }]);
  });

  it('returns frozen grants, and the same list until it changes', async () => {
    const grants = createGrants();
    const grant = await grants.add(grantRequest());

    const list = grants.list();
    await grants.find(policyCall());

    expect(grants.list()).toBe(list);
    expect([list, grant, grant.scope, grant.agentPath].every(Object.isFrozen)).toBe(true);
    grants.revoke(grant.id);
    expect(grants.list()).toEqual([]);
  });

  it('notifies subscribers of added and removed grants, until they unsubscribe', async () => {
    const grants = createGrants();
    const counts: number[] = [];
    const unsubscribe = grants.subscribe(() => counts.push(grants.list().length));

    const { id } = await grants.add(grantRequest());
    grants.revoke(id);
    const again = grants.revoke(id);
    unsubscribe();
    await grants.add(grantRequest());

    expect(counts).toEqual([1, 0]);
    expect(again).toBe(false);
  });

  it('removes an expired grant, and keeps it removed when the clock is set back', async () => {
    let now = 1_000;
    const grants = createGrants({ now: () => now });
    await grants.add(grantRequest({ remember: { scope: 'tool', for: { until: 2_000 } } }));
    await grants.add(grantRequest({ remember: { scope: 'input', for: { until: 3_000 } } }));

    now = 1_999;
    const before = await grants.find(policyCall({ input: 1 }));
    now = 2_000;
    const after = await grants.find(policyCall({ input: 1 }));
    now = 1_000;
    const back = await grants.find(policyCall({ input: 1 }));
    const longer = await grants.find(policyCall());

    expect([before?.effect, after, back, longer?.effect]).toEqual(['allow', undefined, undefined, 'allow']);
    expect(grants.list()).toHaveLength(1);
  });

  it('uses the narrowest grant that approves', async () => {
    const grants = createGrants();
    for (const scope of [{ name: 'all', predicate: () => true }, { capability: 'fs.write' }, 'tool', 'input'] as const)
      await grants.add(grantRequest({ remember: session(scope) }));

    const taken: (string | undefined)[] = [];
    for (let left = 4; left > 0; left--) {
      const [grant] = (await grants.find(policyCall()))?.grants ?? [];
      taken.push(grant?.scope.type);
      grants.revoke(grant?.id ?? '');
    }

    expect(taken).toEqual(['input', 'tool', 'capability', 'predicate']);
  });

  it('looks up 10,000 calls among 10,000 grants without comparing each of them', async () => {
    const grants = createGrants();
    const inputs = Array.from({ length: 10_000 }, (_, index) => index);
    const toCall = (input: number) => policyCall({ input, toolName: `tool-${input % 100}` });
    await Promise.all(
      inputs.map((input) =>
        grants.add(grantRequest({ remember: session('input'), call: { ...toCall(input), toolCallId: `${input}` } })),
      ),
    );

    const answers = await Promise.all(inputs.map((input) => grants.find(toCall(input))));

    expect(answers.map((answer) => Number(answer?.grants[0]?.decision.toolCallId))).toEqual(inputs);
  });
});
