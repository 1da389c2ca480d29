import { expect, it } from 'vitest';
import { driveConversation } from './drive-conversation.js';
import { holds, propertyRuns } from './property.js';

const runs = propertyRuns(5_000, 20261122);

it(`keeps its invariants in ${runs.numRuns} conversations with people at cards (seed ${runs.seed})`, {
  timeout: 3_600_000,
}, async () => {
  await expect(holds(driveConversation, runs)).resolves.toBeUndefined();
});
