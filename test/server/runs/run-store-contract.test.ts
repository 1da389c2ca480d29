import { memoryStorage } from 'countersign/persistence';
import { memoryRunStore } from 'countersign/server';
import { runStoreContract } from 'countersign/testing';
import { it } from 'vitest';
import { LocalRunStore } from '../../../src/server/local/local-run-store.js';

const stores = {
  'in memory': memoryRunStore(),
  'with a storage': new LocalRunStore({ storage: memoryStorage() }),
};

const cases = Object.entries(stores).flatMap(([where, store]) =>
  runStoreContract(() => store).map(({ name, check }) => ({ name: `${where} ${name}`, check })),
);

it.each(cases)('C452 C514 a run store $name', async ({ check }) => await check());
