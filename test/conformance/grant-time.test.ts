import { createGrants } from 'countersign/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { grantRequest, policyCall } from '../approval/grants/calls.js';
import { textStorage } from './grant-support.js';

describe('a grant until a date', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('C116 stays expired when the clock is set back, also after a reload', async () => {
    let now = 1_000;
    const storage = textStorage();
    const grants = createGrants({ storage, now: () => now });
    await grants.add(grantRequest({ remember: { scope: 'tool', for: { until: 2_000 } } }));
    await grants.ready;

    now = 2_500;
    const over = await grants.find(policyCall());
    await grants.ready;
    now = 1_500;
    const reloaded = createGrants({ storage, now: () => now });

    expect([over, await grants.find(policyCall()), await reloaded.find(policyCall())]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(storage.load()).toEqual([]);
  });

  it('C116 expires even if nobody looks at it: time has passed on the page', async () => {
    vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'performance'] });
    const grants = createGrants();
    await grants.add(grantRequest({ remember: { scope: 'tool', for: { until: 1_060_000 } } }));

    vi.advanceTimersByTime(60_000);
    vi.setSystemTime(1_000_000);

    expect(await grants.find(policyCall())).toBeUndefined();
    expect(grants.list()).toEqual([]);
  });
});
