import { describe, expect, it } from 'vitest';
import { hideSecrets } from '../../../src/approval/redaction/secret-text.js';
import { credentialFormats } from './credential-formats.js';

/** A part of a secret of this length reveals it. */
const telling = 8;

/** Returns `true` when a text reveals a part of a secret. */
function showsPart(text: string, secret: string): boolean {
  const size = Math.min(telling, secret.length);
  return Array.from({ length: secret.length - size + 1 }, (_, at) => secret.slice(at, at + size)).some((part) =>
    text.includes(part),
  );
}

describe('credentials in free text', () => {
  it('C337 the list has at least 190 formats, each with its own name', () => {
    expect(credentialFormats.length).toBeGreaterThanOrEqual(190);
    expect(new Set(credentialFormats.map(({ name }) => name)).size).toBe(credentialFormats.length);
  });

  it.each(credentialFormats)('C337 hides: $name', ({ text, secret }) => {
    const shown = hideSecrets(text).text;

    expect(shown).not.toContain(secret);
    expect(showsPart(shown, secret) ? shown : '').toBe('');
    expect(hideSecrets(shown).text).toBe(shown);
  });
});
