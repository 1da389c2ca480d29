import type { BatchRecord, TakenAnswer } from '../../agent/run-server/batch-record.js';
import { toolExpired } from '../../protocol/make-answer.js';
import { standingAnswer } from './standing-answer.js';

/** When the first of its open calls expires, in milliseconds since 1970. `undefined`: none does. */
export function nextDeadline(record: BatchRecord): number | undefined {
  const times = openDeadlines(record).map(([, time]) => time);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The answers of calls that nobody has answered in time. */
export function dueAnswers(record: BatchRecord, now: number): readonly TakenAnswer[] {
  return openDeadlines(record).flatMap(([toolCallId, time]) =>
    time > now ? [] : [{ toolCallId, answer: toolExpired(), by: { type: 'expiry' as const }, at: now }],
  );
}

function openDeadlines(record: BatchRecord): readonly (readonly [toolCallId: string, time: number])[] {
  return Object.entries(record.batch.expiresAt).filter(([id]) => standingAnswer(record, id) === undefined);
}
