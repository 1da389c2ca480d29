import { memoryRunStore } from 'countersign/server';
import { runStoreContract } from 'countersign/testing';
import { it } from 'vitest';

const store = memoryRunStore();

it.each(runStoreContract(() => store))('C983 a run store in memory $name', async ({ check }) => await check());
