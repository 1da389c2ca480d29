export { type ControllableHandler, controllableHandler } from './controllable-handler.js';
export { disarmApprovals } from './disarm-approvals.js';
export { type BatchScript, expectBatch } from './expect-batch.js';
export { answerLate, answerTwice } from './inject-faults.js';
export { type JournalCase, journalContract, type OpenJournal } from './journal-contract.js';
export { latestResults } from './latest-results.js';
export {
  type JournalWrite,
  type MemoryJournal,
  type MemoryJournalOptions,
  memoryJournal,
} from './memory-journal.js';
export { runStoreContract } from './run-store-contract.js';
export { type ScriptedModel, type ScriptedTurn, scriptedModel } from './scripted-model.js';
export type { ScriptedCall } from './scripted-parts.js';
export { createVirtualClock, type VirtualClock, type VirtualEnvironment } from './virtual-clock.js';
