import { allow, createPolicy } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { rememberChoices } from '../../src/approval/grants/remember.js';
import { policyCall } from '../approval/grants/calls.js';

describe('a grant for a host', () => {
  const offered = (target: string) =>
    rememberChoices({ capabilities: [`net.egress:${target}`] }).flatMap(({ scope }) =>
      typeof scope === 'object' && 'capability' in scope ? [scope.capability] : [],
    );

  it.each([
    ['https://API.example.com/v1', 'https://api.example.com'],
    ['https://api.example.com:443/', 'https://api.example.com'],
    ['http://api.example.com:8080/x', 'http://api.example.com:8080'],
    ['wss://api.example.com', 'wss://api.example.com'],
    ['api.example.com:8443', 'api.example.com:8443'],
    ['api.example.com:80', 'api.example.com:80'],
    ['api.example.com', 'api.example.com'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
    ['foo://a.example:7/x', 'foo://a.example:7'],
  ])('C116 names port and scheme: for %s it is %s', (target, wanted) => {
    expect(offered(target)).toEqual([`net.egress:${wanted}`]);
  });

  it.each([
    ['https://a.example', 'https://a.example/x', true],
    ['https://a.example', 'https://A.example:443/', true],
    ['https://a.example', 'http://a.example/', false],
    ['https://a.example', 'https://a.example:8443/', false],
    ['https://a.example', 'a.example', false],
    ['https://a.example', 'https://b.a.example', false],
    ['https://a.example', 'https://a.example@evil.com', false],
    ['https://a.example:8443', 'https://a.example:8443/x', true],
    ['https://a.example:8443', 'https://a.example/', false],
    ['http://*.a.example:3000', 'http://b.a.example:3000/x', true],
    ['a.example:8443', 'https://a.example:8443/', true],
    ['a.example:8443', 'a.example:8443', true],
    ['a.example:443', 'https://a.example/', true],
    ['a.example:443', 'a.example', false],
    ['a.example:443', 'http://a.example/', false],
    ['https://a.example/only', 'https://a.example/only/x', false],
    ['https://u@a.example', 'https://a.example', false],
  ])('C116 covers exactly that: %s on %s is %s', async (wanted, target, covered) => {
    const policy = createPolicy({ rules: [allow(`net.egress:${wanted}`)] });
    const verdict = await policy.decide(policyCall({ capabilities: [`net.egress:${target}`] }));

    expect(verdict.effect === 'allow').toBe(covered);
  });
});
