import { cleanRuns } from './clean-runs.js';
import { exportConversation, importConversation } from './conversations/carry-conversation.js';
import { putConversation, renameConversation } from './conversations/conversation-shelf.js';
import { deleteConversation } from './conversations/delete-conversation.js';
import { readAnswers, storeAnswers } from './runs/answer-book.js';
import { eventAppender } from './runs/event-log.js';
import { takeLead } from './runs/run-rows.js';
import { createStepJournal } from './runs/step-journal.js';
import { memoryTables } from './tables/memory-tables.js';
import { claimConversation } from './tabs/claim-conversation.js';

/** All that writes to a storage, but for grants. One file: where one part of it is there, no other can be missing. */
export interface Writing {
  readonly createStepJournal: typeof createStepJournal;
  readonly eventAppender: typeof eventAppender;
  readonly takeLead: typeof takeLead;
  readonly storeAnswers: typeof storeAnswers;
  readonly readAnswers: typeof readAnswers;
  readonly claimConversation: typeof claimConversation;
  readonly putConversation: typeof putConversation;
  readonly renameConversation: typeof renameConversation;
  readonly deleteConversation: typeof deleteConversation;
  readonly exportConversation: typeof exportConversation;
  readonly importConversation: typeof importConversation;
  readonly cleanRuns: typeof cleanRuns;
  readonly memoryTables: typeof memoryTables;
}

/** All of it. */
export const writing: Writing = {
  createStepJournal,
  eventAppender,
  takeLead,
  storeAnswers,
  readAnswers,
  claimConversation,
  putConversation,
  renameConversation,
  deleteConversation,
  exportConversation,
  importConversation,
  cleanRuns,
  memoryTables,
};
