import { openDB } from 'idb';
import { expect, it } from 'vitest';
import { migrations, openDatabase } from '../../src/persistence/tables/open-database.js';
import { derivedId } from '../../src/protocol/base/ids.js';

const silent = { onProblem: () => {}, onLost: () => {} };

it('C183 moves the lead of a conversation to an id that no run can have, and leaves runs alone', async () => {
  const name = crypto.randomUUID();
  const before = await openDB(name, 2, {
    upgrade: async (...[db, , , tx]) => {
      for (const migrate of migrations.slice(0, 2)) await migrate(db, tx);
    },
  });
  const row = { epoch: 7, steps: 0, events: 0, state: 'open', at: 1 };
  await before.put('runs', row, ['conversation:talk.1']);
  await before.put('runs', { ...row, epoch: 3 }, ['a run']);
  before.close();

  const after = await openDatabase(name, migrations, silent);
  const keys = await after.getAllKeys('runs');
  const moved = await after.get('runs', [derivedId('', 'conversation', 'talk.1')]);
  after.close();

  expect(keys).toEqual([['a run'], [derivedId('', 'conversation', 'talk.1')]]);
  expect(moved).toEqual(row);
});
