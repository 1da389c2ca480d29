import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesCapability } from '../../../src/approval/policy/capability.js';
import { readingsOf } from '../../../src/approval/reading/readings.js';
import { randomCases } from '../../support/random-cases.js';

/** Respells a text in a way that some system reads as the same. `at` selects a position. */
type Respell = (text: string, at: number) => string;

const percent = (character: string): string => encodeURIComponent(character).replace(/^[^%]$/, toHex);
const toHex = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
const wide = (character: string): string =>
  /[!-~]/.test(character) ? String.fromCharCode(character.charCodeAt(0) + 0xfee0) : character;
const replaceAt = (text: string, at: number, change: (character: string) => string): string => {
  const characters = [...text];
  const index = at % Math.max(characters.length, 1);
  return characters.map((one, i) => (i === index ? change(one) : one)).join('');
};
const everyOther = (text: string, change: (character: string) => string): string =>
  [...text].map((one, index) => (index % 2 === 0 ? change(one) : one)).join('');

const common: Readonly<Record<string, Respell>> = {
  'one escape': (text, at) => replaceAt(text, at, percent),
  'every other as an escape': (text) => everyOther(text, percent),
  'all escapes': (text) => [...text].map(percent).join(''),
  'escaped percent signs': (text) => text.replaceAll('%', '%25'),
  fullwidth: (text, at) => replaceAt(text, at, wide),
  'all fullwidth': (text) => [...text].map(wide).join(''),
  'an invisible character': (text, at) => replaceAt(text, at, (one) => `${one}\u200b`),
  'a soft hyphen': (text, at) => replaceAt(text, at, (one) => `\u00ad${one}`),
};
const letters: Readonly<Record<string, Respell>> = {
  'upper case': (text) => text.toUpperCase(),
  'one letter of another script': (text) => text.replace('e', 'е'),
  'all letters of another script': (text) => text.replace(/[aceops]/g, (one) => 'асеорѕ'.charAt('aceops'.indexOf(one))),
  'a NUL at the end': (text) => `${text}\0.txt`,
  'a blank at the end': (text) => `${text} `,
};
const paths: Readonly<Record<string, Respell>> = {
  backslashes: (text) => text.replaceAll('/', '\\'),
  'one backslash': (text) => text.replace('/', '\\'),
  'two slashes': (text, at) => replaceAt(text, at, (one) => (one === '/' ? '//' : one)).replace(/^\/\//, '/'),
  'a division slash': (text, at) => replaceAt(text, at, (one) => (one === '/' ? '∕' : one)),
  'a dot folder': (text) => text.replace('/', '/./'),
  'a folder and back': (text) => text.replace('/', '/x/../'),
  'braces around': (text, at) => replaceAt(text, at, (one) => `{${one},_}`),
  'braces around all': (text) => text.replace(/[^/]+$/, (name) => `{_,${name}}`),
  'a group': (text) => text.replace(/[^/]+$/, (name) => `@(${name}|_)`),
  'a variable that is not set': (text, at) => replaceAt(text, at, (one) => `${one}$1`),
  'a stream': (text) => `${text}::$DATA`,
  'a drive': (text) => (text.startsWith('/') ? `C:${text}` : text),
  'dots at the end of names': (text) => text.replace(/([a-z])(?=\/)/g, '$1.'),
};
const hostSpellings: Readonly<Record<string, Respell>> = {
  scheme: (text) => (text.includes(':') ? text : `https://${text}`),
  port: (text) => `${text}:443`,
  path: (text) => `${text}/x`,
  'a user': (text) => text.replace(/^(https:\/\/)?(?=[^%:@]*$)/, '$1good.example@'),
  'a dot at the end': (text) => (/[/:]/.test(text) ? text : `${text}.`),
  'an ideographic full stop': (text) => text.replace('.', '。'),
};

function respelled(text: fc.Arbitrary<string>, ways: Readonly<Record<string, Respell>>): fc.Arbitrary<string> {
  const steps = fc.array(fc.tuple(fc.constantFrom(...Object.values(ways)), fc.nat(40)), { maxLength: 3 });
  return fc.tuple(text, steps).map(([start, list]) => list.reduce((now, [respell, at]) => respell(now, at), start));
}

const name = fc.constantFrom('a', 'b.md', 'notes', 'x y', 'ü', '100%');
const inside = (folder: string): fc.Arbitrary<string> =>
  fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => [folder, ...names].join('/'));
const ways = { ...common, ...paths };
const settings = { numRuns: randomCases(3_000) };

describe('combinations of all spellings of a path', () => {
  it('C328 are restricted by a rule that covers the path', () => {
    fc.assert(
      fc.property(respelled(inside('/secrets'), { ...ways, ...letters }), (target) => {
        expect(matchesCapability('fs.write:/secrets/**', `fs.write:${target}`, 'restricts')).not.toBe(false);
      }),
      settings,
    );
  });

  it('C327 are not allowed by a rule that does not cover the path', () => {
    const outside = fc.oneof(
      inside('/drafts/..'),
      inside('/drafts/a/../..'),
      inside('/drafts/../secrets'),
      inside('/secrets/../drafts/..'),
    );
    fc.assert(
      fc.property(respelled(outside, ways), (target) => {
        expect(matchesCapability('fs.write:/drafts/**', `fs.write:${target}`, 'loosens')).toBe(false);
      }),
      settings,
    );
  });

  it('C327 are allowed only if all decoders agree that the path is inside', () => {
    const part = fc.constantFrom(
      ...['a', '.', '..', '/', '\\', '%2e', '%2f', '%5c', '%25', '{', '}', ',', ' ', ':', '$x', '．', '∕', '\u200b'],
      ...['*', '?', '[.]', '(', ')', '|', '~', '/../', '/..', 'é'],
    );
    const target = fc.array(part, { maxLength: 9 }).map((parts) => `/drafts/${parts.join('')}`);
    let allowed = 0;
    fc.assert(
      fc.property(target, (text) => {
        if (matchesCapability('fs.write:/drafts/**', `fs.write:${text}`, 'loosens') !== true) return;
        allowed++;
        for (const read of decodedForms(text)) {
          expect(posix.resolve('/', read)).toMatch(/^\/drafts\/./);
          expect(win32.resolve('C:\\', onWindows(read))).toMatch(/^C:\\drafts\\./);
        }
      }),
      { numRuns: randomCases(20_000) },
    );
    expect(allowed).toBeGreaterThan(1_000);
  });
});

/** Decoders that are independent of the implementation. */
function decodedForms(text: string): ReadonlySet<string> {
  const decoders: readonly ((one: string) => readonly string[])[] = [
    (one) => [one.replace(/%[2-7][\da-f]/gi, decodeURIComponent)],
    (one) => [one.normalize('NFKC').replaceAll('\u200b', '').replaceAll('∕', '/')],
    (one) => [one.replaceAll('$x', '')],
    (one) => [one.replaceAll('[.]', '.')],
    (one) => {
      const group = /\{([^{},]*),([^{},]*)\}/.exec(one);
      return group === null ? [] : group.slice(1).map((choice) => one.replace(group[0], () => choice));
    },
  ];
  const forms = new Set([text]);
  for (const form of forms) for (const decode of decoders) for (const next of decode(form)) forms.add(next);
  return forms;
}

/** Windows drops dots and spaces at the end of names, and streams. */
function onWindows(path: string): string {
  const names = path.split(/[\\/]/).map((one) => {
    const [plain = ''] = one.trim().split(':');
    return /^\.{1,2}$/.test(plain) ? plain : plain.replace(/[. ]+$/, '');
  });
  return names.join('\\');
}

describe('combinations of all spellings of a host', () => {
  const host = fc.constantFrom('evil.example', '127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1');

  it('C328 are restricted by a rule that covers the host', () => {
    fc.assert(
      fc.property(respelled(host, { ...common, ...letters, ...hostSpellings }), (target) => {
        const matches = ['net.egress:evil.example', 'net.egress:127.0.0.1'].map((pattern) =>
          matchesCapability(pattern, `net.egress:${target}`, 'restricts'),
        );
        expect(matches).not.toEqual([false, false]);
      }),
      settings,
    );
  });

  it('C327 are not allowed by a rule that does not cover the host', () => {
    fc.assert(
      fc.property(respelled(host, { ...common, ...hostSpellings }), (target) => {
        expect(matchesCapability('net.egress:*.good.example', `net.egress:${target}`, 'loosens')).toBe(false);
        expect(matchesCapability('net.egress:good.example', `net.egress:${target}`, 'loosens')).toBe(false);
      }),
      settings,
    );
  });
});

describe('the list of readings', () => {
  it.each(['{a,b}', '%25', '%2525', '{a,{b,', '(a|b)', '+(a)', '$x', '\0', '．%2e', '\\\\?\\', '{a,b}%2f..\\', '[.'])(
    'C327 is bounded, and a target with too many requires approval: %j',
    (part) => {
      for (const count of [10, 1_000, 100_000]) {
        const target = `/drafts/${part.repeat(count)}`;
        const isAllowed = matchesCapability('fs.write:/drafts/**', `fs.write:${target}`, 'loosens');
        const isHeldBack = matchesCapability('fs.write:/secrets/**', `fs.write:${target}`, 'restricts');
        if (readingsOf(target, 'path') === undefined) expect([isAllowed, isHeldBack]).toEqual([false, 'maybe']);
      }
    },
  );

  it('C327 begins with the target, and contains each reading once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('path', 'host', 'text'), (target, kind) => {
        const readings = readingsOf(target, kind) ?? [target];
        expect(readings[0]).toBe(target);
        expect(new Set(readings).size).toBe(readings.length);
        expect(readings.length).toBeLessThanOrEqual(128);
      }),
    );
  });
});
