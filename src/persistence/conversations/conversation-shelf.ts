import type { Records, Rows } from '../records/records.js';
import type { Data, DataRow } from '../records/row-kinds.js';
import { type RunLife, readLedRun, takeLead } from '../runs/run-rows.js';
import { listRunIds } from './conversation-members.js';
import {
  type ConversationRecord,
  type ConversationSummary,
  contentKind,
  type SummaryRow,
  summaryKind,
} from './conversation-record.js';
import { isSameData } from './untitled.js';

/** A conversation itself is led like a run, which is none of its own: it is never over. */
export function ownRun(id: string): string {
  return `conversation:${id}`;
}

/** Takes the next epoch of a conversation itself. One that was deleted begins anew: nothing of it is left. */
export function leadConversation(records: Records, id: string): Promise<number> {
  return takeLead(records, ownRun(id), { anew: { state: 'open' } });
}

/** All conversations, the latest first. */
export async function listConversations(records: Records): Promise<readonly ConversationSummary[]> {
  const entries = await records.transact(['conversations'], 'read', (rows) => rows.list(['conversations']));
  const read = await records.openAll(summaryKind, entries);
  return read
    .map(({ key: [id = ''], row: { data: _, ...summary }, value }) => ({ id: String(id), ...value, ...summary }))
    .sort((one, other) => other.updatedAt - one.updatedAt);
}

/** A conversation with its messages. */
export async function getConversation(records: Records, id: string): Promise<ConversationRecord | undefined> {
  const { summary, content, runIds } = await records.transact(
    ['conversations', 'contents', 'members'],
    'read',
    async (rows) => ({
      summary: await rows.find(summaryKind, [id]),
      content: await rows.find(contentKind, [id]),
      runIds: await listRunIds(rows, id),
    }),
  );
  if (summary === undefined || content === undefined) return undefined;
  const { row, value } = await records.open(summaryKind, summary);
  const { data: _, ...known } = row;
  return { id, ...known, ...value, runIds, ...(await records.open(contentKind, content)).value };
}

/** Keeps a conversation, whole, and which runs belong to it. */
export async function putConversation(records: Records, record: ConversationRecord, lead?: RunLife): Promise<void> {
  const { title, state, waitingSince, updatedAt } = record;
  const { sealedTitle, content } = await seal(records, record, title);
  await records.transact(conversationTables, 'write-through', async (rows) => {
    if (lead !== undefined) await readLedRun(rows, lead);
    await putRows(rows, record, { summary: { state, waitingSince, updatedAt, data: sealedTitle }, content });
  });
}

/** A conversation as the page that goes on with it keeps it. */
export interface SavedConversation extends Omit<ConversationRecord, 'title' | 'waitingSince' | 'stored'> {
  /** A title for one that has none. */
  readonly firstTitle: string | undefined;
  /** The empty title that it has, as it was found in its row. */
  readonly untitled: Data | undefined;
}

/**
 * Keeps a conversation as the page that leads it has it. Its title is somebody else's: it may have been renamed meanwhile. What is kept here
 * is on the disk with the next mark of its run, and stands in the way of none until then.
 *
 * @returns whether a list shows it otherwise now.
 */
export async function saveConversation(records: Records, saved: SavedConversation, lead: RunLife): Promise<boolean> {
  const { id, state, updatedAt, firstTitle, untitled } = saved;
  const { sealedTitle, content } = await seal(records, saved, firstTitle ?? '');
  return records.transact(conversationTables, 'write', async (rows) => {
    const [, found] = await Promise.all([readLedRun(rows, lead), rows.find(summaryKind, [id])]);
    const before = found?.row;
    const waitingSince = state === 'waiting' ? (before?.waitingSince ?? updatedAt) : undefined;
    // What stands there by now may be what a person has written meanwhile.
    const isFirst = before === undefined || (untitled !== undefined && isSameData(before.data, untitled));
    const title = isFirst ? sealedTitle : before.data;
    await putRows(rows, saved, { summary: { state, waitingSince, updatedAt, data: title }, content });
    return title !== before?.data || state !== before.state;
  });
}

const conversationTables = ['conversations', 'contents', 'members', 'runs'] as const;

async function seal(
  records: Records,
  { id, messages, stored, kept }: Pick<ConversationRecord, 'id' | 'messages' | 'stored' | 'kept'>,
  title: string,
): Promise<{ readonly sealedTitle: Data; readonly content: DataRow }> {
  const [sealedTitle, data] = await Promise.all([
    records.seal(['conversations', id], { title }),
    records.seal(['contents', id], { messages, stored, kept }),
  ]);
  return { sealedTitle, content: { data } };
}

async function putRows(
  rows: Rows,
  { id, runIds }: Pick<ConversationRecord, 'id' | 'runIds'>,
  { summary, content }: { readonly summary: SummaryRow; readonly content: DataRow },
): Promise<void> {
  const known = new Set(await listRunIds(rows, id));
  const joined = runIds.filter((one) => !known.has(one));
  await Promise.all([
    rows.put(['conversations', id], summary),
    rows.put(['contents', id], content),
    ...joined.map((runId, index) => rows.put(['members', id, runId], { order: known.size + index })),
  ]);
}

/** Gives it another title. */
export async function renameConversation(records: Records, id: string, title: string): Promise<void> {
  const place = ['conversations', id] as const;
  const data = await records.seal(place, { title });
  await records.transact(['conversations'], 'write-through', async (rows) => {
    const found = await rows.find(summaryKind, [id]);
    if (found !== undefined) await rows.put(place, { ...found.row, data });
  });
}
