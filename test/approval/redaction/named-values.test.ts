import { describe, expect, it } from 'vitest';
import { secretTexts } from '../../../src/approval/redaction/call-secrets.js';
import { hiddenMark } from '../../../src/approval/redaction/hidden-mark.js';
import { redact } from '../../../src/approval/redaction/redact.js';
import { hideSecrets } from '../../../src/approval/redaction/secret-text.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';
import { ordinaryMembers, secretMembers } from './named-values.js';

const member = (name: string, value: unknown) => ({ [name]: value as JSONValue }); // the lists contain JSON

describe('members of an object', () => {
  it('C339 the lists have at least 150 members each, each once', () => {
    for (const list of [secretMembers, ordinaryMembers]) {
      expect(list.length).toBeGreaterThanOrEqual(150);
      expect(new Set(list.map((entry) => JSON.stringify(entry))).size).toBe(list.length);
    }
  });

  it.each(secretMembers.map(([name, value]) => [name, value] as const))('C339 hides %s: %j', (name, value) => {
    const shown = redact(member(name, value)).value as Record<string, JSONValue>;

    const texts = typeof value === 'object' ? Object.values(value).flat() : [value];
    for (const text of texts) expect(JSON.stringify(shown[name])).not.toContain(String(text));
    expect(JSON.stringify(shown[name])).toContain(hiddenMark);
  });

  it.each(ordinaryMembers.map(([name, value]) => [name, value] as const))('C339 shows %s: %j', (name, value) => {
    expect(redact(member(name, value))).toEqual({ value: member(name, value), redactions: [] });
  });
});

describe('texts about a call with hidden members', () => {
  it.each([
    ['a common word', { password: 'summer' }, 'Plan the summer party'],
    ['a common word of software', { secret: 'production' }, 'Deploy to production'],
    ['a short value', { password: 'abc' }, 'Learn abc first'],
    ['a short number', { pin: 2026 }, 'Report of 2026'],
    ['a name', { apiKey: 'Ann' }, 'Write to Ann'],
  ])('C339 keep %s that equals one by chance', (_, input, title) => {
    expect(redact(input).redactions).toHaveLength(1);

    expect(hideSecrets(title, secretTexts(input)).text).toBe(title);
  });

  it.each([
    { kind: 'a password', input: { password: 'hunter2' }, title: 'Sign in with hunter2' },
    { kind: 'a long word', input: { password: 'swordfish' }, title: 'Sign in with swordfish' },
    { kind: 'a long number', input: { otp: 482913 }, title: 'Sign in with 482913' },
    { kind: 'words', input: { passphrase: 'correct horse battery' }, title: 'Sign in with correct horse battery' },
  ])('C339 do not contain $kind', ({ input, title }) => {
    expect(hideSecrets(title, secretTexts(input)).text).toBe(`Sign in with ${hiddenMark}`);
  });
});
