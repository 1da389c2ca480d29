import type { UIMessage } from 'ai';
import * as z from 'zod/mini';
import { problemOfUiMessages } from '../../conversation/messages/message-problem.js';
import { UserError } from '../../protocol/base/errors.js';
import { boundedText } from '../../protocol/base/words.js';
import { maxForeignDepth, nestsTooDeep } from '../../protocol/foreign/foreign-json.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { isReadable } from '../../protocol/run-event-shape.js';
import type { Records } from '../records/records.js';
import { type EventEntry, eventTables, putEvents, sealEvents } from '../runs/event-log.js';
import { readEvents } from '../runs/read-events.js';
import { type ExportedConversation, messagesShape } from './conversation-record.js';
import { getConversation } from './read-conversations.js';
import { conversationTables, sealConversation } from './write-conversation.js';

/** Returns a conversation with its events as JSON; `undefined` if it does not exist. */
export async function exportConversation(records: Records, id: string): Promise<ExportedConversation | undefined> {
  const record = await getConversation(records, id);
  if (record === undefined) return undefined;
  const runs = await Promise.all(record.runIds.map((runId) => readAllEvents(records, runId)));
  return { v: 1, title: record.title, messages: record.messages, runs };
}

async function readAllEvents(records: Records, runId: string): Promise<readonly EventEntry[]> {
  const all: EventEntry[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { entries, next }: Awaited<ReturnType<typeof readEvents>> = await readEvents(records, runId, { from });
    for (const { key, event } of entries) all.push({ key, event });
    from = next;
  }
  return all;
}

const exportShape = z.object({
  v: z.literal(1),
  title: z.string(),
  messages: messagesShape,
  runs: z.array(z.array(z.object({ key: z.string(), event: z.custom<RunEvent>(isReadable) }))),
});

/**
 * Makes a new conversation from an export. Stores all of it or nothing.
 *
 * @throws UserError `imported-conversation` when it is not an export. Errors of the storage, when it cannot be stored.
 */
export async function importConversation(records: Records, json: unknown, generateId: () => string): Promise<string> {
  if (nestsTooDeep(json)) throw invalidImport(`it has more than ${maxForeignDepth} levels`);
  const parsed = exportShape.safeParse(json);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    throw invalidImport(path === '' ? 'it is not a JSON object' : `its ${path} is missing or wrong`);
  }
  const { title, messages, runs } = parsed.data;
  const problem = problemOfUiMessages(messages);
  if (problem !== undefined) throw invalidImport(problem);
  const id = generateId();
  const logs = await Promise.all(
    runs.map(async (entries) => {
      const runId = generateId();
      const moved = entries.map((entry) => withRunId(entry, runId));
      return { runId, sealed: await sealEvents(records, runId, { entries: moved }) };
    }),
  );
  const at = records.now();
  const putConversation = await sealConversation(records, {
    id,
    title: boundedText(title),
    state: 'idle',
    updatedAt: at,
    runIds: logs.map(({ runId }) => runId),
    messages: messages.map(withoutOpenApproval),
  });
  // One transaction, so that an import that fails leaves nothing behind.
  await records.transact([...new Set([...conversationTables, ...eventTables])], 'write-through', async (rows) => {
    for (const { runId, sealed } of logs) await putEvents(rows, { runId, epoch: 0 }, { sealed, at });
    await putConversation(rows);
  });
  return id;
}

/** Moves an event to another run. The events of sub-agents are in the log of the outermost run and have its id, too. */
function withRunId({ key, event }: EventEntry, runId: string): EventEntry {
  return { key, event: { ...event, runId } };
}

/**
 * Removes approvals of calls without a result: nobody gave them in this storage. The calls are shown as not requested.
 */
function withoutOpenApproval(message: UIMessage): UIMessage {
  const parts = message.parts.map((part) => {
    if (!('state' in part) || part.state !== 'approval-responded') return part;
    const { approval: _, ...open } = part;
    return { ...open, state: 'input-available' as const };
  });
  return { ...message, parts };
}

function invalidImport(problem: string): UserError {
  return new UserError(
    'imported-conversation',
    `The conversation was not imported: ${problem}. Nothing of it was stored. Pass what conversations.export(id) gave, through JSON.parse if it was stored as text.`,
  );
}
