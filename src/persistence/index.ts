export type { RunJournal, StepAttempt } from '../agent/run/journal.js';
export type {
  ConversationRecord,
  ConversationSummary,
  ExportedConversation,
} from './conversations/conversation-record.js';
export { type IndexedDbStorageOptions, indexedDbStorage } from './indexed-db-storage.js';
export { type MemoryStorageOptions, memoryStorage } from './memory-storage.js';
export type { ConversationRepository } from './plugin/conversation-repository.js';
export { persistConversation } from './plugin/persist-conversation.js';
export type { CleanOptions, Conversations, RunStorage } from './run-storage.js';
export type { EventEntry, EventLog, EventWindow, LoggedEvent } from './runs/event-log.js';
export type { PersistedStep, StoredJournal } from './runs/step-journal.js';
export type { AnswerResult, StoredAnswer, StoredAnswers } from './runs/stored-answers.js';
