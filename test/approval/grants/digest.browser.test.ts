import { afterEach, describe, expect, it } from 'vitest';
import { contentKey, digestCall } from '../../../src/approval/grants/digest.js';
import { createGrants } from '../../../src/approval/grants/grants.js';
import { grantRequest, policyCall } from './calls.js';

const call = { toolName: 'updateFile', input: { path: '/drafts/é.md', content: 'Hello' } };

/** Hides `crypto.subtle`, as a browser does on plain http. */
function hideWebCrypto(): void {
  Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
}

afterEach(() => {
  Reflect.deleteProperty(crypto, 'subtle');
});

describe('in a browser, a digest', () => {
  it('is the same as in Node', async () => {
    const digest = await digestCall(call);

    expect(digest).toBe('sha-256:3a381fab1d0f57c47dcdd937a25c7c394899ad783f1e5198a313da13227c39d5');
    expect(await contentKey(call)).toBe(digest);
  });

  it('is rejected with an explanation when the page has no crypto.subtle', async () => {
    hideWebCrypto();

    await expect(digestCall(call)).rejects.toMatchObject({ name: 'UserError', code: 'no-web-crypto' });
    expect(await contentKey({ toolName: 'a', input: { c: 1, b: [] } })).toBe(
      'json:{"input":{"b":[],"c":1},"toolName":"a"}',
    );
  });
});

describe('without crypto.subtle, a grant for an exact input', () => {
  it('applies during the session, to that input only', async () => {
    hideWebCrypto();
    const grants = createGrants();
    await grants.add(grantRequest({ remember: { scope: 'input', for: 'session' } }));

    const same = await grants.find(policyCall());
    const other = await grants.find(policyCall({ input: { path: '/other' } }));

    expect(same).toMatchObject({ effect: 'allow' });
    expect(other).toBeUndefined();
  });

  it('is rejected when it would be saved', async () => {
    hideWebCrypto();
    const grants = createGrants({ storage: { load: () => null, save: () => {} } });

    const added = grants.add(grantRequest({ remember: { scope: 'input', for: 'always' } }));

    await expect(added).rejects.toMatchObject({ code: 'grant-not-savable' });
    expect(grants.list()).toEqual([]);
  });
});
