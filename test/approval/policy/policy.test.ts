import { describe, expect, it } from 'vitest';
import { createPolicy, type PolicyOptions } from '../../../src/approval/policy/policy.js';
import type { PolicyCall } from '../../../src/approval/policy/policy-call.js';
import type { PolicyTool } from '../../../src/approval/policy/policy-decision.js';
import type { CallMatcher, CallPattern, PolicyRule } from '../../../src/approval/policy/policy-rule.js';
import type { PolicyPreset } from '../../../src/approval/policy/presets.js';
import { allow, ask, block, deny } from '../../../src/approval/policy/rules.js';

const call = (about: Partial<PolicyCall> = {}): PolicyCall => ({
  toolName: 'act',
  input: {},
  capabilities: [],
  agentPath: ['main'],
  annotations: {},
  ...about,
});
const touching = (...capabilities: string[]): PolicyCall => call({ capabilities });
const decide = async (options: PolicyOptions, about: PolicyCall) => await createPolicy(options).decide(about);
const effectOf = async (rules: readonly PolicyRule[], about: PolicyCall) => (await decide({ rules }, about)).effect;

/** Returns the decisions of an allow and of a deny with this pattern about a call without other rules. */
const meaningOf = async (match: CallMatcher, about: PolicyCall): Promise<readonly string[]> => [
  await effectOf([allow(match)], about),
  await effectOf([deny(match, 'No.')], about),
];

describe('a policy without rules', () => {
  it('requires approval for each capability that is not allowed, and lists them', async () => {
    expect(await decide({}, touching('fs.read', 'fs.write:/a', 'net.egress'))).toEqual({
      effect: 'ask',
      reason: "No rule of policy 'supervised' allows fs.write:/a.",
      asksFor: ['fs.write:/a', 'net.egress'],
    });
  });

  it('has no decision about a call without capabilities', async () => {
    expect(await decide({ name: 'mine' }, call())).toEqual({
      effect: 'declared',
      reason: "Policy 'mine' has no rule for this call.",
    });
  });
});

describe('a decision', () => {
  const rule = { name: 'drafts', reason: 'Drafts are cheap.' };

  it.each([
    [allow('fs.write'), { effect: 'allow', reason: "Policy 'supervised' allows fs.write.", rule: 'fs.write' }],
    [allow('fs.write', rule), { effect: 'allow', reason: rule.reason, rule: 'drafts' }],
    [
      ask({ tool: ['act', 'b'] }),
      {
        effect: 'ask',
        reason: "Policy 'supervised' requires approval for tool act or b.",
        rule: 'tool act or b',
        asksFor: ['fs.write'],
      },
    ],
    [deny({}, 'Not now.'), { effect: 'deny', reason: 'Not now.', message: 'Not now.', rule: 'every call' }],
    [block('*', 'Never.', rule), { effect: 'block', reason: rule.reason, message: 'Never.', rule: 'drafts' }],
  ])('names the rule of %j, and why', async (made, verdict) => {
    expect(await decide({ rules: [made] }, touching('fs.write'))).toEqual(verdict);
  });

  it('describes a rule without a name', async () => {
    const isLate = () => true;
    const patterns: readonly CallPattern[] = [
      { capability: ['a.b', 'c'], input: { path: '/x/**' }, agent: 'main' },
      { annotations: { readOnlyHint: true }, when: () => true },
      { when: isLate },
    ];

    const named = await Promise.all(
      patterns.map(async (match) => {
        const about = call({ capabilities: ['a.b'], input: { path: '/x/y' }, annotations: { readOnlyHint: true } });
        return (await decide({ rules: [ask(match)] }, about)).rule;
      }),
    );

    expect(named).toEqual(['a.b or c, path /x/**, agent main', '{"readOnlyHint":true}, a condition', 'isLate']);
  });
});

describe('the strictest rule wins', () => {
  const rules = { allow: allow('a'), ask: ask('a'), deny: deny('a', 'No.'), block: block('a', 'Never.') };
  const order = ['allow', 'ask', 'deny', 'block'] as const;

  it.each(order.flatMap((weaker, index) => order.slice(index + 1).map((stricter) => [weaker, stricter] as const)))(
    'of %s and %s the second, in either order, over capabilities too',
    async (weaker, stricter) => {
      expect(await effectOf([rules[weaker], rules[stricter]], touching('a'))).toBe(stricter);
      expect(await effectOf([rules[stricter], rules[weaker]], touching('a'))).toBe(stricter);

      const apart = [rules[weaker], { ...rules[stricter], match: { capability: 'b' } }];
      expect(await effectOf(apart, touching('a', 'b'))).toBe(stricter);
      expect(await effectOf(apart, touching('b', 'a'))).toBe(stricter);
      expect(await effectOf(apart, touching('a'))).toBe(weaker);
    },
  );

  it('and an allow for one capability does not apply to another', async () => {
    expect(await effectOf([allow('a')], touching('a', 'b'))).toBe('ask');
  });
});

describe('a pattern', () => {
  it.each<readonly [string, CallMatcher, Partial<PolicyCall>, readonly string[]]>([
    ['a capability', 'fs.write', { capabilities: ['fs.write:/a'] }, ['allow', 'deny']],
    ['another capability', 'fs.write', { capabilities: ['fs.delete'] }, ['ask', 'ask']],
    ['a capability whose target is unknown', 'fs.write:/a/**', { capabilities: ['fs.write'] }, ['ask', 'ask']],
    ['a capability, of a call without any', 'fs.write', {}, ['declared', 'declared']],
    ['everything, of a call without any', {}, {}, ['allow', 'deny']],
    ['one of several', { capability: ['a', 'b'] }, { capabilities: ['b'] }, ['allow', 'deny']],
    ['none', { capability: [] }, { capabilities: ['b'] }, ['ask', 'ask']],
    ['a tool', { tool: 'act' }, {}, ['allow', 'deny']],
    ['tools of a kind', { tool: 'mcp_*' }, { toolName: 'mcp_list' }, ['allow', 'deny']],
    ['another tool', { tool: ['a', 'b'] }, {}, ['declared', 'declared']],
    ['a tool in other letter case', { tool: 'ACT' }, {}, ['declared', 'deny']],
    ['a tool and a capability', { tool: 'act', capability: 'a' }, { capabilities: ['a'] }, ['allow', 'deny']],
    ['another tool and a capability', { tool: 'b', capability: 'a' }, { capabilities: ['a'] }, ['ask', 'ask']],
    ['an agent', { agent: 'main' }, {}, ['allow', 'deny']],
    ['an agent, of a sub-agent', { agent: 'main' }, { agentPath: ['main', 'sub'] }, ['declared', 'declared']],
    ['sub-agents', { agent: 'main/*' }, { agentPath: ['main', 'sub'] }, ['allow', 'deny']],
    ['sub-agents, of those below', { agent: 'main/*' }, { agentPath: ['main', 'a', 'b'] }, ['declared', 'declared']],
    ['an agent anywhere', { agent: '**/sub' }, { agentPath: ['sub'] }, ['allow', 'deny']],
    ['an agent with a slash in its name', { agent: 'main/*' }, { agentPath: ['main/sub'] }, ['declared', 'declared']],
    [
      'annotations',
      { annotations: { readOnlyHint: true } },
      { annotations: { readOnlyHint: true, title: 'x' } },
      ['allow', 'deny'],
    ],
    ['annotations that are not there', { annotations: { readOnlyHint: true } }, {}, ['declared', 'declared']],
    ['a condition', { when: ({ toolName }) => toolName === 'act' }, {}, ['allow', 'deny']],
    ['a condition later', { when: async () => true }, {}, ['allow', 'deny']],
    ['a condition that is not met', { when: () => false }, {}, ['declared', 'declared']],
    ['a condition that says something else', { when: (() => 1) as never }, {}, ['declared', 'ask']],
    ['a condition that fails', { when: () => Promise.reject(new Error('x')) }, {}, ['declared', 'ask']],
    ['a call whose tool could not say what it touches', '*', { capabilities: ['unknown'] }, ['ask', 'deny']],
    ['the same, one capability', 'fs.write', { capabilities: ['unknown'] }, ['ask', 'ask']],
    ['the same, by its reserved name', 'unknown', { capabilities: ['unknown'] }, ['ask', 'deny']],
    ['the same, by tool', { tool: 'act' }, { capabilities: ['unknown'] }, ['allow', 'deny']],
  ])('means %s', async (...[, match, about, meaning]) => {
    expect(await meaningOf(match, call(about))).toEqual(meaning);
  });

  it.each<readonly [string, unknown, readonly string[]]>([
    ['/drafts/**', '/drafts/a.md', ['allow', 'deny']],
    ['/drafts/**', '/drafts/../.env', ['declared', 'declared']],
    ['/drafts/**', '/DRAFTS/a.md', ['declared', 'deny']],
    ['/drafts/*', '/drafts/a/b', ['declared', 'declared']],
    ['/drafts/**', 7, ['declared', 'ask']],
    ['/drafts/**', ['/drafts/a'], ['declared', 'ask']],
    ['/drafts/**', undefined, ['declared', 'ask']],
    ['*', 'any/thing?', ['allow', 'deny']],
    ['git log*', 'git log src/a.ts', ['allow', 'deny']],
    ['git log*', 'git push', ['declared', 'declared']],
    ['*.md', 'a.md', ['allow', 'deny']],
    ['*.md', 'b/a.md', ['declared', 'deny']],
    ['*.example.com', 'api.example.com', ['allow', 'deny']],
    ['*.example.com', 'https://api.example.com/x', ['allow', 'deny']],
    ['*.example.com', 'https://api.example.com@evil.test/', ['declared', 'declared']],
    ['*.example.com', 'evil.test/.example.com', ['declared', 'deny']],
    ['*.example.com', 'evil.test,api.example.com', ['declared', 'deny']],
    ['*.example.com', 'evil.test;api.example.com', ['declared', 'deny']],
    ['*.example.com', '$(x).example.com', ['declared', 'deny']],
    ['*.tar.gz', 'notes (final).tar.gz', ['allow', 'deny']],
    ['/{drafts,notes}/**', '/notes/a.md', ['declared', 'deny']],
    ['*.example.com', 'evil.test?.example.com', ['declared', 'deny']],
    ['*.example.com', 'https:\\\\evil.test\\.example.com', ['declared', 'deny']],
    ['https://*.example.com/**', 'https://api.example.com/a/b?c=d', ['allow', 'deny']],
    ['https://*.example.com/**', 'https://api.example.com', ['allow', 'deny']],
    ['https://*.example.com', 'HTTPS://API.example.com:443/x', ['allow', 'deny']],
    ['https://*.example.com', 'http://api.example.com/', ['declared', 'declared']],
    ['https://*.example.com', 'https://api.example.com:8443/', ['declared', 'deny']],
    ['http://localhost:3000/**', 'http://localhost:3000/a', ['allow', 'deny']],
    ['https://example.com/**', 'https://evil.test/../example.com/x', ['declared', 'declared']],
    ['https://example.com/**', 'https://user@example.com/x', ['allow', 'deny']],
    ['https://example.com/docs/**', 'https://example.com/docs/../admin', ['declared', 'declared']],
    ['https://example.com/docs/**', 'https://example.com/docs/a', ['allow', 'deny']],
    ['https://example.com/docs/**', 'no address', ['declared', 'ask']],
    ['https://example.com/?q=*', 'https://example.com/?q=1', ['declared', 'ask']],
  ])('over an input: %s of %j', async (glob, value, meaning) => {
    const input = (value === undefined ? {} : { at: { place: value } }) as PolicyCall['input'];

    expect(await meaningOf({ input: { 'at.place': glob } }, call({ input }))).toEqual(meaning);
  });

  it('has to match with all of its members, and with all members of an input', async () => {
    const match: CallPattern = { tool: 'act', input: { from: '/a/**', to: ['/b/**', '/c/**'] } };
    const with_ = (from: string, to: string) => meaningOf(match, call({ input: { from, to } }));

    expect(await with_('/a/x', '/c/x')).toEqual(['allow', 'deny']);
    expect(await with_('/a/x', '/d/x')).toEqual(['declared', 'declared']);
  });

  it.each([[{ tools: 'act' }], [{ tool: undefined }], [{ capability: 'a', except: { capabilty: 'b' } }]])(
    'is refused when it holds what it does not know: %j would mean every call',
    async (match) => {
      const make = async () => decide({ rules: [allow(match as CallPattern)] }, call());

      await expect(make).rejects.toMatchObject({ name: 'UserError', code: 'policy-pattern' });
    },
  );
});

describe('an exception', () => {
  it.each<readonly [string, CallPattern, Partial<PolicyCall>, readonly string[]]>([
    [
      'takes a capability out',
      { capability: 'fs.*', except: 'fs.delete' },
      { capabilities: ['fs.delete'] },
      ['ask', 'ask'],
    ],
    [
      'leaves the others in',
      { capability: 'fs.*', except: ['fs.delete', 'net.*'] },
      { capabilities: ['fs.write'] },
      ['allow', 'deny'],
    ],
    [
      'is decided for each capability',
      { tool: 'act', except: 'fs.delete' },
      { capabilities: ['fs.write', 'fs.delete'] },
      ['ask', 'deny'],
    ],
    ['takes a tool out', { except: { tool: 'act' } }, {}, ['declared', 'declared']],
    [
      'to an allow holds where it may apply',
      { tool: 'act', except: { input: { path: '/a/**' } } },
      {},
      ['declared', 'deny'],
    ],
    [
      'to an allow ignores letter case, to a deny it does not',
      { capability: 'fs.write', except: 'fs.write:/secret/**' },
      { capabilities: ['fs.write:/SECRET/a'] },
      ['ask', 'deny'],
    ],
    [
      'may have an exception',
      { capability: 'fs.*', except: { capability: 'fs.write', except: 'fs.write:/drafts/**' } },
      { capabilities: ['fs.write:/drafts/a'] },
      ['allow', 'deny'],
    ],
    [
      'that fails holds for an allow only',
      { tool: 'act', except: { when: () => Promise.reject(new Error('x')) } },
      {},
      ['declared', 'deny'],
    ],
  ])('%s', async (...[, match, about, meaning]) => {
    expect(await meaningOf(match, call(about))).toEqual(meaning);
  });
});

describe('presets', () => {
  const tools: Readonly<Record<string, Partial<PolicyCall>>> = {
    nothing: {},
    'a reader by annotation': { annotations: { readOnlyHint: true } },
    'a destroyer by annotation': { annotations: { destructiveHint: true } },
    'fs.read': { capabilities: ['fs.read:/a'] },
    'data.read': { capabilities: ['data.read'] },
    'fs.write': { capabilities: ['fs.write:/a'] },
    'fs.read and fs.write': { capabilities: ['fs.read', 'fs.write'] },
    'fs.write and annotated as a reader': { capabilities: ['fs.write'], annotations: { readOnlyHint: true } },
    'fs.delete': { capabilities: ['fs.delete'] },
    'net.egress': { capabilities: ['net.egress:a.example'] },
    'proc.exec': { capabilities: ['proc.exec'] },
    'secrets.access': { capabilities: ['secrets.access'] },
    'what could not be told': { capabilities: ['unknown'] },
  };
  const expected: Readonly<Record<PolicyPreset, readonly string[]>> = {
    supervised: 'declared declared declared allow ask ask ask ask ask ask ask ask ask'.split(' '),
    readOnly: 'ask allow ask allow allow block block block block block block block block'.split(' '),
    autonomous: 'declared declared ask allow allow allow allow allow ask allow ask ask ask'.split(' '),
    approveAll: Object.keys(tools).map(() => 'allow'),
    rejectAll: Object.keys(tools).map(() => 'deny'),
  };

  it.each(Object.keys(expected) as PolicyPreset[])('%s', async (preset) => {
    const verdicts = await Promise.all(Object.values(tools).map((about) => decide({ preset }, call(about))));

    const table = (effects: readonly string[]) =>
      Object.fromEntries(Object.keys(tools).map((name, index) => [name, effects[index]]));
    expect(table(verdicts.map(({ effect }) => effect))).toEqual(table(expected[preset]));
    expect(verdicts.filter(({ reason }) => reason === '')).toEqual([]);
    expect(createPolicy({ preset }).name).toBe(preset);
  });

  it('are combined with the rules, and neither loosens the other', async () => {
    expect(await decide({ preset: 'rejectAll', rules: [allow({})] }, call())).toMatchObject({ effect: 'deny' });
    expect(await decide({ preset: 'approveAll', rules: [ask({ tool: 'act' })] }, call())).toMatchObject({
      effect: 'ask',
    });
  });
});

describe('a rewrite', () => {
  const shout = (input: unknown) => ({ text: `${(input as { text: string }).text}!` });

  it('is made by each matching rule in turn, on a copy', async () => {
    const input = Object.freeze({ text: 'a' });
    const policy = createPolicy({
      rules: [
        deny('b', 'No.', { rewrite: async (value) => Object.assign(value as object, { text: 'b' }) }),
        ask({ tool: 'other' }, { rewrite: () => 'never' }),
        allow('a', { rewrite: shout }),
      ],
    });

    expect(await policy.rewrite?.(call({ input, capabilities: ['a', 'b'] }))).toEqual({ text: 'b!' });
    expect(await policy.rewrite?.(call({ input, capabilities: ['c'] }))).toBe(input);
    expect(input).toEqual({ text: 'a' });
  });

  it('is made when a restricting rule possibly matches the call', async () => {
    const policy = createPolicy({ rules: [ask('fs.write:/a', { rewrite: shout })] });

    expect(await policy.rewrite?.(call({ input: { text: 'a' }, capabilities: ['fs.write'] }))).toEqual({ text: 'a!' });
  });

  it('is not evaluated without a rewriting rule', () => {
    expect(createPolicy({ rules: [allow('a')] }).rewrite).toBeUndefined();
  });
});

describe('a tool is hidden', () => {
  const about = (more: Partial<PolicyTool>): PolicyTool => ({
    toolName: 'act',
    capabilities: [],
    agentPath: ['main'],
    annotations: {},
    ...more,
  });

  it.each<readonly [string, CallMatcher, Partial<PolicyTool>, boolean]>([
    ['by name', { tool: 'act' }, {}, true],
    ['by name, whatever it touches', { tool: 'act' }, { capabilities: undefined }, true],
    ['not by another', { tool: 'b' }, {}, false],
    ['by one of its capabilities', 'b', { capabilities: ['a', 'b'] }, true],
    ['not by a capability that it lacks', 'b', { capabilities: ['a'] }, false],
    ['not by a capability that it may have', '*', { capabilities: undefined }, false],
    ['not where the target is unknown', 'fs.write:/a/**', { capabilities: ['fs.write'] }, false],
    ['not where the input decides', { input: { path: '*' } }, {}, false],
    ['not where a condition decides', { when: () => true }, {}, false],
    ['by agent', { agent: 'main' }, {}, true],
    ['not in another agent', { agent: 'other' }, {}, false],
    ['by annotations', { annotations: { destructiveHint: true } }, { annotations: { destructiveHint: true } }, true],
    ['not when it is excepted', { except: { tool: 'act' } }, {}, false],
    ['when another is excepted', { except: { tool: 'b' } }, {}, true],
    ['not when an input may except it', { except: { tool: 'act', input: { path: '*' } } }, {}, false],
    ['when what is excepted it cannot do', { tool: 'act', except: 'a' }, { capabilities: ['b'] }, true],
    ['when it declares nothing that could be excepted', { tool: 'act', except: 'a' }, {}, true],
    ['when it does more than is excepted', { capability: '*', except: 'a' }, { capabilities: ['a', 'b'] }, true],
    ['not when all that it does is excepted', { capability: '*', except: 'a' }, { capabilities: ['a'] }, false],
    ['not when it may do only what is excepted', { tool: 'act', except: 'a' }, { capabilities: undefined }, false],
  ])('%s', async (...[, match, tool, isHidden]) => {
    const policy = createPolicy({ rules: [block(match, 'Never.')] });
    const hidden = policy.hides?.(about(tool));

    expect(hidden?.effect).toBe(isHidden ? 'block' : undefined);
    if (isHidden) {
      const verdict = await policy.decide(call({ ...tool, capabilities: tool.capabilities ?? [] }));
      expect(verdict).toEqual(hidden);
    }
  });

  it('by a block only: the model may still call a denied tool', () => {
    expect(createPolicy({ preset: 'rejectAll' }).hides?.(about({}))).toBeUndefined();
  });
});
