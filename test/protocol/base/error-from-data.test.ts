import { CountersignError, ModelError, RunAborted, UserError } from 'countersign/core';
import { expect, it } from 'vitest';
import { toOwnError } from '../../../src/protocol/base/error-from-data.js';

it('makes errors of data again, of the same class and with what led to them', () => {
  const cause = Object.assign(new TypeError('Why.', { cause: new UserError('mine', 'Mine.') }), { code: 'E1' });
  for (const error of [new ModelError('m', 'Words.', { cause }), new RunAborted('a', 'Words.')]) {
    const again = toOwnError(JSON.parse(JSON.stringify(error)));

    expect(again.constructor).toBe(error.constructor);
    expect(again.toJSON()).toEqual(error.toJSON());
  }
  const { cause: why } = toOwnError(new ModelError('m', 'Words.', { cause }).toJSON());
  expect(CountersignError.isInstance(why)).toBe(false);
  expect(UserError.isInstance((why as Error).cause)).toBe(true);
});

it('makes an error of whatever came', () => {
  expect(toOwnError({ name: 'Error', code: 7, cause: 'none' }).toJSON()).toEqual({
    code: '7',
    name: 'CountersignError',
    message: 'It did not say what went wrong.',
  });
});
