import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPolicy } from '../../../src/approval/policy/policy.js';
import type { CallMatcher } from '../../../src/approval/policy/policy-rule.js';
import { allow, deny } from '../../../src/approval/policy/rules.js';
import { harmlessHosts, harmlessPaths, hostDisguises, pathDisguises } from './disguises.js';

/** Returns the decision of a policy that denies only this, about a call with this target. */
async function effectOf(denied: CallMatcher, call: { readonly capability?: string; readonly text?: string }) {
  const policy = createPolicy({ preset: 'approveAll', rules: [allow({}), deny(denied, 'No.')] });
  const { capability, text } = call;
  const capabilities = capability === undefined ? [] : [capability];
  const input = text === undefined ? {} : { target: text };
  return (await policy.decide({ toolName: 'act', input, capabilities, agentPath: [], annotations: {} })).effect;
}

/** Returns the hosts of a text by the URL parser: as a URL, as a link on a page, and after `https://`. */
function resolved(text: string): readonly URL[] {
  const bases = [undefined, 'https://app.invalid/x/', 'http://app.invalid/'];
  const addresses = [text, text.trim()].map((host) => parsed(`https://${host}`));
  return [...bases.map((base) => parsed(text, base)), ...addresses].filter((url) => url !== undefined);
}

function parsed(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Returns the canonical form of the host of a URL. */
function hostIn({ hostname }: URL): string {
  const host = parsed(`https://${hostname}`)?.hostname.replace(/\.$/, '') ?? '';
  const mapped = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(host);
  if (mapped === null) return host;
  const [high, low] = mapped.slice(1).map((part) => Number.parseInt(part, 16));
  return [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.');
}

/** Returns the calls with a text of the host, which have to be restricted. */
function attacks(host: string, text: string) {
  const wild = host.startsWith('[') ? [] : [`${host.slice(0, 3)}*${host.slice(-1)}`];
  const capability = `net.egress:${text}`;
  const isHttps = resolved(text).every((url) => url.protocol === 'https:' || hostIn(url) !== host);
  const byInput = [host, ...wild, `${host}/**`, `*://${host}`, ...(isHttps ? [`https://${host}/**`] : [])];
  return [
    ...[host, ...wild, `https://${host}`].map((glob) => [`net.egress:${glob}`, { capability }] as const),
    ...byInput.map((glob) => [{ input: { target: glob } }, { text }] as const),
  ];
}

const hosts = Object.entries(hostDisguises).flatMap(([host, texts]) => texts.map((text) => [host, text] as const));
const list = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([pattern, targets]) => targets.map((target) => [pattern, target] as const));

/** Returns a path as a capability and as an input, with the patterns for both. */
async function pathEffects(pattern: string, target: string): Promise<readonly string[]> {
  const [name, glob] = [pattern.slice(0, pattern.indexOf(':')), pattern.slice(pattern.indexOf(':') + 1)];
  const capability = await effectOf(pattern, { capability: `${name}:${target}` });
  // An input cannot express that its verb is about folders.
  if (name === 'fs.delete') return [capability];
  return [capability, await effectOf({ input: { target: glob } }, { text: target })];
}

/** Checks that a denied target is never allowed, in any spelling. */
export function describeDisguises(): void {
  describe('a denied host', () => {
    it.each(hosts)('C112 %s is not allowed as %j', async (host, text) => {
      expect(resolved(text).map(hostIn)).toContain(host);

      for (const [rule, call] of attacks(host, text)) {
        expect([rule, await effectOf(rule, call)]).not.toEqual([rule, 'allow']);
      }
    });

    it.each(harmlessHosts)('C112 does not restrict other hosts: %j', async (text) => {
      expect(resolved(text).map(hostIn)).not.toContain('evil.com');

      expect(await effectOf('net.egress:evil.com', { capability: `net.egress:${text}` })).toBe('allow');
      expect(await effectOf({ input: { target: 'evil.com' } }, { text })).toBe('allow');
    });

    it.each(['*', '**', '*.com', 'evil.*', 'https://*/x', '{evil,good}.com', 'https://{a,evil}.com', '*vil.c*'])(
      'C112 requires approval when the target is itself a pattern: %s',
      async (target) => {
        expect(await effectOf('net.egress:evil.com', { capability: `net.egress:${target}` })).toBe('ask');
        expect(await effectOf({ input: { target: 'evil.com' } }, { text: target })).toBe('ask');
      },
    );

    it.each(['plain words', 'Two lines\nof words.', 'words, (and) more!', 'a = b + c'])(
      'C112 does not require approval for text without a host: %j',
      async (text) => {
        expect(await effectOf({ input: { target: ['evil.com', '*.md'] } }, { text })).toBe('allow');
      },
    );

    it('C112 is never allowed where the URL parser leads there', async () => {
      const mark = fc.constantFrom('', '', '', '\t', '\n', '\r', ' ', '\0', '\x1f', '\u00ad', '\u200b');
      const scheme = fc.constantFrom('', '', 'https:', 'http:', 'HTTPS:', 'wss:', 'ftp:', 'foo:', 'evil.com:', 'file:');
      const slashes = fc.constantFrom('', '//', '//', '/', '///', '\\\\', '/\\', '://');
      const user = fc.constantFrom('', '', '', 'u@', 'u:p@', 'good.com@', 'good.com:80@', '@', 'a b@', 'good.com%2f@');
      const names = ['evil.com', 'EVIL.com', 'evil。com', 'ｅｖｉｌ．com', 'e%76il%2ecom', 'good.com', 'a.evil.com'];
      const numbers = [
        '127.1',
        '2130706433',
        '0x7f.1',
        '0177.0.0.01',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '127。1',
      ];
      const name = fc.constantFrom(...names, ...numbers);
      const end = fc.constantFrom(
        '',
        '',
        '.',
        ':443',
        ':80',
        ':',
        '.:8443',
        '/x',
        '?q',
        '#f',
        '\\x',
        '/evil.com',
        '。',
      );
      const text = fc
        .tuple(fc.array(mark, { minLength: 7, maxLength: 7 }), fc.tuple(scheme, slashes, user, name, end), fc.nat())
        .map(([marks, parts, at]) => {
          const whole = parts.map((part, index) => `${marks[index]}${part}`).join('') + marks[5];
          const place = at % (whole.length + 1);
          return `${whole.slice(0, place)}${marks[6]}${whole.slice(place)}`;
        });
      let resolvedTo = 0;

      await fc.assert(
        fc.asyncProperty(text, async (target) => {
          const found = new Set(resolved(target).map(hostIn));
          for (const host of ['evil.com', '127.0.0.1']) {
            if (!found.has(host)) continue;
            resolvedTo++;
            for (const [rule, call] of attacks(host, target)) {
              expect([rule, await effectOf(rule, call)]).not.toEqual([rule, 'allow']);
            }
          }
        }),
        { numRuns: 1_200 },
      );
      expect(resolvedTo).toBeGreaterThan(100);
    });

    it('C112 does not loosen rules: each host that an allow accepts leads there', async () => {
      const piece = fc.constantFrom(
        'https:',
        '//',
        '/',
        'ok.example',
        'evil.com',
        '@',
        ':',
        '443',
        '.',
        '\\',
        '#',
        '?',
      );
      const text = fc.array(fc.oneof(piece, fc.constantFrom('\t', ' ', '%', 'a', '。')), { maxLength: 7 });
      let allowed = 0;

      await fc.assert(
        fc.asyncProperty(
          text.map((parts) => parts.join('')),
          async (target) => {
            const policy = createPolicy({
              rules: [allow('net.egress:ok.example'), allow('net.egress:https://*.ok.example')],
            });
            const call = { toolName: 'act', input: {}, agentPath: [], annotations: {} };
            const { effect } = await policy.decide({ ...call, capabilities: [`net.egress:${target}`] });
            if (effect !== 'allow') return;
            allowed++;
            const [alone] = [parsed(target), parsed(`https://${target}`)].filter((url) => url?.host);
            expect(alone && hostIn(alone)).toMatch(/(?:^|\.)ok\.example$/);
          },
        ),
        { numRuns: 4_000 },
      );
      expect(allowed).toBeGreaterThan(20);
    });
  });

  describe('a denied path', () => {
    it.each(list(pathDisguises))('C113 %s is not allowed as %j', async (pattern, target) => {
      expect(await pathEffects(pattern, target)).not.toContain('allow');
    });

    it.each(list(harmlessPaths))('C113 %s does not restrict other paths: %j', async (pattern, target) => {
      expect(new Set(await pathEffects(pattern, target))).toEqual(new Set(['allow']));
    });

    it('C113 is never allowed in a spelling that some system reads as that path', async () => {
      const before = fc.constantFrom(
        '',
        '',
        '/x/..',
        '/.',
        '/',
        'C:',
        '\\\\?\\C:',
        'file://',
        'FILE://localhost',
        ' ',
        '/x\\..',
      );
      const letter = (of: string): fc.Arbitrary<string> =>
        fc.constantFrom(of, of, of, of.toUpperCase(), `${of}\u200b`, `${of}\0`, `\u00ad${of}`);
      const name = fc.tuple(...[...'secrets'].map(letter)).map((letters) => letters.join(''));
      const after = fc.constantFrom('', '', '.', '...', ' ', '. .', '::$DATA', ':$I30:$INDEX_ALLOCATION', '\0');
      const slash = fc.constantFrom('/', '\\', '//', '/./', '\\.\\');
      const end = fc.constantFrom('a', '', 'a.md\0.txt', 'b/../a', '*', '**', 'a::$DATA');
      const spelled = fc.tuple(fc.tuple(before, slash), fc.tuple(name, after), fc.tuple(slash, end));

      await fc.assert(
        fc.asyncProperty(spelled, async (parts) => {
          const target = parts.flat().join('');
          expect(await pathEffects('fs.write:/secrets/**', target)).not.toContain('allow');
        }),
        { numRuns: 600 },
      );
    });
  });

  describe('a pattern as a target', () => {
    it.each([
      ['fs.write:/*', '/**'],
      ['fs.write:/drafts/*', '/drafts/**'],
      ['fs.write:/drafts/**/*.md', '/drafts/**'],
      ['fs.write:/drafts/a*', '/drafts/*'],
      ['fs.write:/drafts/**', '/**'],
      ['fs.write:**/drafts/*', 'file:///etc/drafts/a'],
      ['fs.write:*/a', 'file:/a'],
      ['net.egress:*.example.com', '*.com'],
      ['net.egress:a*.example.com', '*.example.com'],
    ])('C113 is not allowed by a narrower pattern: %s on %s', async (pattern, target) => {
      const capabilities = [`${pattern.slice(0, pattern.indexOf(':'))}:${target}`];
      const call = { toolName: 'act', input: {}, capabilities, agentPath: [], annotations: {} };

      expect((await createPolicy({ rules: [allow(pattern)] }).decide(call)).effect).toBe('ask');
    });

    it.each([
      ['fs.write:/drafts/**', '/drafts/**'],
      ['fs.write:/drafts/**', '/drafts/*.md'],
      ['fs.write:/drafts/*', '/drafts/*.md'],
      ['net.egress:*.example.com', '*.a.example.com'],
    ])('C113 is allowed by a pattern that covers it: %s on %s', async (pattern, target) => {
      const capabilities = [`${pattern.slice(0, pattern.indexOf(':'))}:${target}`];
      const call = { toolName: 'act', input: {}, capabilities, agentPath: [], annotations: {} };

      expect((await createPolicy({ rules: [allow(pattern)] }).decide(call)).effect).toBe('allow');
    });

    it.each([
      ['proc.exec:git push*', 'git *', 'ask'],
      ['proc.exec:git push*', '*', 'ask'],
      ['proc.exec:rm *', 'ls *', 'allow'],
      ['mail.send:*@evil.com', '*', 'ask'],
    ])('C113 of another family requires approval if it may match: deny %s on %s', async (pattern, target, effect) => {
      const capability = `${pattern.slice(0, pattern.indexOf(':'))}:${target}`;

      expect(await effectOf(pattern, { capability })).toBe(effect);
    });
  });
}
