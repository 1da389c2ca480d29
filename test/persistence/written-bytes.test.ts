import { type Conversation, createAgent, createConversation, tool } from 'countersign/core';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { expect, it } from 'vitest';
import { createStorage } from '../../src/persistence/create-storage.js';
import { Records } from '../../src/persistence/records/records.js';
import { memoryTables } from '../../src/persistence/tables/memory-tables.js';
import { type TableName, tableNames } from '../../src/persistence/tables/place.js';
import type { Tables } from '../../src/persistence/tables/tables.js';
import { call, inputSchema, say, textOf, until } from '../conformance/persistence-support.js';

/** A clock that the test moves: timers fire when it says so. */
function manualTimers() {
  const timers = new Set<() => void>();
  return {
    setTimeout: (callback: () => void) => {
      timers.add(callback);
      return () => void timers.delete(callback);
    },
    fire: () => {
      for (const timer of [...timers]) {
        timers.delete(timer);
        timer();
      }
    },
  };
}

/** A storage that counts what is written to it. */
function countingStorage() {
  const tables = memoryTables();
  let bytes = 0;
  let ended: Promise<unknown> = Promise.resolve();
  const counting: Tables = {
    ...tables,
    transact: (names, access, work) => {
      const result = tables.transact(names, access, (open) =>
        work({
          ...open,
          put: (place, row) => {
            bytes += JSON.stringify([place, row]).length;
            return open.put(place, row);
          },
        }),
      );
      ended = Promise.all([ended, result]);
      return result;
    },
  };
  const records = new Records(counting, { now: () => 1, onProblem: () => {} });
  const storage = createStorage(records, { name: 'counted', generateId: () => crypto.randomUUID() });
  /** Resolves once nothing is written any more. */
  const quiet = async (): Promise<void> => {
    for (let seen: unknown; seen !== ended; await new Promise((resolve) => setTimeout(resolve))) {
      seen = ended;
      await seen;
    }
  };
  const rowsOf = (name: TableName) => tables.transact([name], 'read', (open) => open.list([name]));
  return {
    storage,
    quiet,
    rowsOf,
    /** The bytes that were written since it was asked last. */
    written: () => {
      const count = bytes;
      bytes = 0;
      return count;
    },
    /** The bytes that all tables hold. */
    stored: async () => JSON.stringify(await Promise.all(tableNames.map(rowsOf))).length,
  };
}

const pictureSize = 1_000_000;
const data = `data:image/png;base64,${'iVBORw0K'.repeat(pictureSize / 8)}`;
const picture = [
  { type: 'text' as const, text: 'See' },
  { type: 'file' as const, data, mediaType: 'image/png' },
];

function setUp(turns: readonly ScriptedTurn[]) {
  const counted = countingStorage();
  const timers = manualTimers();
  const page = (says: number): Conversation => {
    const ask = tool({ inputSchema, requiresApproval: true, execute: () => 'done' });
    const agent = createAgent({ model: scriptedModel(turns.slice(says)), tools: { ask } });
    return createConversation(() => ({ agent, storage: counted.storage, runKey: 'talk' }), timers);
  };
  return { ...counted, ...timers, page };
}

const isAnswered = (text: string) => (state: Parameters<typeof textOf>[0] & { readonly status: string }) =>
  state.status === 'idle' && textOf(state).endsWith(text);

async function sayUntil(conversation: Conversation, text: string, answer: string): Promise<void> {
  conversation.start(text);
  await until(conversation, isAnswered(answer));
}

it('C445 stores a picture once, and a turn after it writes only what the turn adds', async () => {
  const { page, written, stored, quiet } = setUp(['Nice.', 'Yes.', 'Still.']);
  const first = page(0);
  first.start(picture);
  await until(first, isAnswered('Nice.'));
  await quiet();

  expect(written()).toBeLessThan(pictureSize * 1.1);
  expect(await stored()).toBeLessThan(pictureSize * 1.1);

  await sayUntil(first, 'Is it?', 'Yes.');
  await quiet();
  expect(written()).toBeLessThan(20_000);

  first.dispose();
  await quiet();
  const second = page(2);
  const { messages } = await until(second, ({ place }) => place === 'here');
  expect(messages[0]?.parts).toContainEqual(expect.objectContaining({ type: 'file', url: data }));
  written();
  await sayUntil(second, 'And now?', 'Still.');
  await quiet();
  expect(written()).toBeLessThan(20_000);
  second.dispose();
});

it('C445 does not write the messages of earlier turns again', async () => {
  const count = 30;
  const { page, written, quiet } = setUp(Array.from({ length: count }, (_, index) => `Answer ${index}.`));
  const conversation = page(0);
  const sizes: number[] = [];
  for (let index = 0; index < count; index++) {
    await sayUntil(conversation, `${index} ${'x'.repeat(1000)}`, `Answer ${index}.`);
    await quiet();
    sizes.push(written());
  }

  // Only lists of numbers grow.
  expect(sizes.at(-1)).toBeLessThan((sizes[1] ?? 0) + count * 100);
  conversation.dispose();
});

it('C446 writes drafts of a card separately, once for several keys, and loses none', async () => {
  const { page, written, quiet, fire } = setUp(['Nice.', { calls: [call('ask', 'a')] }, 'Done.']);
  const first = page(0);
  first.start(picture);
  await until(first, isAnswered('Nice.'));
  first.start('Go');
  const { pending } = await until(first, (state) => state.pending.length === 1);
  const id = pending[0]?.items[0]?.id ?? '';
  // The events of the run are stored before other pages are notified of them.
  for (let bytes = 1; bytes > 0; bytes = written()) {
    fire();
    await quiet();
  }

  for (let keys = 1; keys <= 50; keys++) first.saveDraft(id, { mode: 'deny', reason: 'x'.repeat(keys) });
  await quiet();
  expect(written()).toBe(0);
  fire();
  await quiet();
  expect(written()).toBeLessThan(300);

  first.saveDraft(id, { mode: 'deny', reason: 'the last word' });
  first.dispose();
  await quiet();
  const second = page(2);
  await until(second, ({ drafts }) => Object.keys(drafts).length > 0);
  expect(Object.values(second.store.getState().drafts)).toEqual([{ mode: 'deny', reason: 'the last word' }]);
  second.dispose();
});

it('C447 deletes pictures and messages with their conversation', async () => {
  const { page, storage, rowsOf, quiet } = setUp(['Nice.']);
  const conversation = page(0);
  await say(conversation, 'Hi');
  conversation.start(picture);
  conversation.dispose();
  await quiet();

  await storage.conversations.delete('talk');

  for (const name of ['contents', 'chunks', 'texts', 'drafts', 'events'] as const)
    expect(await rowsOf(name)).toEqual([]);
});

it('C447 continues a conversation that was stored in one row', async () => {
  const { page, storage, quiet } = setUp(['Nice.', 'Yes.']);
  const first = page(0);
  first.start(picture);
  await until(first, isAnswered('Nice.'));
  first.dispose();
  await quiet();
  const record = await storage.conversations.get('talk');
  if (record === undefined) throw new Error('It is not stored.');
  // As a whole, like all conversations before.
  await storage.conversations.put(record);

  const second = page(1);
  const { messages } = await until(second, ({ place }) => place === 'here');
  await sayUntil(second, 'Is it?', 'Yes.');

  expect(messages[0]?.parts).toContainEqual(expect.objectContaining({ type: 'file', url: data }));
  second.dispose();
});

it('C447 reads no chunk for a text in a message that looks like a reference', async () => {
  const hostile = JSON.stringify({ owner: 'talk', value: 0, texts: [] });
  const { page, quiet } = setUp([
    { calls: [{ toolName: 'none', toolCallId: 'a', input: JSON.parse(hostile) }] },
    'Done.',
  ]);
  const first = page(0);
  await sayUntil(first, hostile, 'Done.');
  const { messages } = first.store.getState();
  first.dispose();
  await quiet();

  const second = page(2);
  const after = await until(second, ({ place }) => place === 'here');

  expect(after.messages).toEqual(JSON.parse(JSON.stringify(messages)));
  second.dispose();
});
