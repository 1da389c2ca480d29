import { describe, expect, it } from 'vitest';
import { createGrants } from '../../../src/approval/grants/grants.js';
import { type RememberScope, rememberChoices } from '../../../src/approval/grants/remember.js';
import { grantRequest, policyCall } from './calls.js';

function scopes(...capabilities: string[]): readonly RememberScope[] {
  return rememberChoices({ capabilities }).map(({ scope }) => scope);
}

describe('the scopes that a card can offer', () => {
  it.each<[string, string]>([
    ['fs.write:/drafts/a.md', 'fs.write:/drafts/**'],
    ['fs.write:/x/../drafts//b/a.md', 'fs.write:/drafts/b/**'],
    ['fs.write:drafts\\a.md', 'fs.write:drafts/**'],
    ['net.egress:https://API.example.com:8443/v1', 'net.egress:https://api.example.com:8443'],
    ['proc.exec:git status', 'proc.exec:git status'],
  ])('for %s include %s, between the input and the tool', (capability, offered) => {
    expect(scopes(capability)).toEqual(['input', { capability: offered }, 'tool']);
  });

  it.each([
    'fs.write',
    'fs.write:',
    'fs.write:/a.md',
    'fs.write:a.md',
    'fs.write:/',
    'fs.write:../drafts/a.md',
    'fs.write:/a*/b.md',
    'fs.write:/a/b\0.md',
    'net.egress:',
    'net.egress:data:text/html,x',
    'proc.exec:rm *',
  ])('for %j include no capability', (capability) => {
    expect(scopes(capability)).toEqual(['input', 'tool']);
  });

  it('contain each folder and host once', () => {
    const offered = scopes('fs.write:/a/1', 'fs.write:/a/2', 'net.egress:a.com');

    expect(offered).toEqual(['input', { capability: 'fs.write:/a/**' }, { capability: 'net.egress:a.com' }, 'tool']);
  });

  it.each(['plain-secret', 'with "quotes" and \\ backslash'])(
    'C117 hide the secret %j that they contain, however JSON spells it',
    async (secret) => {
      const grants = createGrants();
      const input = { path: `/drafts/${secret}`, password: secret };
      const asked = { toolCallId: 'call-1', toolName: 'write', input, title: 'Write' };
      const call = { ...policyCall({ input, capabilities: [`fs.write:/drafts/${secret}`] }), toolCallId: 'call-1' };

      await grants.add(
        grantRequest({ remember: { scope: 'input', for: 'session' }, call, asked, reason: `Writes ${secret}` }),
      );

      expect(grants.list()[0]?.hidden).toEqual([secret]);
    },
  );

  it('can be remembered, each for its own call', async () => {
    const grants = createGrants();
    const call = policyCall({ capabilities: ['fs.write:/a/1', 'net.egress:https://a.com/x', 'proc.exec:ls'] });

    for (const remember of rememberChoices(call))
      await grants.add(grantRequest({ remember, call: { ...call, toolCallId: 'call-1' } }));

    expect(grants.list()).toHaveLength(5);
  });
});
