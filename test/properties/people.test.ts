import { expect, it } from 'vitest';
import { driveConversation } from './drive-conversation.js';
import { conversationRuns, expectInvariants } from './property.js';

const runs = conversationRuns(20261122);

it(`keeps its invariants in ${runs.numRuns} conversations with people at cards (seed ${runs.seed})`, {
  timeout: 3_600_000,
}, async () => {
  await expect(expectInvariants(driveConversation, runs)).resolves.toBeUndefined();
});
