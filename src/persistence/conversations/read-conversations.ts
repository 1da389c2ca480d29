import { given } from '../../protocol/base/record.js';
import type { ConversationStorage } from '../../store/keeping/stored-conversation.js';
import type { ReadRow, Records } from '../records/records.js';
import { listRunIds } from './conversation-members.js';
import {
  type ConversationRecord,
  type ConversationSummary,
  contentKind,
  type SummaryRow,
  summaryKind,
} from './conversation-record.js';

/** All conversations, the latest first. */
export async function listConversations(records: Records): Promise<readonly ConversationSummary[]> {
  const entries = await records.transact(['conversations'], 'read', (rows) => rows.list(['conversations']));
  const read = await records.openAll(summaryKind, entries);
  return read.map(toSummary).sort((one, other) => other.updatedAt - one.updatedAt);
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
  const known = toSummary(await records.open(summaryKind, summary));
  return { ...known, runIds, ...(await records.open(contentKind, content)).value };
}

function toSummary({
  key: [id = ''],
  row: { state, waitingSince, updatedAt },
  value: { title },
}: ReadRow<SummaryRow, { readonly title: string }>): ConversationSummary {
  return { id: String(id), title, state, updatedAt, ...given({ waitingSince }) };
}

/** What was kept of a conversation; of one that was imported, its messages. */
export async function loadConversation(records: Records, key: string): ReturnType<ConversationStorage['load']> {
  const found = await getConversation(records, key);
  return found?.kept ?? found?.messages;
}
