import { describe, expect, it } from 'vitest';
import { defaultTitle } from '../../src/approval/default-title.js';

const long = 'word '.repeat(100);

describe('defaultTitle', () => {
  it.each<readonly [string, unknown, string]>([
    ['a text', { note: 'milk' }, 'Delete note: milk'],
    ['a number', { id: 42 }, 'Delete note: 42'],
    ['a UUID', { id: '0b9c3f1e-6c2d-4f6a-9d59-0a4c2a7f3f10' }, 'Delete note: 0b9c3f1e-6c2d-4f6a-9d59-0a4c2a7f3f10'],
    ['the first of several', { path: 'a.md', to: 'b.md' }, 'Delete note: a.md'],
    ['what follows flags and empty texts', { force: true, mode: null, tag: ' ', path: 'a.md' }, 'Delete note: a.md'],
    ['a short text before a long one', { body: long, subject: 'Hello' }, 'Delete note: Hello'],
    ['a nested text', { note: { id: 'milk' } }, 'Delete note: milk'],
    ['a list', { ids: ['a', 'b', 3] }, 'Delete note: a, b, 3'],
    ['lines', { text: ' one\n\ttwo ' }, 'Delete note: one two'],
    ['an input that is a text', 'milk', 'Delete note: milk'],
    ['nothing', {}, 'Delete note'],
    ['no input', undefined, 'Delete note'],
  ])('C371 names a call by %s', (_, input, title) => {
    expect(defaultTitle('delete_note', input)).toBe(title);
  });

  it.each<readonly [string, unknown, string]>([
    ['a password', { password: 'hunter', user: 'ada' }, 'Log in: ada'],
    ['a short password', { pin: '123456', password: 'milk' }, 'Log in'],
    ['a key under any name', { note: `sk-ant-api03-${'aB3dE5fG7h'.repeat(4)}` }, 'Log in'],
    [
      'a credential within a text',
      { command: 'curl -H "Authorization: Bearer abcdef123456789"', host: 'a' },
      'Log in: a',
    ],
    ['a header', { value: 'hunter2swordfish', name: 'Authorization' }, 'Log in: Authorization'],
    ['a secret in an object', { credentials: { password: 'milk' }, user: 'ada' }, 'Log in: ada'],
  ])('C371 never contains %s', (_, input, title) => {
    expect(defaultTitle('log_in', input)).toBe(title);
  });

  it.each<readonly [string, unknown, string]>([
    ['several words', { session: 'Yoga at 9' }, 'Log in: Yoga at 9'],
    ['the code of a currency', { fromToken: 'USDC', amount: 5 }, 'Log in: USDC'],
    ['a keyboard', { keyboard: 'dvorak' }, 'Log in: dvorak'],
    ['a command', { command: 'npm test' }, 'Log in: npm test'],
    ['an address', { url: 'https://example.com/a?page=2' }, 'Log in: https://example.com/a?page=2'],
  ])('C371 contains %s under the name of a possible secret', (_, input, title) => {
    expect(defaultTitle('log_in', input)).toBe(title);
  });

  it.each<readonly [string, unknown]>([
    ['an address with a password', { url: 'https://ada:milk@example.com' }],
    ['the number of a card', { note: '4111 1111 1111 1111' }],
    ['a flag with its value', { command: 'login --token milk' }],
    ['names in other styles', { dbPassword: 'milk', 'X-Auth-Token': 'milk', contraseña: 'milk', user_pin: '1234' }],
  ])('C371 omits %s', (_, input) => {
    expect(defaultTitle('log_in', input)).toBe('Log in');
  });

  it('C371 contains nothing that the tool hides', () => {
    expect(defaultTitle('delete_note', { note: 'milk', tag: 'x' }, { hide: [['note']] })).toBe('Delete note: x');
    expect(defaultTitle('delete_note', { note: 'milk' }, { hide: [[]] })).toBe('Delete note');
  });

  it('C371 escapes invisible characters, and stays short', () => {
    expect(defaultTitle('delete_note', { note: 'a\u202eb\u200b' })).toBe('Delete note: a\\u202eb\\u200b');
    expect(defaultTitle('delete_note', { body: long })).toHaveLength('Delete note: '.length + 60);
    expect(defaultTitle('x'.repeat(1_000), { note: 'milk' }).length).toBeLessThanOrEqual(300);
  });
});
