import { describe, expect, it } from 'vitest';
import { createGrants } from '../../../src/approval/grants/grants.js';
import { matchesCapability } from '../../../src/approval/policy/capability.js';
import { createPolicy } from '../../../src/approval/policy/policy.js';
import { allow, deny } from '../../../src/approval/policy/rules.js';
import { splitCapability } from '../../../src/approval/policy/split-capability.js';
import { grantRequest, policyCall } from '../grants/calls.js';
import { escapes, honest, restricted, type Spellings, unrelated } from './spellings.js';

const rows = (table: Spellings): readonly (readonly [string, string])[] =>
  Object.entries(table).flatMap(([pattern, targets]) =>
    targets.map((target) => [pattern, `${splitCapability(pattern)[0]}:${target}`] as const),
  );

describe('a rule that loosens', () => {
  it.each(rows(escapes))('C327 %s does not allow %j', (pattern, capability) => {
    expect(matchesCapability(pattern, capability, 'loosens')).toBe(false);
  });

  it.each(rows(honest))('C327 %s allows %j', (pattern, capability) => {
    expect(matchesCapability(pattern, capability, 'loosens')).toBe(true);
  });
});

describe('a rule that restricts', () => {
  it.each(rows(restricted))('C328 %s covers %j', (pattern, capability) => {
    expect(matchesCapability(pattern, capability, 'restricts')).toBe(true);
  });

  it.each(rows(unrelated))('C328 %s does not cover %j', (pattern, capability) => {
    expect(matchesCapability(pattern, capability, 'restricts')).toBe(false);
  });
});

it('C327 the tables have at least 60 honest and 120 hostile targets in each direction', () => {
  expect(rows(honest).length).toBeGreaterThanOrEqual(60);
  expect(rows(escapes).length).toBeGreaterThanOrEqual(120);
  expect(rows(restricted).length).toBeGreaterThanOrEqual(120);
});

/** Names of tools and agents that look like `pay`. */
const payNames = ['pаy', 'рау', 'PAY', 'Pay', 'ｐａｙ', 'pay ', 'p\u200bay', 'pay\0', '𝐩𝐚𝐲', 'p%61y', 'pɑy', 'раy'];

describe('a name that looks like another', () => {
  const effectOf = async (rule: ReturnType<typeof allow>, about: Parameters<typeof policyCall>[0]) =>
    (await createPolicy({ preset: 'approveAll', rules: [rule] }).decide(policyCall(about))).effect;
  const allowed = async (rule: ReturnType<typeof allow>, about: Parameters<typeof policyCall>[0]) =>
    (await createPolicy({ rules: [rule] }).decide(policyCall(about))).effect;

  it.each(payNames)('C329 is denied like the other, but not allowed like it: %j', async (toolName) => {
    expect(await effectOf(deny({ tool: 'pay' }, 'No.'), { toolName })).toBe('deny');
    expect(await effectOf(deny({ tool: 'p*y' }, 'No.'), { toolName })).toBe('deny');
    expect(await allowed(allow({ tool: 'pay' }), { toolName })).not.toBe('allow');
    expect(await effectOf(deny({ agent: 'main/pay' }, 'No.'), { agentPath: ['main', toolName] })).toBe('deny');
    expect(await allowed(allow({ agent: 'main/pay' }), { agentPath: ['main', toolName] })).not.toBe('allow');
    expect(await effectOf(deny('pay:/x', 'No.'), { capabilities: [`${toolName}:/x`] })).toBe('deny');
    expect(await allowed(allow('pay'), { capabilities: [toolName] })).toBe('ask');
  });

  it.each(['payx', 'repay', 'pa-y', 'bay', 'роу'])('C329 does not include a different name: %j', async (toolName) => {
    expect(await effectOf(deny({ tool: 'pay' }, 'No.'), { toolName })).toBe('allow');
  });

  it.each(payNames)(
    'C329 is covered by a remembered denial of the tool, but not by an approval: %j',
    async (toolName) => {
      const grants = createGrants();
      const remember = { scope: 'tool', for: 'session' } as const;
      const call = { ...policyCall({ toolName: 'pay' }), toolCallId: 'call-1' };
      await grants.add(grantRequest({ effect: 'allow', remember, call }));
      expect(await grants.find(policyCall({ toolName }))).toBeUndefined();
      await grants.add(grantRequest({ effect: 'deny', remember, call }));

      expect(await grants.find(policyCall({ toolName }))).toMatchObject({ effect: 'deny' });
      expect(await grants.find(policyCall({ toolName: 'other' }))).toBeUndefined();
    },
  );

  it.each<[string, string]>([
    ['/drafts/**', '/drafts/%2e%2e/etc'],
    ['/drafts/**', '/drafts/{a,../../etc}'],
    ['https://a.example/docs/**', 'https://a.example/docs/%2e%2e%2fadmin'],
    ['https://a.example/**', 'https://a.example\\@b.example/'],
    ['*.a.example', 'https://b.example\\@x.a.example/'],
  ])('C327 an input %s does not allow %j', async (glob, path) => {
    expect(await allowed(allow({ tool: 'act', input: { path: glob } }), { toolName: 'act', input: { path } })).not.toBe(
      'allow',
    );
  });

  it.each<[string, string]>([
    ['/secrets/**', '/%73ecrets/a'],
    ['/secrets/**', '/ѕecrets/a'],
    ['https://a.example/admin/**', 'https://a.example/%2561dmin/x'],
    ['https://b.example/**', 'https://a.example\\@b.example/'],
    ['git push*', 'git\u00a0push'],
  ])('C328 an input %s is denied as %j', async (glob, path) => {
    expect(await effectOf(deny({ input: { path: glob } }, 'No.'), { input: { path } })).toBe('deny');
  });
});

describe('spellings that random tests have found', () => {
  it.each([
    ['fs.write:/secrets/**', 'fs.write:/secret$$11s/a'],
    ['net.egress:evil.example', 'net.egress:https://%68%74%74%70%73%3A%2F%2F%65%76%69%6c%2e%65%78%61%6d%70%6c%65'],
  ])('C328 %s restricts %s', (pattern, target) => {
    expect(matchesCapability(pattern, target, 'restricts')).not.toBe(false);
  });
});
