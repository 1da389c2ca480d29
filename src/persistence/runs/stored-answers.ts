import * as z from 'zod/mini';
import type { ItemAnswer } from '../../approval/broker/pending.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { Records } from '../records/records.js';
import { type DataRow, dataRowShape, type RowKind } from '../records/row-kinds.js';
import type { Entry } from '../tables/place.js';
import { readRun } from './read-run.js';
import { runCleaned } from './run-refused.js';

/** A stored answer to one call. */
export interface StoredAnswer {
  readonly answer: ItemAnswer;
  readonly by: DecidedBy;
  /** The time of the answer, in milliseconds since 1970. */
  readonly at: number;
  /** The metadata that the approved tool receives with the answer. */
  readonly metadata?: JSONObject | undefined;
}

/** Answers by tool call id. */
export type StoredAnswers = Readonly<Record<string, StoredAnswer>>;

/** The result of storing answers. */
export type AnswerResult =
  | { readonly status: 'accepted' }
  /** One of the calls had an answer, so none of the new ones was stored. `answers` are the stored ones. */
  | { readonly status: 'late'; readonly answers: StoredAnswers };

const answerKinds: readonly unknown[] = [
  ...['tool-approved', 'tool-denied', 'tool-return', 'tool-failed', 'model-retry', 'run-again', 'tool-expired'],
];

const answerKind: RowKind<DataRow, StoredAnswer> = {
  table: 'answers',
  row: dataRowShape,
  // The other members of answers are validated when they are applied, with the schema of the tool.
  value: z.custom<StoredAnswer>((data) => {
    const { answer, by, at, metadata } = isRecord(data) ? data : {};
    const isAnswer = answer === 'defer' || (isRecord(answer) && answerKinds.includes(answer.kind));
    const isBy = isRecord(by) && typeof by.type === 'string';
    return isAnswer && isBy && Number.isFinite(at) && (metadata === undefined || isRecord(metadata));
  }),
};

/** Stores answers in one transaction, if none of their calls has an answer. */
export async function storeAnswers(
  records: Records,
  { batchId, runId }: { readonly batchId: string; readonly runId: string | undefined },
  answers: StoredAnswers,
): Promise<AnswerResult> {
  const sealed = await Promise.all(
    Object.entries(answers).map(async ([toolCallId, answer]) => {
      const key = [batchId, toolCallId] as const;
      return { key, row: { data: await records.seal(['answers', ...key], answer) } };
    }),
  );
  const first = await records.transact(['answers', 'batches', 'runs'], 'write-through', async (rows) => {
    if (runId !== undefined && (await readRun(rows, runId)).state === 'cleaned') throw runCleaned(runId);
    const found = await Promise.all(sealed.map(({ key }) => rows.find(answerKind, key)));
    const earlier = found.filter((entry) => entry !== undefined);
    if (earlier.length > 0) return earlier;
    for (const { key, row } of sealed) await rows.put(['answers', ...key], row);
    if (runId !== undefined) await rows.put(['batches', runId, batchId], {});
    return earlier;
  });
  return first.length === 0 ? { status: 'accepted' } : { status: 'late', answers: await openAnswers(records, first) };
}

/** Returns the answers of a batch. Rejects if one is unreadable, because its call would look unanswered. */
export async function readAnswers(records: Records, batchId: string): Promise<StoredAnswers> {
  const entries = await records.transact(['answers'], 'read', async (rows) => {
    const all = await rows.list(['answers', batchId]);
    const quarantined = await rows.list(['quarantine', 'answers', batchId]);
    // Throws for a quarantined answer.
    for (const { key } of quarantined) await rows.find(answerKind, key.slice(1));
    return all;
  });
  return openAnswers(records, entries);
}

async function openAnswers(records: Records, entries: readonly Entry[]): Promise<StoredAnswers> {
  const read = await Promise.all(entries.map((entry) => records.open(answerKind, entry)));
  return Object.fromEntries(read.map(({ key: [, toolCallId = ''], value }) => [toolCallId, value]));
}
