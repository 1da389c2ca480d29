import { expect, it, vi } from 'vitest';
import { patiently } from '../../src/postgres/patiently.js';

function failing(...errors: readonly Error[]): () => Promise<string> {
  const left = [...errors];
  return vi.fn(async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'kept';
  });
}

const coded = (code: string): Error => Object.assign(new Error('No.'), { code });

it.each([
  coded('57P01'),
  coded('57P03'),
  coded('08006'),
  coded('40P01'),
  coded('25P03'),
  coded('ECONNREFUSED'),
  new AggregateError([coded('ECONNREFUSED')]),
  new Error('Connection terminated unexpectedly'),
])('does work again while the database is away: %s', async (error) => {
  const work = failing(error);

  expect(await patiently(work, () => false)).toBe('kept');
  expect(work).toHaveBeenCalledTimes(2);
});

it.each([coded('23505'), coded('42P01'), new TypeError('Wrong.')])(
  'passes on what is wrong with the work: %s',
  async (error) => {
    await expect(patiently(failing(error), () => false)).rejects.toBe(error);
  },
);

it('passes on that the database is away once nobody waits', async () => {
  const away = coded('57P01');

  await expect(patiently(failing(away), () => true)).rejects.toBe(away);
});
