import { UserError } from 'countersign/core';
import { describe, expect, it, vi } from 'vitest';
import { allLoaded, lazyPart } from '../../../src/protocol/base/lazy-part.js';

/** A part that comes, or does not, when the test says. */
function slowPart() {
  let arrive = (_: object): void => {};
  let fail = (_: Error): void => {};
  const load = vi.fn(
    () =>
      new Promise<object>((resolve, reject) => {
        arrive = resolve;
        fail = reject;
      }),
  );
  return {
    part: lazyPart(load),
    load,
    arrive: (value: object) => arrive(value),
    fail: () => fail(new Error('offline')),
  };
}

describe('code that is loaded later', () => {
  it('is loaded once for all who ask, and again where that fails', async () => {
    const { part, load, arrive, fail } = slowPart();
    const [one, two] = [part(), part()];
    fail();
    await expect(one).rejects.toThrow(UserError);
    await expect(two).rejects.toMatchObject({ code: 'part-not-loaded', message: expect.stringContaining('Reload') });
    expect(part.loaded()).toBeUndefined();

    const again = part();
    const code = {};
    arrive(code);

    expect(await again).toBe(code);
    expect(part.loaded()).toBe(code);
    expect(await part()).toBe(code);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('C299 is there for good once it was given, also where a load that was on its way fails', async () => {
    const { part, load, fail } = slowPart();
    const waiting = part();
    const code = {};

    part.give(code);
    fail();

    expect(await waiting).toBe(code);
    expect(part.loaded()).toBe(code);
    expect(await part()).toBe(code);
    expect(load).toHaveBeenCalledOnce();
  });

  it('C299 stays the one that was given, also where a load that was on its way brings another', async () => {
    const { part, arrive } = slowPart();
    const waiting = part();
    const code = {};

    part.give(code);
    arrive({});

    expect(await waiting).toBe(code);
    expect(part.loaded()).toBe(code);
  });

  it('C299 waits no longer for a load that never ends once it was given', async () => {
    const { part } = slowPart();
    const waiting = part();
    const code = {};

    part.give(code);

    expect(await waiting).toBe(code);
    expect(await allLoaded()).toBe(false);
  });
});
