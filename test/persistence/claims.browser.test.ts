import { createAgent, createConversation, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { derivedId } from '../../src/protocol/base/ids.js';
import { call, inputSchema, until } from '../conformance/persistence-support.js';
import { databaseName, openStorage } from './storages.js';

afterEach(() => {
  vi.restoreAllMocks();
  document.dispatchEvent(new Event('resume'));
});

/** Whether nobody has the lock of a conversation. */
const isFree = (name: string): Promise<boolean> =>
  navigator.locks.request(derivedId('', 'lead', name, 'talk'), { ifAvailable: true }, (lock) => lock !== null);

it('C190 a frozen page releases its conversation, and takes none before it thaws', async () => {
  const name = databaseName();
  const storage = openStorage({ name });
  const options = { signal: new AbortController().signal, onWait: () => {} };
  const first = await storage.claim('talk', options);
  expect(await isFree(name)).toBe(false);

  document.dispatchEvent(new Event('freeze')); // as browsers do: at the document, and it does not bubble
  let isTaken = false;
  const second = storage.claim('talk', options).finally(() => {
    isTaken = true;
  });
  // Who took it would have it by now.
  for (let rounds = 0; rounds < 5; rounds++) await storage.load('talk');

  expect(first.lost.aborted).toBe(true);
  expect(await isFree(name)).toBe(true);
  expect(isTaken).toBe(false);
  document.dispatchEvent(new Event('resume'));
  const { release } = await second;
  expect(await isFree(name)).toBe(false);
  release();
});

it('C190 reports a browser without Web Locks, and continues with the conversation', async () => {
  vi.spyOn(Navigator.prototype, 'locks', 'get').mockReturnValue(undefined as unknown as LockManager); // as pages without https have it
  const name = databaseName();
  const told: string[] = [];
  const done: string[] = [];
  const page = (turns: Parameters<typeof scriptedModel>[0]) => {
    const storage = openStorage({ name, onProblem: ({ code, message }) => void told.push(`${code}: ${message}`) });
    const ask = tool({ inputSchema, requiresApproval: true, execute: ({ path }) => void done.push(path) });
    const agent = createAgent({ model: scriptedModel(turns), tools: { ask } });
    return createConversation(() => ({ agent, storage, runKey: 'talk' }));
  };
  const first = page([{ calls: [call('ask', 'a')] }]);
  first.start('Do it');
  await until(first, ({ pending }) => pending.length === 1);
  first.dispose();

  const second = page(['Done.']);
  const { place } = await until(second, ({ pending }) => pending.length === 1);
  await second.decide('a', true);
  await until(second, ({ outcome }) => outcome?.type === 'completed');
  second.dispose();

  expect(place).toBe('here');
  expect(done).toEqual(['a']);
  expect(told).toHaveLength(2);
  for (const each of told)
    expect(each).toMatch(/^no-tabs: This browser has no Web Locks .* Keep it open in one tab only\.$/);
});
