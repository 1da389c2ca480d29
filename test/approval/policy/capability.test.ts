import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesCapability } from '../../../src/approval/policy/capability.js';

/** pattern, capability, result when it loosens, result when it restricts */
type Row = readonly [string, string, boolean, boolean | 'maybe'];

const e = { composed: '\u00e9', decomposed: 'e\u0301' };

describe('a pattern of capabilities', () => {
  it.each<Row>([
    ['fs.write', 'fs.write', true, true],
    ['fs.write', 'fs.write:/a', true, true],
    ['fs.*', 'fs.write:/a', true, true],
    ['*', 'fs.write:/a', true, true],
    ['fs', 'fs.write', false, false],
    ['fs.write', 'fs.writes', false, false],
    ['fs.write', 'proc.exec:fs.write', false, false],
    ['fs.write', 'FS.Write:/a', false, true],
    ['', 'fs.write', false, false],
    ['fs.write:/a', 'fs.write', false, 'maybe'],
    ['fs.write:**', 'fs.write:', false, 'maybe'],
    ['fs.write:', 'fs.write:/a', false, true],
  ])('%j on %j: loosens %s, restricts %s', check);

  it.each<Row>([
    ['fs.write:/drafts/**', 'fs.write:/drafts/a/b.md', true, true],
    ['fs.write:/drafts/**', 'fs.write:/drafts', false, true],
    ['fs.write:/drafts/**', 'fs.write:/draftsmen/a', false, false],
    ['fs.write:/drafts/**', 'fs.write:/drafts/../.env', false, false],
    ['fs.write:/drafts/**', 'fs.write:/x/../drafts/a', true, true],
    ['fs.write:/drafts/**', 'fs.write:/drafts/a/..', false, true],
    ['fs.write:/drafts/**', 'fs.write:/drafts\\..\\.env', false, false],
    ['fs.write:/secrets/**', 'fs.write:/drafts/..\\secrets\\a', false, true],
    ['fs.write:/drafts/**', 'fs.write:/drafts/..\\.env', false, true],
    ['fs.write:/drafts/**', 'fs.write:/drafts/%2e%2e/.env', false, true],
    ['fs.write:/drafts/**', 'fs.write:/Drafts/a', false, true],
    ['fs.write:/drafts/**', 'fs.write:drafts/a', false, true],
    ['fs.write:/drafts/**', 'fs.write:../drafts/a', false, 'maybe'],
    ['fs.write:/drafts/**', 'fs.write:/', false, 'maybe'],
    ['fs.write:/a/secrets/**', 'fs.write:/a', false, 'maybe'],
    ['fs.write:**/.env', 'fs.write:/a/b', false, false],
    ['fs.write:**/.env', 'fs.write:/a/.ENV', false, true],
    ['fs.write:/drafts/**/../x', 'fs.write:/drafts/x', false, 'maybe'],
    ['fs.write:/drafts/*', 'fs.write:/drafts/a\0.txt', false, true],
    [`fs.write:/${e.composed}/*`, `fs.write:/${e.decomposed}/a`, true, true],
    ['fs.write:/drafts/**', 'fs.write:/drafts/．．/.env', false, true],
    ['fs.write:/.env', 'fs.write:/drafts/．．/.env', false, true],
    ['fs.write:/etc/*', 'fs.write:／etc／passwd', false, true],
    ['fs.write:/straße', 'fs.write:/STRASSE', false, true],
    ['fs.write:/ΑΣ*', 'fs.write:/ασα', false, true],
    ['*:/drafts/**', 'FS.write:/drafts/../.env', false, false],
    ['fs.write:C:\\drafts\\**', 'fs.write:C:/drafts/a', true, true],
  ])('of paths: %j on %j: loosens %s, restricts %s', check);

  it.each<Row>([
    ['net.egress:api.example.com', 'net.egress:https://API.example.com:8443/v1?q', true, true],
    ['net.egress:*.example.com', 'net.egress:a.b.example.com', true, true],
    ['net.egress:*.example.com', 'net.egress:example.com', false, false],
    ['net.egress:*.example.com', 'net.egress:.example.com', false, 'maybe'],
    ['net.egress:*.example.com', 'net.egress:evilexample.com', false, false],
    ['net.egress:*.example.com', 'net.egress:https://evil.com/a.example.com', false, false],
    ['net.egress:*.example.com', 'net.egress:https://a.example.com@evil.com', false, false],
    ['net.egress:*.example.com', 'net.egress:https://evil.com\\.example.com', false, false],
    ['net.egress:*.example.com', 'net.egress:evil.com#a.example.com', false, false],
    ['net.egress:*.example.com', 'net.egress:a.example.com.', true, true],
    ['net.egress:*.bücher.example', 'net.egress:a.xn--bcher-kva.example', true, true],
    ['net.egress:xn--bcher-kva.example', 'net.egress:BÜCHER.example', true, true],
    ['net.egress:evil.com', 'net.egress:https:/evil.com/x', true, true],
    ['net.egress:evil.com', 'net.egress:foo://EVIL.com/x', true, true],
    ['net.egress:evil.com', 'net.egress:ｅｖｉｌ.com', true, true],
    ['net.egress:evil.com', 'net.egress:evil%2ecom', true, true],
    ['net.egress:evil.com', 'net.egress:data:text/html,x', false, 'maybe'],
    ['net.egress:evil.com', 'net.egress:ev\nil.com', false, true],
    ['net.egress:127.0.0.1', 'net.egress:0x7f.1', true, true],
    ['net.egress:[::1]', 'net.egress:http://[0:0:0:0:0:0:0:1]:80/', true, true],
    ['net.egress:https://a.com/only', 'net.egress:https://a.com/other', false, true],
    ['net.egress:https://*.a.com/only', 'net.egress:b.a.com', false, true],
    ['net.egress:a.com:8443', 'net.egress:a.com', false, true],
    ['net.egress:*', 'net.egress:a.com', true, true],
    ['net.egress:a b', 'net.egress:a.com', false, 'maybe'],
  ])('of hosts: %j on %j: loosens %s, restricts %s', check);

  it.each<Row>([
    ['proc.exec:git *', 'proc.exec:git status', true, true],
    ['proc.exec:git *', 'proc.exec:GIT status', false, true],
    ['proc.exec:git *', 'proc.exec:git status\nrm -rf /', false, true],
    ['proc.exec:/a/*', 'proc.exec:/a/../b', true, true],
    ['proc.exec:a:b', 'proc.exec:a:b', true, true],
  ])('of text: %j on %j: loosens %s, restricts %s', check);

  const part = fc.constantFrom(
    'a',
    'A',
    '.',
    '..',
    '/',
    '\\',
    '*',
    '**',
    ':',
    'é',
    e.decomposed,
    '．',
    '\0',
    'fs.write',
    'net.x',
  );
  const any = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
  const capability = fc
    .tuple(fc.constantFrom('fs.write', 'net.egress', 'proc.exec', 'FS.write', 'x'), any)
    .map(([name, target]) => `${name}:${target}`);

  it('covers itself', () => {
    fc.assert(
      fc.property(capability, (own) => {
        fc.pre(!own.includes('*'));
        expect(matchesCapability(own, own, 'loosens')).toBe(true);
        expect(matchesCapability(own, own, 'restricts')).not.toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('restricts, or possibly restricts, everything that it would loosen', () => {
    let loosened = 0;
    fc.assert(
      fc.property(capability, capability, (pattern, own) => {
        if (matchesCapability(pattern, own, 'loosens') !== true) return;
        loosened++;
        expect(matchesCapability(pattern, own, 'restricts')).not.toBe(false);
      }),
      { numRuns: 20_000 },
    );
    expect(loosened).toBeGreaterThan(50);
  });

  it('never returns maybe when it loosens, and accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (pattern, own) => {
        expect(matchesCapability(pattern, own, 'loosens')).toBeTypeOf('boolean');
        expect([true, false, 'maybe']).toContain(matchesCapability(pattern, own, 'restricts'));
      }),
    );
  });

  it.each(['*', '{', '[', '}', '?', '.', ' ', '../../', '~1', '\\', ':', '**/', '\0', '\u00ad', '%2e'])(
    'finishes on targets of 20,000 times %j',
    (part) => {
      const target = `/${part.repeat(20_000)}x`;

      for (const pattern of ['fs.write:/secrets/**', 'fs.delete:**/.git/**', 'net.egress:*.evil.com'])
        expect(matchesCapability(pattern, `${pattern.split(':')[0]}:${target}`, 'restricts')).not.toBe(true);
    },
  );

  it.each(['fs.write:/', 'net.egress:', 'proc.exec:'])('finishes on %s with 10,000 stars', (prefix) => {
    const pattern = `${prefix}${'*a'.repeat(5_000)}b`;

    expect(matchesCapability(pattern, `${prefix}${'a'.repeat(10_000)}`, 'loosens')).toBe(false);
    expect(matchesCapability(pattern, `${prefix}${'a'.repeat(10_000)}`, 'restricts')).not.toBe(true);
  });
});

function check(...[pattern, capability, loosens, restricts]: Row): void {
  expect(matchesCapability(pattern, capability, 'loosens')).toBe(loosens);
  expect(matchesCapability(pattern, capability, 'restricts')).toBe(restricts);
}
