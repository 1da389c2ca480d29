import type { UIMessageChunk } from 'ai';
import type { BatchRecord } from '../../agent/run-server/batch-record.js';
import { derivedId } from '../../protocol/base/ids.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';
import { approvalIdIn } from '../request/read-answers.js';
import { readRunEvents } from '../runs/read-run-events.js';
import type { RunStore } from '../runs/run-store.js';
import { askedIds, type ChunkOptions, EventChunks } from '../wire/event-chunks.js';

/** A response of a turn: it ends where people are asked, and the next one begins with their answers. */
export interface TurnResponse {
  readonly chunks: readonly UIMessageChunk[];
  /** What people were asked at its end. */
  readonly asked?: BatchRecord | undefined;
  /** The run is over. */
  readonly isLast: boolean;
}

/** How the responses of a turn are told. */
export interface ResponseWords {
  readonly replyId: string;
  readonly onError: ChunkOptions['onError'];
}

/** Makes the chunks of one response. `asked`: the batches before and after it. */
export function responseChunks(
  { replyId: messageId, onError }: ResponseWords,
  answered: BatchRecord | undefined,
  batchId: () => string,
): EventChunks {
  return new EventChunks({
    ...{ messageId, onError },
    answered: answered === undefined ? [] : askedIds(answered.batch),
    approvalIdOf: (toolCallId) => approvalIdIn(batchId(), toolCallId),
  });
}

/** Chunks of an event of a run: what the app's own handler puts off, nobody answers here. */
export function chunksOfEvent(fold: EventChunks, event: RunEvent): UIMessageChunk[] {
  const isPutOff = event.type === 'run-end' && event.requests !== undefined;
  return isPutOff ? fold.unasked(event.requests) : fold.take(event);
}

/** Chunks of a batch that people are asked. `requests`: all of it, with the calls that were cut off. */
export function chunksOfBatch(
  fold: EventChunks,
  { batch }: BatchRecord,
  requests: DeferredToolRequests | undefined,
): UIMessageChunk[] {
  return fold.asked(
    batch.requests,
    (requests?.calls ?? []).filter((call) => call.begun !== undefined),
  );
}

/** Reads the responses of a turn from the events of its run. The last one may be unfinished. */
export async function readTurn(
  store: Pick<RunStore, 'readLog' | 'findBatch'>,
  runId: string,
  words: ResponseWords,
): Promise<readonly TurnResponse[]> {
  const responses: TurnResponse[] = [];
  let answered: BatchRecord | undefined;
  let asked: BatchRecord | undefined;
  let fold = responseChunks(words, answered, () => asked?.batch.batchId ?? '');
  let chunks = fold.begin();
  const end = (isLast: boolean): void => {
    responses.push({ chunks, asked, isLast });
    [answered, asked] = [asked, undefined];
    fold = responseChunks(words, answered, () => asked?.batch.batchId ?? '');
    chunks = fold.begin();
  };
  for (const event of await readRunEvents(store, runId)) {
    chunks.push(...chunksOfEvent(fold, event));
    if (endsRun(event)) end(true);
    if (event.type !== 'deferred-request') continue;
    for (let count = 1; ; count++) {
      asked = await store.findBatch(count === 1 ? event.batchId : derivedId(event.batchId, 'again', count));
      if (asked === undefined) break;
      chunks.push(...chunksOfBatch(fold, asked, count === 1 ? event.requests : undefined));
      end(false);
    }
  }
  // What came after the last end is not told to its end yet.
  return chunks.length > 1 ? [...responses, { chunks, isLast: false }] : responses;
}

/** Returns the responses that ended by asking people. */
export function askedBatches(responses: readonly TurnResponse[]): readonly BatchRecord[] {
  return responses.flatMap(({ asked }) => (asked === undefined ? [] : [asked]));
}
