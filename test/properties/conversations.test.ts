import { expect, it } from 'vitest';
import { driveRuns } from './drive-run.js';
import { conversationRuns, expectInvariants } from './property.js';

const runs = conversationRuns(20261121);

it(`keeps its invariants in ${runs.numRuns} conversations with a handler in code (seed ${runs.seed})`, {
  timeout: 3_600_000,
}, async () => {
  await expect(expectInvariants(driveRuns, runs)).resolves.toBeUndefined();
});
