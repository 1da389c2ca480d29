import { cleanRuns } from './clean-runs.js';
import { exportConversation, importConversation } from './conversations/carry-conversation.js';
import {
  getConversation,
  listConversations,
  putConversation,
  renameConversation,
} from './conversations/conversation-shelf.js';
import { deleteConversation } from './conversations/delete-conversation.js';
import { readLog } from './conversations/read-log.js';
import type { Records } from './records/records.js';
import type { Conversations, RunStorage } from './run-storage.js';
import { readAnswers, storeAnswers } from './runs/answer-book.js';
import { createEventLog } from './runs/event-log.js';
import { takeLead } from './runs/run-rows.js';
import { createStepJournal } from './runs/step-journal.js';
import { storedGrants } from './stored-grants.js';
import { claimConversation, loadConversation } from './tabs/claim-conversation.js';
import { createPageBell, type PageBell } from './tabs/page-bell.js';
import { openPageChannel } from './tabs/page-channel.js';

/** A storage over any tables. */
export function createStorage(
  records: Records,
  { name, generateId }: { readonly name: string; readonly generateId: () => string },
): RunStorage {
  const bell = createPageBell(`${name} conversations`);
  const grantsBell = createPageBell(`${name} grants`);
  return {
    journal: (runId, { epoch = 0 } = {}) => createStepJournal(records, { runId, epoch }),
    answer: (batchId, answers, { runId } = {}) => storeAnswers(records, { batchId, runId }, answers),
    answersOf: (batchId) => readAnswers(records, batchId),
    events: (runId, { epoch = 0 } = {}) => createEventLog(records, { runId, epoch }),
    conversations: conversationsOf(records, { generateId, bell }),
    grants: storedGrants(records, grantsBell),
    lead: (runId) => takeLead(records, runId),
    claim: (id, options) => claimConversation(records, { id, name, bell }, options),
    load: (id) => loadConversation(records, id),
    readLog: (id, window) => readLog(records, id, window),
    channel: (id) => openPageChannel(`${name} ${id}`),
    clean: (options) => cleanRuns(records, options),
    close: async () => {
      for (const each of [bell, grantsBell]) each.close();
      await records.close();
    },
  };
}

function conversationsOf(
  records: Records,
  { generateId, bell }: { readonly generateId: () => string; readonly bell: PageBell },
): Conversations {
  const told = async <T>(work: Promise<T>): Promise<T> => {
    const made = await work;
    bell.ring();
    return made;
  };
  return {
    list: () => listConversations(records),
    get: (id) => getConversation(records, id),
    put: (record, lead) => told(putConversation(records, record, lead)),
    rename: (id, title) => told(renameConversation(records, id, title)),
    delete: (id) => told(deleteConversation(records, id)),
    export: (id) => exportConversation(records, id),
    import: (json) => told(importConversation(records, json, generateId)),
    subscribe: bell.subscribe,
  };
}
