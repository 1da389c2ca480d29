import { derivedId } from '../protocol/base/ids.js';
import { whenIdle } from '../protocol/base/lazy-part.js';
import { getConversation, listConversations, loadConversation } from './conversations/read-conversations.js';
import { readLog } from './conversations/read-log.js';
import type { Records } from './records/records.js';
import type { Conversations, RunStorage } from './run-storage.js';
import type { EventLog } from './runs/event-log.js';
import { countEvents, readEvents } from './runs/read-events.js';
import type { RunLife } from './runs/run-rows.js';
import type { StoredJournal } from './runs/step-journal.js';
import { storedGrants } from './stored-grants.js';
import { createPageBell, type PageBell } from './tabs/page-bell.js';
import { openPageChannel } from './tabs/page-channel.js';
import { claimForPage } from './tabs/page-claim.js';
import type { Writing } from './writing.js';
import { onceWriting, writingPart } from './writing-part.js';

/** A storage over any tables. What is kept can be listed and read at once; what writes is loaded when it is first needed, or before. */
export function createStorage(
  records: Records,
  { name, generateId }: { readonly name: string; readonly generateId: () => string },
): RunStorage {
  const bell = createPageBell(derivedId('', 'conversations', name));
  const grantsBell = createPageBell(derivedId('', 'grants', name));
  return {
    preload: () => {
      // Beside it, the database opens. What is wrong with that is said where something is read.
      records.transact(['conversations'], 'read', async () => {}).catch(() => {});
      return writingPart();
    },
    journal: (runId, { epoch = 0 } = {}) => journalOf(records, { runId, epoch }),
    answer: async (batchId, answers, { runId } = {}) =>
      (await writingPart()).storeAnswers(records, { batchId, runId }, answers),
    answersOf: async (batchId) => (await writingPart()).readAnswers(records, batchId),
    events: (runId, { epoch = 0 } = {}) => eventsOf(records, { runId, epoch }),
    conversations: conversationsOf(records, { generateId, bell }),
    grants: storedGrants(records, grantsBell),
    lead: async (runId) => (await writingPart()).takeLead(records, runId),
    claim: async (id, options) => {
      // First: no page has the right to what it cannot go on with, nor keeps others from it while it loads.
      const { claimConversation } = await writingPart();
      const tell: Records['tell'] = (problem) => records.tell(problem);
      return claimConversation(
        records,
        { id, bell },
        await claimForPage(derivedId('', 'lead', name, id), { ...options, tell }),
      );
    },
    load: (id) => loadConversation(records, id),
    readLog: (id, window) => readLog(records, id, window),
    channel: (id) => openPageChannel(derivedId('', 'conversation', name, id)),
    clean: async (options) => (await writingPart()).cleanRuns(records, options),
    close: async () => {
      for (const each of [bell, grantsBell]) each.close();
      await records.close();
    },
  };
}

/** No step works before the code is there that keeps it. */
function journalOf(records: Records, life: RunLife): StoredJournal {
  const journal = onceWriting(({ createStepJournal }) => createStepJournal(records, life));
  return {
    step: async (...step) => (await journal()).step(...step),
    steps: async () => (await journal()).steps(),
  };
}

function eventsOf(records: Records, life: RunLife): EventLog {
  const append = onceWriting(({ eventAppender }) => eventAppender(records, life));
  return {
    append: async (entries) => (await append())(entries),
    read: (window = {}) => readEvents(records, life.runId, window),
    count: () => countEvents(records, life.runId),
  };
}

function conversationsOf(
  records: Records,
  { generateId, bell }: { readonly generateId: () => string; readonly bell: PageBell },
): Conversations {
  const told = async <T>(work: (writing: Writing) => Promise<T>): Promise<T> => {
    const made = await work(await writingPart());
    bell.ring();
    return made;
  };
  return {
    list: () => {
      // Whoever is shown a list opens one of it next.
      if (writingPart.loaded() === undefined) whenIdle(() => writingPart().catch(() => {}));
      return listConversations(records);
    },
    get: (id) => getConversation(records, id),
    put: (record, lead) => told(({ putConversation }) => putConversation(records, record, lead)),
    rename: (id, title) => told(({ renameConversation }) => renameConversation(records, id, title)),
    delete: (id) => told(({ deleteConversation }) => deleteConversation(records, id)),
    export: async (id) => (await writingPart()).exportConversation(records, id),
    import: (json) => told(({ importConversation }) => importConversation(records, json, generateId)),
    subscribe: bell.subscribe,
  };
}
