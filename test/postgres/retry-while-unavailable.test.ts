import { expect, it, vi } from 'vitest';
import { retryWhileUnavailable } from '../../src/postgres/connection/retry-while-unavailable.js';

function failing(...errors: readonly Error[]): () => Promise<string> {
  const pending = [...errors];
  return vi.fn(async () => {
    const error = pending.shift();
    if (error !== undefined) throw error;
    return 'stored';
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
])('retries the work while the database is unavailable: %s', async (error) => {
  const work = failing(error);

  expect(await retryWhileUnavailable(work, () => false)).toBe('stored');
  expect(work).toHaveBeenCalledTimes(2);
});

it.each([coded('23505'), coded('42P01'), new TypeError('Wrong.')])('rethrows any other error: %s', async (error) => {
  await expect(retryWhileUnavailable(failing(error), () => false)).rejects.toBe(error);
});

it('rethrows the last error once isOver returns true', async () => {
  const unavailable = coded('57P01');

  await expect(retryWhileUnavailable(failing(unavailable), () => true)).rejects.toBe(unavailable);
});
