import { CountersignError } from 'countersign/core';
import { expect, it } from 'vitest';
import { createStorage } from '../../src/persistence/create-storage.js';
import { Records } from '../../src/persistence/records/records.js';
import { memoryTables } from '../../src/persistence/tables/memory-tables.js';
import type { TableName } from '../../src/persistence/tables/place.js';
import type { Tables } from '../../src/persistence/tables/tables.js';

const names: readonly TableName[] = ['conversations', 'contents', 'members', 'runs', 'events', 'event-keys', 'batches'];
const event = { v: 1, seq: 0, at: 1, runId: 'r', agentPath: ['a'], type: 'text-start', id: 't' };
const message = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hello' }] };
const exported = { v: 1, title: 'A', messages: [message], runs: [[{ key: 'k', event }], [{ key: 'k', event }]] };

/** A storage whose disk fails at a table. */
function storageOver(failing: TableName | undefined) {
  const tables = memoryTables();
  const broken: Tables = {
    ...tables,
    transact: (all, access, work) =>
      tables.transact(all, access, (open) =>
        work({
          ...open,
          put: (place, row) => {
            if (place[0] === failing) throw new CountersignError('storage-full', 'The disk is full.');
            return open.put(place, row);
          },
        }),
      ),
  };
  const records = new Records(broken, { now: () => 1, onProblem: () => {} });
  let count = 0;
  const storage = createStorage(records, { name: 'test', generateId: () => `id-${++count}` });
  const left = () =>
    tables.transact(names, 'read', async (open) => (await Promise.all(names.map((name) => open.list([name])))).flat());
  return { storage, left };
}

it.each(names.filter((name) => name !== 'batches'))(
  'C321 an import leaves nothing behind if the disk fails at %s',
  async (table) => {
    const { storage, left } = storageOver(table);

    await expect(storage.conversations.import(exported)).rejects.toMatchObject({ code: 'storage-full' });

    expect(await left()).toEqual([]);
  },
);

it.each([
  [
    'an event is malformed',
    { ...exported, runs: [[{ key: 'k', event }], [{ key: 'k', event: { ...event, type: 'x' } }]] },
  ],
  ['a message is malformed', { ...exported, messages: [{ ...message, parts: [{ type: 'text' }] }] }],
  ['two messages have one id', { ...exported, messages: [message, message] }],
  ['it nests too deep', { ...exported, more: JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)) }],
])('C321 an import leaves nothing behind if %s', async (_, json) => {
  const { storage, left } = storageOver(undefined);

  await expect(storage.conversations.import(json)).rejects.toMatchObject({ code: 'imported-conversation' });

  expect(await left()).toEqual([]);
});

it('C321 an import is stored with all of its runs', async () => {
  const { storage } = storageOver(undefined);

  const id = await storage.conversations.import({ ...exported, title: 'x'.repeat(5_000) });

  const record = await storage.conversations.get(id);
  expect(record).toMatchObject({ messages: [message], title: expect.stringMatching(/^x{299}…$/) });
  for (const runId of record?.runIds ?? []) expect((await storage.events(runId).read()).entries).toHaveLength(1);
  expect(record?.runIds).toHaveLength(2);
});
