import type { CountersignError } from 'countersign';
import { describe, expect, it, vi } from 'vitest';
import { conversationOf, entriesOf } from './samples.js';
import { databaseName, openRaw, openStorage, sealed } from './storages.js';

const work = (): ReturnType<typeof vi.fn<() => Promise<string>>> => vi.fn(async () => 'done');

describe('encrypted records', () => {
  it('show nothing of what was said, done or answered; ids, states and times can be read', async () => {
    const name = databaseName();
    const storage = openStorage({ name, ...sealed });
    await storage.journal('r1').step('model', async () => 'secret-step');
    await storage.answer('b', {
      c1: { answer: { kind: 'tool-denied', message: 'secret-no' }, by: { type: 'person', name: 'secret-name' }, at: 1 },
    });
    await storage
      .events('r1')
      .append(entriesOf(0, 0).map((entry) => ({ ...entry, event: { ...entry.event, runId: 'secret-event' } })));
    await storage.conversations.put(
      conversationOf('a', {
        title: 'secret-title',
        messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'secret-text' }] }],
      }),
    );

    const raw = await openRaw(name);
    const rows = await Promise.all([...raw.objectStoreNames].map((table) => raw.getAll(table)));
    const bytes = rows.flat().flatMap((row: { data?: unknown }) => (row.data instanceof ArrayBuffer ? [row.data] : []));
    const text = JSON.stringify(rows) + bytes.map((data) => new TextDecoder().decode(data)).join();

    expect(bytes).toHaveLength(5);
    expect(text).not.toContain('secret');
    expect(text).toContain('"state":"idle"');
  });

  it('that cannot be decrypted stay where they are: nothing runs, lists leave them out', async () => {
    const name = databaseName();
    const storage = openStorage({ name, ...sealed });
    await storage.journal('r1').step('a', async () => 'kept');
    for (const id of ['a', 'b']) await storage.conversations.put(conversationOf(id));
    const problems: CountersignError[] = [];
    const missed = work();
    const wrongKey = openStorage({
      name,
      onProblem: (problem) => problems.push(problem),
      decrypt: async () => {
        throw new DOMException('', 'OperationError');
      },
    });

    await expect(wrongKey.journal('r1').step('a', missed)).rejects.toMatchObject({ code: 'not-decrypted' });
    await expect(openStorage({ name }).journal('r1').step('a', missed)).rejects.toMatchObject({
      code: 'not-decrypted',
    });
    expect(await wrongKey.conversations.list()).toEqual([]);

    expect(missed).not.toHaveBeenCalled();
    expect(problems.map(({ code }) => code)).toEqual(['not-decrypted']);
    expect(await storage.journal('r1').step('a', missed)).toBe('kept');
    expect(await storage.conversations.list()).toHaveLength(2);
  });

  it('cannot stand for others: what was kept under one name is nothing under another', async () => {
    const name = databaseName();
    const storage = openStorage({ name, ...sealed });
    await storage.journal('r1').step('a', async () => 'yes');
    const raw = await openRaw(name);
    await raw.put('steps', await raw.get('steps', ['r1', 'a']), ['r1', 'b']);

    await expect(storage.journal('r1').step('b', work())).rejects.toMatchObject({ code: 'not-decrypted' });
  });

  it('live beside those of before there was a key', async () => {
    const name = databaseName();
    await openStorage({ name })
      .journal('r1')
      .step('a', async () => 'plain');

    expect(
      await openStorage({ name, ...sealed })
        .journal('r1')
        .step('a', work()),
    ).toBe('plain');
  });

  it('that cannot be encrypted are not kept', async () => {
    const storage = openStorage({
      name: databaseName(),
      encrypt: async () => {
        throw new Error('The key is gone.');
      },
    });

    await expect(storage.journal('r1').step('a', work())).rejects.toMatchObject({ code: 'storage-failed' });
    expect(await storage.journal('r1').steps()).toEqual([]);
  });

  it('that decrypt to something else are damaged', async () => {
    const name = databaseName();
    await openStorage({ name, ...sealed })
      .journal('r1')
      .step('a', async () => 'kept');
    const garbled = openStorage({ name, decrypt: async () => '{"half' });

    await expect(garbled.journal('r1').step('a', work())).rejects.toMatchObject({ code: 'corrupt-record' });
  });
});
