import { memoryStorage } from 'countersign/persistence';
import { describe, expect, it } from 'vitest';
import { Records } from '../../src/persistence/records/records.js';
import { CorruptRow } from '../../src/persistence/tables/corrupt-row.js';
import { memoryTables } from '../../src/persistence/tables/memory-tables.js';
import type { Place } from '../../src/persistence/tables/place.js';

const bytes = (...values: readonly number[]): ArrayBuffer => new Uint8Array(values).buffer;

describe('records', () => {
  it('C460 do not quarantine an encrypted row that another tab has replaced', async () => {
    const tables = memoryTables();
    const place: Place = ['steps', 'r1', 'a'];
    const replaced = { order: 0, at: 1, data: bytes(4, 5, 6) };
    await tables.transact(['steps'], 'write', (open) => open.put(place, replaced));
    const records = new Records(tables, { now: () => 7, onProblem: () => {} });

    await records.quarantine(new CorruptRow(place, 'its data is wrong', { order: 0, at: 1, data: bytes(1, 2, 3) }));

    expect(await tables.transact(['steps'], 'read', (open) => open.get(place))).toEqual(replaced);
  });

  it('C460 keep the outcome of an answer from another tab while answers to parallel batches arrive', async () => {
    const storage = memoryStorage();
    const answer = (id: string, batchId: string) => ({ id, batchId, toolCallId: id, decision: true, options: {} });
    await storage.submit?.('talk', answer('a', 'batch-1'));
    await storage.settle?.('talk', { ...answer('a', 'batch-1'), outcome: { status: 'accepted' } });

    await storage.submit?.('talk', answer('b', 'batch-2'));

    const stored = await storage.submitted?.('talk');
    expect(stored?.find(({ id }) => id === 'a')?.outcome).toEqual({ status: 'accepted' });
  });

  it('C460 remove outcomes once there are many', async () => {
    const storage = memoryStorage();
    for (let index = 0; index < 300; index += 1) {
      const answer = { id: `a${index}`, batchId: `b${index}`, toolCallId: 'a', decision: true, options: {} };
      await storage.submit?.('talk', answer);
      await storage.settle?.('talk', { ...answer, outcome: { status: 'accepted' } });
    }

    expect((await storage.submitted?.('talk'))?.length).toBeLessThanOrEqual(110);
  });
});
