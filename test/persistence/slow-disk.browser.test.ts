import { createAgent, tool } from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { databaseName, openStorage } from './storages.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A disk that takes many turns for each transaction, and tells which of those that write are over. */
function slowDisk(told: (tables: string) => void): void {
  const { transaction } = IDBDatabase.prototype;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const slow = transaction.apply(this, args);
    const [first = ''] = slow.objectStoreNames;
    let left = 40;
    const turn = (): void => {
      left -= 1;
      if (left > 0) slow.objectStore(first).count().onsuccess = turn;
    };
    turn();
    slow.addEventListener('complete', () => {
      if (slow.mode === 'readwrite') told([...slow.objectStoreNames].includes('marks') ? 'mark kept' : 'end kept');
    });
    return slow;
  });
}

it('C184 a slow disk stores the mark before the work starts, and the end before it is returned', async () => {
  const log: string[] = [];
  const journal = openStorage({ name: databaseName() }).journal('r1');
  slowDisk((what) => log.push(what));

  await journal.step('a', async () => void log.push('work'), { once: true });
  log.push('given back');

  expect(log).toEqual(['mark kept', 'work', 'end kept', 'given back']);
});

it('C188 a run over a slow disk has its results in the order of its calls, each executed once', async () => {
  const name = databaseName();
  const done: string[] = [];
  const begin = (turns: Parameters<typeof scriptedModel>[0]) => {
    const inputSchema = z.object({ path: z.string() });
    const act = tool({ inputSchema, execute: ({ path }) => `${done.push(path)} ${path}` });
    const agent = createAgent({ model: scriptedModel(turns), tools: { act } });
    return agent.run('go', { runId: 'r1', journal: openStorage({ name }).journal('r1') }).outcome;
  };
  const calls = ['a', 'b', 'c', 'd'].map((path) => ({ toolName: 'act', toolCallId: path, input: { path } }));
  slowDisk(() => {});

  const first = await begin([{ calls }, 'Done.']);
  const again = await begin([]);

  const results = first.messages.flatMap(({ role, content }) =>
    role === 'tool' ? content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])) : [],
  );
  expect(first.type).toBe('completed');
  expect(results).toEqual(['a', 'b', 'c', 'd']);
  expect(done.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(again.messages).toEqual(first.messages);
});
