import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, contentKey, digestCall } from '../../../src/approval/grants/digest.js';
import type { JSONValue } from '../../../src/protocol/base/json.js';

const input = fc.jsonValue() as fc.Arbitrary<JSONValue>;

describe('a digest', () => {
  it('is the SHA-256 of the canonical JSON of tool name and input', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), input, async (toolName, value) => {
        const text = canonicalJson({ toolName, input: value });
        const expected = createHash('sha256').update(text, 'utf8').digest('hex');

        await expect(digestCall({ toolName, input: value })).resolves.toBe(`sha-256:${expected}`);
      }),
    );
  });

  it('never changes, because stored records depend on it', async () => {
    const digest = await digestCall({ toolName: 'updateFile', input: { path: '/drafts/é.md', content: 'Hello' } });

    expect(digest).toBe('sha-256:3a381fab1d0f57c47dcdd937a25c7c394899ad783f1e5198a313da13227c39d5');
  });

  it('differs when a name and an input are swapped', async () => {
    const one = await digestCall({ toolName: 'a","input":1', input: null });
    const other = await digestCall({ toolName: 'a', input: 1 });

    expect(one).not.toBe(other);
  });

  it('identifies a call', async () => {
    const call = { toolName: 'a', input: { b: 1 } };

    expect(await contentKey(call)).toBe(await digestCall(call));
  });

  it('is rejected for an input that is not JSON', async () => {
    await expect(digestCall({ toolName: 'a', input: Number.NaN })).rejects.toMatchObject({ code: 'not-json' });
  });
});
