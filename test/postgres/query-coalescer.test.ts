import { describe, expect, it } from 'vitest';
import { QueryCoalescer } from '../../src/postgres/query-coalescer.js';

/** A coalescer whose statements finish when `finishNext()` is called. It records the inputs of each statement. */
function slowCoalescer() {
  const statements: string[][] = [];
  const running: (() => void)[] = [];
  const coalescer = new QueryCoalescer<string, string>(async (group) => {
    statements.push([...group]);
    await new Promise<void>((resolve) => running.push(resolve));
    if (group.includes('unavailable')) throw Object.assign(new Error('Connection refused.'), { code: 'ECONNREFUSED' });
    if (group.includes('invalid')) throw new Error('Invalid input.');
    return group.map((one) => one.toUpperCase());
  });
  const finishNext = async (): Promise<void> => {
    await expect.poll(() => running.length).toBeGreaterThan(0);
    running.shift()?.();
  };
  return { statements, coalescer, finishNext };
}

describe('QueryCoalescer', () => {
  it('sends the first input at once, and combines those that arrive while a statement runs', async () => {
    const { statements, coalescer, finishNext } = slowCoalescer();

    const results = Promise.all(['a', 'b', 'c'].map((one) => coalescer.submit(one)));
    await finishNext();
    await finishNext();

    expect(await results).toEqual(['A', 'B', 'C']);
    expect(statements).toEqual([['a'], ['b', 'c']]);
  });

  it('sends each input alone after an error, and rejects only the invalid one', async () => {
    const { statements, coalescer, finishNext } = slowCoalescer();

    const results = Promise.allSettled(['first', 'a', 'invalid', 'b'].map((one) => coalescer.submit(one)));
    for (let count = 0; count < 5; count++) await finishNext();

    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(statements).toEqual([['first'], ['a', 'invalid', 'b'], ['a'], ['invalid'], ['b']]);
  });

  it('rejects all inputs without another attempt when the database is unavailable', async () => {
    const { statements, coalescer, finishNext } = slowCoalescer();

    const results = Promise.allSettled(['first', 'a', 'unavailable'].map((one) => coalescer.submit(one)));
    await finishNext();
    await finishNext();

    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(statements).toHaveLength(2);
  });
});
