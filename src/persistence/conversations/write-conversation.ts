import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import { derivedId } from '../../protocol/base/ids.js';
import type { Records, Rows } from '../records/records.js';
import type { DataRow } from '../records/row-kinds.js';
import { type RunLead, readLedRun, takeLead } from '../runs/run-rows.js';
import { listRunIds } from './conversation-members.js';
import { type ConversationRecord, type SummaryRow, summaryKind } from './conversation-record.js';
import type { ConversationPacker } from './packed-conversation.js';

/** Returns the id of the run that stands for a conversation itself: its epoch is that of the leading page. */
export function conversationRunId(id: string): string {
  return derivedId('', 'conversation', id);
}

/** Takes the lead of a conversation. One that was deleted can be led again, as a new one. */
export function leadConversation(records: Records, id: string): Promise<number> {
  return takeLead(records, conversationRunId(id), { anew: { state: 'open' } });
}

/** Stores a whole conversation with the list of its runs. */
export async function putConversation(records: Records, record: ConversationRecord, lead?: RunLead): Promise<void> {
  const put = await sealConversation(records, record);
  await records.transact(conversationTables, 'write-through', async (rows) => {
    if (lead !== undefined) await readLedRun(rows, lead);
    await put(rows);
  });
}

/** Encrypts a conversation. Returns a function that stores it within a transaction on {@link conversationTables}. */
export async function sealConversation(
  records: Records,
  record: ConversationRecord,
): Promise<(rows: Rows) => Promise<void>> {
  const { id, title, state, waitingSince, updatedAt, messages, stored, snapshot } = record;
  const [titled, data] = await Promise.all([
    sealTitle(records, id, title),
    records.seal(['contents', id], { messages, stored, snapshot }),
  ]);
  const summary = { state, waitingSince, updatedAt, ...titled };
  return (rows) => putRows(rows, record, { summary, content: { data } });
}

/** A conversation as the leading page saves it. */
export interface SavedConversation extends Pick<ConversationRecord, 'id' | 'state' | 'updatedAt' | 'runIds'> {
  readonly snapshot: ConversationSnapshot;
  /** A title for one that has none. */
  readonly firstTitle: string | undefined;
}

/**
 * Stores a conversation for the page that leads it. Its title is not overwritten, because a person may have renamed it.
 * The transaction is not written through to the disk, so that it does not delay others: the next mark of the run writes
 * it through, too.
 *
 * @returns `true` if lists of conversations show it differently now.
 */
export async function saveConversation(
  records: Records,
  saved: SavedConversation,
  { lead, packer }: { readonly lead: RunLead; readonly packer: ConversationPacker },
): Promise<boolean> {
  const { id, state, updatedAt, firstTitle = '' } = saved;
  const [titled, packed] = await Promise.all([sealTitle(records, id, firstTitle), packer.pack(saved.snapshot)]);
  const isListChanged = await records.transact(conversationTables, 'write', async (rows) => {
    const [, found] = await Promise.all([readLedRun(rows, lead), rows.find(summaryKind, [id])]);
    const before = found?.row;
    const waitingSince = state === 'waiting' ? (before?.waitingSince ?? updatedAt) : undefined;
    // A title that is stored by now may be one that a person has written.
    const isFirst = before === undefined || (before.isUntitled === true && firstTitle !== '');
    const summary = { ...(isFirst ? titled : before), state, waitingSince, updatedAt };
    await Promise.all([putRows(rows, saved, { summary, content: packed.content }), packed.write(rows)]);
    return isFirst || state !== before.state;
  });
  packed.committed();
  return isListChanged;
}

/** The tables that a conversation is stored in. */
export const conversationTables = [
  'conversations',
  'contents',
  'members',
  'runs',
  'chunks',
  'texts',
  'drafts',
] as const;

type TitledRow = Pick<SummaryRow, 'data' | 'isUntitled'>;

async function sealTitle(records: Records, id: string, title: string): Promise<TitledRow> {
  return { data: await records.seal(['conversations', id], { title }), isUntitled: title === '' };
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

/** Changes the title of a conversation. Does nothing if it does not exist. */
export async function renameConversation(records: Records, id: string, title: string): Promise<void> {
  const titled = await sealTitle(records, id, title);
  await records.transact(['conversations'], 'write-through', async (rows) => {
    const found = await rows.find(summaryKind, [id]);
    if (found !== undefined) await rows.put(['conversations', id], { ...found.row, ...titled });
  });
}
