import type { UIMessageChunk } from 'ai';
import { derivedId } from '../../protocol/base/ids.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';
import type { BatchRecord } from '../../remote/run-protocol/batch-record.js';
import { approvalIdIn } from '../request/read-answers.js';
import { readRunEvents } from '../runs/read-run-events.js';
import type { RunStore } from '../runs/run-store.js';
import { batchCallIds, ChunkConverter, type ChunkOptions } from '../wire/event-chunks.js';

/** A response of a turn. It ends with a pending batch or with the run; the next one begins with the answers. */
export interface TurnResponse {
  readonly chunks: readonly UIMessageChunk[];
  /** The batch at the end of the response, with its answers. */
  readonly record?: BatchRecord | undefined;
  /** `true` if the run ended with this response. */
  readonly isLast: boolean;
}

/** Options for the chunks of a turn. */
export interface ResponseOptions {
  readonly replyId: string;
  readonly onError: ChunkOptions['onError'];
}

/**
 * Returns a converter from the events of one response to its chunks.
 *
 * @param answered the batch whose answers the response begins with.
 * @param batchId returns the id of the batch at the end of the response.
 */
export function createChunkConverter(
  { replyId: messageId, onError }: ResponseOptions,
  answered: BatchRecord | undefined,
  batchId: () => string,
): ChunkConverter {
  return new ChunkConverter({
    ...{ messageId, onError },
    answered: answered === undefined ? [] : batchCallIds(answered.batch),
    approvalIdOf: (toolCallId) => approvalIdIn(batchId(), toolCallId),
  });
}

/** Returns the chunks of an event. Calls that a handler of the app deferred cannot be answered in this chat. */
export function chunksOfEvent(converter: ChunkConverter, event: RunEvent): UIMessageChunk[] {
  const isDeferredByApp = event.type === 'run-end' && event.requests !== undefined;
  return isDeferredByApp ? converter.endUnanswerable(event.requests) : converter.convertEvent(event);
}

/**
 * Returns the chunks of a pending batch. `requests` also has the interrupted calls, which the stored batch does not
 * have.
 */
export function chunksOfBatch(
  converter: ChunkConverter,
  { batch }: BatchRecord,
  requests: DeferredToolRequests | undefined,
): UIMessageChunk[] {
  return converter.endWithRequests(
    batch.requests,
    (requests?.calls ?? []).filter((call) => call.interrupted !== undefined),
  );
}

/** Reads the responses of a turn from the events of its run. The last one may be unfinished. */
export async function readTurn(
  store: Pick<RunStore, 'readLog' | 'findBatch'>,
  runId: string,
  options: ResponseOptions,
): Promise<readonly TurnResponse[]> {
  const responses: TurnResponse[] = [];
  let answered: BatchRecord | undefined;
  let record: BatchRecord | undefined;
  let converter = createChunkConverter(options, answered, () => record?.batch.batchId ?? '');
  let chunks = converter.begin();
  const end = (isLast: boolean): void => {
    responses.push({ chunks, record, isLast });
    [answered, record] = [record, undefined];
    converter = createChunkConverter(options, answered, () => record?.batch.batchId ?? '');
    chunks = converter.begin();
  };
  for (const event of await readRunEvents(store, runId)) {
    chunks.push(...chunksOfEvent(converter, event));
    if (endsRun(event)) end(true);
    if (event.type !== 'deferred-request') continue;
    for (let count = 1; ; count++) {
      record = await store.findBatch(count === 1 ? event.batchId : derivedId(event.batchId, 'again', count));
      if (record === undefined) break;
      chunks.push(...chunksOfBatch(converter, record, count === 1 ? event.requests : undefined));
      end(false);
    }
  }
  // Chunks after the last end belong to an unfinished response.
  return chunks.length > 1 ? [...responses, { chunks, isLast: false }] : responses;
}

/** Returns the batches at the end of the responses. */
export function batchesOf(responses: readonly TurnResponse[]): readonly BatchRecord[] {
  return responses.flatMap(({ record }) => (record === undefined ? [] : [record]));
}
