import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutApproval } from '../../../src/agent/policy/without-approval.js';
import { createPolicy } from '../../../src/approval/policy/policy.js';
import type { PolicyCall } from '../../../src/approval/policy/policy-call.js';
import { type PolicyDecision, strictest } from '../../../src/approval/policy/policy-decision.js';
import type { CallPattern, PolicyRule } from '../../../src/approval/policy/policy-rule.js';
import type { PolicyPreset } from '../../../src/approval/policy/presets.js';
import { allow, ask, block, deny } from '../../../src/approval/policy/rules.js';
import { randomCases } from '../../support/random-cases.js';

const effects = ['allow', 'ask', 'deny', 'block'] as const;
const rank = (effect: PolicyDecision['effect']): number => ['declared', ...effects].indexOf(effect);

/** Small alphabets, so that rules and calls match often, including values that are hard to match. */
const names = ['fs.read', 'fs.write', 'FS.write', 'net.egress', 'unknown', 'x'];
const targets = ['', ':', ':/a', ':/a/b', ':/A/b', ':/a/../b', ':api.example', ':.', ':\u0000'];
const capability = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...targets)).map(([a, b]) => a + b);
const globs = ['', ':/a', ':/a/**', ':/**', ':*.example', ':*'];
const capabilityPattern = fc
  .tuple(fc.constantFrom(...names, 'fs.*', '*'), fc.constantFrom(...globs))
  .map(([a, b]) => a + b);
const text = fc.constantFrom('/a', '/a/b', '/A/B', 'a', 'https://x.example/a', 'evil.test/.example', '', 'ﬁle');
const inputGlob = fc.constantFrom('/a/**', '/a', '*', '*.example', 'https://*.example/**', 'file');
const toolName = fc.constantFrom('act', 'ACT', 'list');
const annotations = fc.constantFrom({}, { readOnlyHint: true }, { destructiveHint: true });

const calls: fc.Arbitrary<PolicyCall> = fc.record({
  toolName,
  input: fc.record({ path: fc.oneof(text, fc.constant(7)) }, { requiredKeys: [] }),
  capabilities: fc.array(capability, { maxLength: 3 }),
  agentPath: fc.constantFrom(['main'], ['main', 'sub']),
  annotations,
});

const { pattern } = fc.letrec<{ pattern: CallPattern }>((tie) => ({
  pattern: fc.record(
    {
      tool: fc.oneof(toolName, fc.constant('*')),
      capability: fc.oneof(capabilityPattern, fc.array(capabilityPattern, { maxLength: 2 })),
      input: fc.record({ path: inputGlob }),
      agent: fc.constantFrom('main', 'main/*', '**'),
      annotations,
      when: fc.constantFrom(
        () => true,
        () => false,
        () => Promise.reject(new Error('x')),
        (() => undefined) as unknown as () => boolean, // untyped code can return anything
      ),
      except: fc.oneof({ maxDepth: 2, withCrossShrink: true }, capabilityPattern, tie('pattern')),
    },
    { requiredKeys: [] },
  ),
}));

const make: Readonly<Record<(typeof effects)[number], (match: CallPattern) => PolicyRule>> = {
  allow: (match) => allow(match),
  ask: (match) => ask(match),
  deny: (match) => deny(match, 'No.'),
  block: (match) => block(match, 'Never.'),
};
const ruleOf = (...kinds: (typeof effects)[number][]): fc.Arbitrary<PolicyRule> =>
  fc.tuple(fc.constantFrom(...kinds), pattern).map(([kind, match]) => make[kind](match));
const rules = fc.array(ruleOf(...effects), { maxLength: 4 });
const presets = fc.constantFrom<PolicyPreset>('supervised', 'readOnly', 'autonomous', 'approveAll', 'rejectAll');

const decide = async (list: readonly PolicyRule[], call: PolicyCall, preset?: PolicyPreset): Promise<PolicyDecision> =>
  await createPolicy({ rules: list, ...(preset === undefined ? {} : { preset }) }).decide(call);

const holds = async <T>(property: fc.IAsyncProperty<T>): Promise<void> =>
  await fc.assert(property, { numRuns: randomCases(1_000), seed: 20261121 });

describe('precedence', () => {
  it('is total: the strictest of any decisions is one of them', () => {
    const verdict = fc.constantFrom('declared' as const, ...effects).map(
      (effect) => ({ effect, reason: '', message: '' }) as PolicyDecision, // more members than each effect needs
    );

    fc.assert(
      fc.property(verdict, fc.array(verdict), (first, rest) => {
        const winner = strictest([first, ...rest]);
        expect([first, ...rest]).toContain(winner);
        expect(Math.max(...[first, ...rest].map(({ effect }) => rank(effect)))).toBe(rank(winner.effect));
      }),
    );
  });

  it('depends on neither the order of rules nor that of capabilities', async () => {
    const shuffled = rules.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );

    await holds(
      fc.asyncProperty(shuffled, calls, async ([list, other], call) => {
        const reversed = { ...call, capabilities: [...call.capabilities].reverse() };
        const { effect } = await decide(list, call);
        expect((await decide(other, call)).effect).toBe(effect);
        expect((await decide(list, reversed)).effect).toBe(effect);
      }),
    );
  });

  it('of a call with several capabilities is the strictest of its capabilities', async () => {
    await holds(
      fc.asyncProperty(rules, calls, async (list, call) => {
        fc.pre(call.capabilities.length > 0);
        // A condition sees the whole call, so it must not depend on the capabilities: none of those above does.
        const alone = await Promise.all(call.capabilities.map((one) => decide(list, { ...call, capabilities: [one] })));
        const strictestRank = Math.max(...alone.map(({ effect }) => rank(effect)));
        const verdict = await decide(list, call);
        expect(rank(verdict.effect)).toBe(strictestRank);
        const asked = call.capabilities.filter((_, index) => alone[index]?.effect === 'ask');
        if (verdict.effect === 'ask') expect(verdict.asksFor).toEqual(asked);
      }),
    );
  });
});

describe('a rule that restricts', () => {
  it('never loosens, whatever rule is added', async () => {
    await holds(
      fc.asyncProperty(rules, ruleOf('ask', 'deny', 'block'), calls, async (list, added, call) => {
        const before = rank((await decide(list, call)).effect);
        expect(rank((await decide([added, ...list], call)).effect)).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  it('never loosens as an exception to an allow: a call that required approval is not allowed now', async () => {
    await holds(
      fc.asyncProperty(rules, fc.tuple(pattern, pattern), calls, async (list, [match, except], call) => {
        const without = await decide([...list, allow(match)], call);
        const excepted = [match.except ?? [], except].flat() as CallPattern[];
        const verdict = await decide([...list, allow({ ...match, except: excepted })], call);
        if (verdict.effect === 'allow') expect(without.effect).toBe('allow');
        // Without a rule that allows a call without capabilities, its tool decides.
        if (call.capabilities.length > 0) expect(rank(verdict.effect)).toBeGreaterThanOrEqual(rank(without.effect));
      }),
    );
  });

  it('covers at least the calls of an allow with the same pattern', async () => {
    const plain = pattern.map(({ except: _, ...match }) => match);

    await holds(
      fc.asyncProperty(plain, calls, async (match, call) => {
        for (const capabilities of call.capabilities.length === 0 ? [[]] : call.capabilities.map((one) => [one])) {
          const one = { ...call, capabilities };
          const isAllowed = (await decide([allow(match)], one)).effect === 'allow';
          const isByPreset = (await decide([], one)).effect === 'allow';
          if (isAllowed && !isByPreset) expect((await decide([deny(match, 'No.')], one)).effect).toBe('deny');
        }
      }),
    );
  });
});

describe('a policy around a sub-agent', () => {
  it('restricts inside as much as outside, and allows nothing', async () => {
    await holds(
      fc.asyncProperty(fc.tuple(rules, rules), presets, calls, async ([own, around], preset, call) => {
        const outer = withoutApproval(createPolicy({ rules: around, preset }));
        const inside = await outer.decide(call);
        const outside = await decide(around, call, preset);
        expect(inside.effect).toBe(outside.effect === 'allow' ? 'declared' : outside.effect);

        const inner = await decide(own, call);
        const both = strictest([inner, inside]).effect;
        expect(rank(both)).toBeGreaterThanOrEqual(rank(inner.effect));
        if (both === 'allow') expect(inner.effect).toBe('allow');
      }),
    );
  });
});

describe('in ambiguous cases', () => {
  it('a call that no rule allows is never allowed', async () => {
    await holds(
      fc.asyncProperty(fc.array(ruleOf('ask', 'deny', 'block')), calls, async (list, call) => {
        fc.pre(!call.capabilities.some((one) => one.startsWith('fs.read')));
        expect((await decide(list, call)).effect).not.toBe('allow');
      }),
    );
  });

  it('a rule that possibly applies requires approval, and overrides rules that allow', async () => {
    const unclear = fc.constantFrom<CallPattern>(
      { input: { nowhere: '/a/**' } },
      { when: () => Promise.reject(new Error('x')) },
    );

    await holds(
      fc.asyncProperty(unclear, fc.constantFrom(...effects), calls, async (match, kind, call) => {
        const { effect } = await decide([allow({ tool: '*', when: () => true }), make[kind](match)], call);
        expect(effect).toBe(kind === 'allow' ? 'allow' : 'ask');
      }),
    );
  });

  it('an unknown target is not allowed by a rule about targets', async () => {
    await holds(
      fc.asyncProperty(fc.constantFrom(':/a', ':/**', ':*', ':'), fc.constantFrom(...names), async (glob, name) => {
        fc.pre(name !== 'fs.read');
        const call: PolicyCall = { toolName: 'act', input: {}, capabilities: [name], agentPath: [], annotations: {} };
        expect((await decide([allow(name + glob)], call)).effect).toBe('ask');
        expect((await decide([allow({}), block(name + glob, 'Never.')], call)).effect).not.toBe('allow');
      }),
    );
  });
});

describe('a hidden tool', () => {
  it('would have every call blocked', async () => {
    await holds(
      fc.asyncProperty(rules, presets, calls, async (list, preset, call) => {
        const policy = createPolicy({ rules: list, preset });
        if (policy.hides?.(call) !== undefined) expect((await policy.decide(call)).effect).toBe('block');
        if (policy.hides?.({ ...call, capabilities: undefined }) !== undefined) {
          expect((await policy.decide(call)).effect).toBe('block');
        }
      }),
    );
  });
});
