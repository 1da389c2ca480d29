import { describe, expect, it } from 'vitest';
import { Groups } from '../../src/postgres/groups.js';

/** Answers when it is told to, and notes what it was asked. */
function slowly() {
  const asked: string[][] = [];
  const waiting: (() => void)[] = [];
  const groups = new Groups<string, string>(async (group) => {
    asked.push([...group]);
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (group.includes('away')) throw Object.assign(new Error('It is away.'), { code: 'ECONNREFUSED' });
    if (group.includes('wrong')) throw new Error('It is wrong.');
    return group.map((one) => one.toUpperCase());
  });
  const answer = async (): Promise<void> => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  };
  return { asked, groups, answer };
}

describe('what is asked for in groups', () => {
  it('goes at once when nobody is before it, and else together with what came meanwhile', async () => {
    const { asked, groups, answer } = slowly();

    const given = Promise.all(['a', 'b', 'c'].map((one) => groups.ask(one)));
    await answer();
    await answer();

    expect(await given).toEqual(['A', 'B', 'C']);
    expect(asked).toEqual([['a'], ['b', 'c']]);
  });

  it('is asked for alone where one of them is wrong, and only that one hears of it', async () => {
    const { asked, groups, answer } = slowly();

    const given = Promise.allSettled(['first', 'a', 'wrong', 'b'].map((one) => groups.ask(one)));
    for (let count = 0; count < 5; count++) await answer();

    expect((await given).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(asked).toEqual([['first'], ['a', 'wrong', 'b'], ['a'], ['wrong'], ['b']]);
  });

  it('fails for all of them, once, where the database is away', async () => {
    const { asked, groups, answer } = slowly();

    const given = Promise.allSettled(['first', 'a', 'away'].map((one) => groups.ask(one)));
    await answer();
    await answer();

    expect((await given).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(asked).toHaveLength(2);
  });
});
