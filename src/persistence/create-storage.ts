import { derivedId } from '../protocol/base/ids.js';
import { cleanRuns } from './clean-runs.js';
import { readSubmitted, settleAnswer, submitAnswer } from './conversations/answer-inbox.js';
import { deleteConversation } from './conversations/delete-conversation.js';
import { exportConversation, importConversation } from './conversations/export-conversation.js';
import type { ConversationPacker } from './conversations/packed-conversation.js';
import { getConversation, listConversations, loadConversation } from './conversations/read-conversations.js';
import { readLog } from './conversations/read-log.js';
import { putConversation, renameConversation } from './conversations/write-conversation.js';
import { persistConversation } from './plugin/persist-conversation.js';
import type { Records } from './records/records.js';
import type { Conversations, RunStorage } from './run-storage.js';
import { type EventLog, eventAppender } from './runs/event-log.js';
import { countEvents, readEvents } from './runs/read-events.js';
import { type RunLead, takeLead } from './runs/run-rows.js';
import { createStepJournal } from './runs/step-journal.js';
import { readAnswers, storeAnswers } from './runs/stored-answers.js';
import { storedGrants } from './stored-grants.js';
import { claimConversation } from './tabs/claim-conversation.js';
import { openPageChannel } from './tabs/page-channel.js';
import { claimForPage } from './tabs/page-claim.js';
import { PageLocks } from './tabs/page-locks.js';
import { createPageNotifier, type PageNotifier } from './tabs/page-notifier.js';

/** Returns a storage that uses any tables. */
export function createStorage(
  records: Records,
  { name, generateId }: { readonly name: string; readonly generateId: () => string },
): RunStorage {
  const notifier = createPageNotifier(derivedId('', 'conversations', name));
  const packers = new Map<string, ConversationPacker>();
  const grantsNotifier = createPageNotifier(derivedId('', 'grants', name));
  const ownLocks = new PageLocks();
  return {
    journal: (runId, { epoch = 0 } = {}) => createStepJournal(records, { runId, epoch }),
    answer: (batchId, answers, { runId } = {}) => storeAnswers(records, { batchId, runId }, answers),
    answersOf: (batchId) => readAnswers(records, batchId),
    events: (runId, { epoch = 0 } = {}) => eventsOf(records, { runId, epoch }),
    conversations: conversationsOf(records, { generateId, notifier }),
    grants: storedGrants(records, grantsNotifier),
    lead: (runId) => takeLead(records, runId),
    persist: persistConversation,
    claim: async (id, options) => {
      const tell: Records['report'] = (problem) => records.report(problem);
      return claimConversation(
        records,
        { id, notifier, packers },
        await claimForPage(derivedId('', 'lead', name, id), { ...options, tell, ownLocks }),
      );
    },
    load: (id) => loadConversation(records, id, packers.get(id)),
    readLog: (id, window) => readLog(records, id, window),
    submit: (id, answer) => submitAnswer(records, id, answer),
    submitted: (id) => readSubmitted(records, id),
    settle: (id, answer) => settleAnswer(records, id, answer),
    channel: (id) => openPageChannel(derivedId('', 'conversation', name, id)),
    clean: (options) => cleanRuns(records, options),
    close: async () => {
      for (const each of [notifier, grantsNotifier]) each.close();
      await records.close();
    },
  };
}

function eventsOf(records: Records, activation: RunLead): EventLog {
  return {
    append: eventAppender(records, activation),
    read: (window = {}) => readEvents(records, activation.runId, window),
    count: () => countEvents(records, activation.runId),
  };
}

function conversationsOf(
  records: Records,
  { generateId, notifier }: { readonly generateId: () => string; readonly notifier: PageNotifier },
): Conversations {
  const notifyAfter = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    notifier.notify();
    return result;
  };
  return {
    list: () => listConversations(records),
    get: (id) => getConversation(records, id),
    put: (record, lead) => notifyAfter(putConversation(records, record, lead)),
    rename: (id, title) => notifyAfter(renameConversation(records, id, title)),
    delete: (id) => notifyAfter(deleteConversation(records, id)),
    export: (id) => exportConversation(records, id),
    import: (json) => notifyAfter(importConversation(records, json, generateId)),
    subscribe: notifier.subscribe,
  };
}
