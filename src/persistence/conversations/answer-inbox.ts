import * as z from 'zod/mini';
import { isRecord } from '../../protocol/base/record.js';
import type { SubmittedAnswer } from '../plugin/conversation-channel.js';
import type { Records } from '../records/records.js';
import { type DataRow, dataShape, type RowKind } from '../records/row-kinds.js';
import { readRun } from '../runs/read-run.js';
import { runCleaned } from '../runs/run-refused.js';
import { conversationRunId } from './write-conversation.js';

interface AnswerRow extends DataRow {
  readonly batchId: string;
  readonly state: 'open' | 'settled';
}

const answerKind: RowKind<AnswerRow, SubmittedAnswer> = {
  table: 'submitted',
  row: z.object({ batchId: z.string(), state: z.enum(['open', 'settled']), data: dataShape }),
  value: z.custom<SubmittedAnswer>((data) => isRecord(data) && typeof data.id === 'string' && isRecord(data.options)),
};

/**
 * Stores an answer for the page that leads a conversation. Returns `false` when another one for the same call is not
 * settled yet.
 */
export async function submitAnswer(records: Records, key: string, answer: SubmittedAnswer): Promise<boolean> {
  const { id, batchId } = answer;
  const data = await records.seal(['submitted', key, id], answer);
  return await records.transact(['runs', 'submitted'], 'write-through', async (rows) => {
    const own = conversationRunId(key);
    if ((await readRun(rows, own)).state === 'cleaned') throw runCleaned(own);
    const before = await rows.find(answerKind, [key, id]);
    if (before?.row.state === 'open') return false;
    // The page that submitted an answer to a parallel batch may not have read its outcome yet.
    const settled = (await rows.list(['submitted', key])).filter(({ row }) => isSettledElsewhere(row, batchId));
    if (settled.length > maxSettled) for (const entry of settled) await rows.remove(['submitted', ...entry.key]);
    await rows.put(['submitted', key, id], { batchId, state: 'open', data });
    return true;
  });
}

/** The number of settled answers of other batches above which they are removed. */
const maxSettled = 100;

function isSettledElsewhere(row: unknown, batchId: string): boolean {
  const answer = z.safeParse(answerKind.row, row).data;
  return answer?.state === 'settled' && answer.batchId !== batchId;
}

/** Reads the answers that were submitted. */
export async function readSubmitted(records: Records, key: string): Promise<readonly SubmittedAnswer[]> {
  const entries = await records.transact(['submitted'], 'read', (rows) => rows.list(['submitted', key]));
  return (await records.openAll(answerKind, entries)).map(({ value }) => value);
}

/** Stores the outcome of an answer. */
export async function settleAnswer(records: Records, key: string, answer: SubmittedAnswer): Promise<void> {
  const data = await records.seal(['submitted', key, answer.id], answer);
  await records.transact(['submitted'], 'write', async (rows) => {
    const found = await rows.find(answerKind, [key, answer.id]);
    if (found !== undefined) await rows.put(['submitted', key, answer.id], { ...found.row, state: 'settled', data });
  });
}
