import { given } from '../../protocol/base/record.js';
import type { Place, Records, Rows } from '../records/records.js';
import type { Data, DataRow } from '../records/row-kinds.js';
import { type RunLife, readLedRun, readRun, writeRun } from '../runs/run-rows.js';
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
  return records.transact(['runs'], 'write-through', async (rows) => {
    const run = await readRun(rows, ownRun(id));
    const epoch = run.epoch + 1;
    await writeRun(rows, ownRun(id), { ...run, epoch, state: 'open', at: records.now() });
    return epoch;
  });
}

/** All conversations, the latest first. */
export async function listConversations(records: Records): Promise<readonly ConversationSummary[]> {
  const entries = await records.transact(['conversations'], 'read', (rows) =>
    rows.list({ table: 'conversations', key: [] }),
  );
  const read = await records.openAll(summaryKind, entries);
  return read
    .map(({ key: [id = ''], row: { data: _, ...summary }, value: { title } }) => ({
      id: String(id),
      title,
      ...summary,
    }))
    .sort((one, other) => other.updatedAt - one.updatedAt);
}

/** A conversation with its messages. */
export async function getConversation(records: Records, id: string): Promise<ConversationRecord | undefined> {
  const found = await records.transact(['conversations', 'contents', 'members'], 'read', async (rows) => ({
    summary: await rows.read({ table: 'conversations', key: [id] }, summaryKind.row),
    content: await rows.read({ table: 'contents', key: [id] }, contentKind.row),
    runIds: await listRunIds(rows, id),
  }));
  const { summary, content, runIds } = found;
  if (summary === undefined || content === undefined) return undefined;
  const { row, value } = await records.open(summaryKind, { key: [id], row: summary });
  const { messages, stored, kept } = (await records.open(contentKind, { key: [id], row: content })).value;
  const { data: _, ...known } = row;
  return { id, ...known, title: value.title, runIds, messages, ...given({ stored, kept }) };
}

/** Keeps a conversation, whole, and which runs belong to it. */
export async function putConversation(records: Records, record: ConversationRecord, lead?: RunLife): Promise<void> {
  const { id, title, state, waitingSince, updatedAt } = record;
  const [sealedTitle, data] = await Promise.all([
    records.seal({ table: 'conversations', key: [id] }, { title }),
    sealContent(records, record),
  ]);
  await records.transact(conversationTables, 'write-through', async (rows) => {
    if (lead !== undefined) await readLedRun(rows, lead);
    await putRows(rows, record, { summary: { state, waitingSince, updatedAt, data: sealedTitle }, content: { data } });
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
  const place: Place = { table: 'conversations', key: [id] };
  const [sealedTitle, data] = await Promise.all([
    records.seal(place, { title: firstTitle ?? '' }),
    sealContent(records, saved),
  ]);
  return records.transact(conversationTables, 'write', async (rows) => {
    const [, before] = await Promise.all([readLedRun(rows, lead), rows.read(place, summaryKind.row)]);
    const waitingSince = state === 'waiting' ? (before?.waitingSince ?? updatedAt) : undefined;
    // What stands there by now may be what a person has written meanwhile.
    const isFirst = before === undefined || (untitled !== undefined && isSameData(before.data, untitled));
    const title = isFirst ? sealedTitle : before.data;
    await putRows(rows, saved, { summary: { state, waitingSince, updatedAt, data: title }, content: { data } });
    return title !== before?.data || state !== before.state;
  });
}

const conversationTables = ['conversations', 'contents', 'members', 'runs'] as const;

function sealContent(
  records: Records,
  { id, messages, stored, kept }: Pick<ConversationRecord, 'id' | 'messages' | 'stored' | 'kept'>,
): Promise<Data> {
  return records.seal({ table: 'contents', key: [id] }, { messages, stored, kept });
}

async function putRows(
  rows: Rows,
  { id, runIds }: Pick<ConversationRecord, 'id' | 'runIds'>,
  { summary, content }: { readonly summary: SummaryRow; readonly content: DataRow },
): Promise<void> {
  const known = new Set(await listRunIds(rows, id));
  const joined = runIds.filter((one) => !known.has(one));
  await Promise.all([
    rows.put({ table: 'conversations', key: [id] }, summary),
    rows.put({ table: 'contents', key: [id] }, content),
    ...joined.map((runId, index) => rows.put({ table: 'members', key: [id, runId] }, { order: known.size + index })),
  ]);
}

/** Gives it another title. */
export async function renameConversation(records: Records, id: string, title: string): Promise<void> {
  const place = { table: 'conversations', key: [id] } as const;
  const data = await records.seal(place, { title });
  await records.transact(['conversations'], 'write-through', async (rows) => {
    const row = await rows.read(place, summaryKind.row);
    if (row !== undefined) await rows.put(place, { ...row, data });
  });
}
