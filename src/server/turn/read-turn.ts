import type { UIMessageChunk } from 'ai';
import { derivedId } from '../../protocol/base/ids.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';
import type { BatchRecord } from '../../remote/run-protocol/batch-record.js';
import { approvalIdIn } from '../request/read-answers.js';
import { readRunEvents } from '../runs/read-run-events.js';
import type { RunStore } from '../runs/run-store.js';
import { askedIds, type ChunkOptions, EventChunks } from '../wire/event-chunks.js';

/** A response of a turn. It ends with a pending batch or with the run; the next one begins with the answers. */
export interface TurnResponse {
  readonly chunks: readonly UIMessageChunk[];
  /** The batch at the end of the response. */
  readonly asked?: BatchRecord | undefined;
  /** `true` if the run ended with this response. */
  readonly isLast: boolean;
}

/** Options for the chunks of a turn. */
export interface ResponseWords {
  readonly replyId: string;
  readonly onError: ChunkOptions['onError'];
}

/**
 * Returns a converter from the events of one response to its chunks.
 *
 * @param answered the batch whose answers the response begins with.
 * @param batchId returns the id of the batch at the end of the response.
 */
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

/** Returns the chunks of an event. If a handler of the app deferred calls, nobody can answer them in this chat. */
export function chunksOfEvent(fold: EventChunks, event: RunEvent): UIMessageChunk[] {
  const isPutOff = event.type === 'run-end' && event.requests !== undefined;
  return isPutOff ? fold.unasked(event.requests) : fold.take(event);
}

/**
 * Returns the chunks of a pending batch. `requests` also has the interrupted calls, which the stored batch does not
 * have.
 */
export function chunksOfBatch(
  fold: EventChunks,
  { batch }: BatchRecord,
  requests: DeferredToolRequests | undefined,
): UIMessageChunk[] {
  return fold.asked(
    batch.requests,
    (requests?.calls ?? []).filter((call) => call.interrupted !== undefined),
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
  // Chunks after the last end belong to an unfinished response.
  return chunks.length > 1 ? [...responses, { chunks, isLast: false }] : responses;
}

/** Returns the responses that ended by asking people. */
export function askedBatches(responses: readonly TurnResponse[]): readonly BatchRecord[] {
  return responses.flatMap(({ asked }) => (asked === undefined ? [] : [asked]));
}
