import * as z from 'zod/mini';
import { definedProps } from '../../protocol/base/record.js';
import type { ConversationRepository } from '../plugin/conversation-repository.js';
import type { ReadRow, Records } from '../records/records.js';
import { joinTexts, textKind } from '../runs/long-texts.js';
import { CorruptRow } from '../tables/corrupt-row.js';
import type { Entry } from '../tables/place.js';
import { listRunIds } from './conversation-members.js';
import {
  type ConversationRecord,
  type ConversationSummary,
  contentKind,
  contentShape,
  type SummaryRow,
  summaryKind,
} from './conversation-record.js';
import {
  type ConversationPacker,
  type ConversationParts,
  chunkKind,
  draftsKind,
  unpackContent,
} from './packed-conversation.js';
import { conversationTables } from './write-conversation.js';

/** Returns the summaries of all conversations, the latest first. */
export async function listConversations(records: Records): Promise<readonly ConversationSummary[]> {
  const entries = await records.transact(['conversations'], 'read', (rows) => rows.list(['conversations']));
  const read = await records.openAll(summaryKind, entries);
  return read.map(toSummary).sort((one, other) => other.updatedAt - one.updatedAt);
}

/** Returns a conversation with its messages; `undefined` if it does not exist. */
export async function getConversation(
  records: Records,
  id: string,
  packer?: ConversationPacker,
): Promise<ConversationRecord | undefined> {
  const found = await records.transact(conversationTables, 'read', async (rows) => ({
    summary: await rows.find(summaryKind, [id]),
    content: await rows.find(contentKind, [id]),
    drafts: await rows.find(draftsKind, [id]),
    chunks: await rows.list(['chunks', id]),
    texts: await rows.list(['texts', id]),
    runIds: await listRunIds(rows, id),
  }));
  const { summary, content, runIds } = found;
  if (summary === undefined || content === undefined) return undefined;
  const known = toSummary(await records.open(summaryKind, summary));
  const parts = await openParts(records, found);
  const { value } = await records.open(contentKind, content);
  const whole = z.safeParse(contentShape, unpackContent(value, parts));
  if (!whole.success) {
    const reason = `its ${whole.error.issues[0]?.path.join('.') || 'content'} is missing or wrong`;
    throw await records.quarantine(new CorruptRow(['contents', id], reason, content.row));
  }
  packer?.register(parts);
  const drafts = found.drafts && (await records.open(draftsKind, found.drafts)).value;
  const { snapshot } = whole.data;
  return { ...known, runIds, ...whole.data, ...(snapshot && drafts && { snapshot: { ...snapshot, drafts } }) };
}

/**
 * Reads the parts of a conversation. Rejects if one of them is unreadable, because the conversation needs all of them.
 */
async function openParts(
  records: Records,
  found: { readonly chunks: readonly Entry[]; readonly texts: readonly Entry[] },
): Promise<ConversationParts> {
  const read = await Promise.all(found.texts.map((entry) => records.open(textKind, entry)));
  const texts = new Map(read.map(({ key: [, id], value }) => [String(id), value]));
  const open = await Promise.all(found.chunks.map((entry) => records.open(chunkKind, entry)));
  const chunks = open.map(
    ({ key: [, id], value }) => [Number(id), joinTexts(value, (text) => texts.get(text))] as const,
  );
  return { texts, chunks: new Map(chunks) };
}

function toSummary({
  key: [id = ''],
  row: { state, waitingSince, updatedAt },
  value: { title },
}: ReadRow<SummaryRow, { readonly title: string }>): ConversationSummary {
  return { id: String(id), title, state, updatedAt, ...definedProps({ waitingSince }) };
}

/** Returns the snapshot of a conversation. An imported one has no snapshot, so its messages are returned. */
export async function loadConversation(
  records: Records,
  key: string,
  packer?: ConversationPacker,
): ReturnType<ConversationRepository['load']> {
  const found = await getConversation(records, key, packer);
  return found?.snapshot ?? found?.messages;
}
