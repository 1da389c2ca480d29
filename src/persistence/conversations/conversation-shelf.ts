import type { ConversationSnapshot } from '../../conversation/state/conversation-snapshot.js';
import { derivedId } from '../../protocol/base/ids.js';
import type { Records, Rows } from '../records/records.js';
import type { DataRow } from '../records/row-kinds.js';
import { type RunLead, readLedRun, takeLead } from '../runs/run-rows.js';
import { listRunIds } from './conversation-members.js';
import { type ConversationRecord, type SummaryRow, summaryKind } from './conversation-record.js';
import type { ConversationPacker } from './packed-conversation.js';

/** Returns the run id under which a conversation itself is led. This run never ends. */
export function ownRun(id: string): string {
  return derivedId('', 'conversation', id);
}

/** Takes the next epoch of a conversation itself. One that was deleted begins anew: nothing of it is left. */
export function leadConversation(records: Records, id: string): Promise<number> {
  return takeLead(records, ownRun(id), { anew: { state: 'open' } });
}

/** Keeps a conversation, whole, and which runs belong to it. */
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
 * Keeps a conversation as the page that leads it has it. Its title is somebody else's: it may have been renamed
 * meanwhile. What is kept here is on the disk with the next mark of its run, and stands in the way of none until then.
 *
 * @returns whether a list shows it otherwise now.
 */
export async function saveConversation(
  records: Records,
  saved: SavedConversation,
  { lead, packer }: { readonly lead: RunLead; readonly packer: ConversationPacker },
): Promise<boolean> {
  const { id, state, updatedAt, firstTitle = '' } = saved;
  const [titled, packed] = await Promise.all([sealTitle(records, id, firstTitle), packer.pack(saved.snapshot)]);
  const isShownOtherwise = await records.transact(conversationTables, 'write', async (rows) => {
    const [, found] = await Promise.all([readLedRun(rows, lead), rows.find(summaryKind, [id])]);
    const before = found?.row;
    const waitingSince = state === 'waiting' ? (before?.waitingSince ?? updatedAt) : undefined;
    // What stands there by now may be what a person has written meanwhile.
    const isFirst = before === undefined || (before.isUntitled === true && firstTitle !== '');
    const summary = { ...(isFirst ? titled : before), state, waitingSince, updatedAt };
    await Promise.all([putRows(rows, saved, { summary, content: packed.content }), packed.write(rows)]);
    return isFirst || state !== before.state;
  });
  packed.committed();
  return isShownOtherwise;
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

/** Gives it another title. */
export async function renameConversation(records: Records, id: string, title: string): Promise<void> {
  const titled = await sealTitle(records, id, title);
  await records.transact(['conversations'], 'write-through', async (rows) => {
    const found = await rows.find(summaryKind, [id]);
    if (found !== undefined) await rows.put(['conversations', id], { ...found.row, ...titled });
  });
}
