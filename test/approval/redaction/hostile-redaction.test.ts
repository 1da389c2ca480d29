import { describe, expect, it } from 'vitest';
import { redact } from '../../../src/approval/redaction/redact.js';
import { findSecrets } from '../../../src/approval/redaction/secret-text.js';
import { hideInLines } from '../../../src/components/preview/use-hidden-lines.js';
import { cpuMillisecondsSince } from '../../support/cpu-time.js';
import { type CredentialSample, credentialFormats } from './credential-formats.js';
import { hostileSecrets, hostileTexts } from './hostile-texts.js';

const secrets = Object.entries(hostileSecrets);

/** Texts before a secret: alone, with a space, and with a part of a secret that is too short to be recognized. */
function nearMisses({ text, secret }: CredentialSample): readonly string[] {
  const at = text.indexOf(secret);
  const lead = text.slice(Math.max(0, at - 60), at);
  return [`${lead}${secret.slice(0, 6)}`, `${lead} `, `${secret.slice(0, 9)}-`];
}

function repeated(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

describe('redaction of hostile texts', () => {
  it.each(Object.entries(hostileTexts))('C119 reads each character a bounded number of times: %s', (_, make) => {
    for (const [, known] of secrets) {
      const [half, whole] = [10_000, 20_000].map((length) => findSecrets(make(length), known).looked);

      expect(whole).toBeLessThan(8 * 20_000);
      // Twice the length must not mean more reads per character.
      expect(whole).toBeLessThan(2.2 * (half ?? 0) + 2_000);
    }
  });

  // A quadratic search, which took 5 s for 80 kB, would take half a minute: the limit is far from both.
  it.each(Object.entries(hostileTexts))(
    'C119 finishes with 200 kB in imperceptible time: %s',
    (_, make) => {
      const text = make(200_000);
      const start = process.cpuUsage();

      redact(text, { maxText: Number.POSITIVE_INFINITY });
      hideInLines(text.split('\n'));

      expect(cpuMillisecondsSince(start)).toBeLessThan(15_000);
    },
    60_000,
  );

  it.each(credentialFormats)(
    'C337 reads each character a bounded number of times in incomplete formats: $name',
    (sample) => {
      for (const near of nearMisses(sample)) {
        const [half, whole] = [5_000, 10_000].map((length) => findSecrets(repeated(near, length)).looked);

        expect(whole).toBeLessThan(2.2 * (half ?? 0) + 4_000);
      }
    },
  );

  // All of them in one text.
  it('C337 finishes with the beginnings of all formats in time', () => {
    const length = process.env.COUNTERSIGN_ALL === '1' ? 40_000 : 8_000;
    const start = process.cpuUsage();

    for (const sample of credentialFormats) for (const near of nearMisses(sample)) findSecrets(repeated(near, length));

    expect(cpuMillisecondsSince(start)).toBeLessThan(60_000);
  }, 120_000);

  it('C119 evaluates each name, member and text once', () => {
    const length = 5_000;
    const value = {
      names: Object.fromEntries(Array.from({ length }, (_, at) => [`x-${at}-x-`.repeat(8), 'x'])),
      texts: Array.from({ length }, () => 'x-x-x-x-'.repeat(4)),
      pairs: Array.from({ length }, () => ({ name: 'Authorization', value: 'x' })),
    };
    const start = process.cpuUsage();

    redact(value, { maxItems: length });

    expect(cpuMillisecondsSince(start)).toBeLessThan(15_000);
  }, 60_000);
});
