import type { UIMessageChunk } from 'ai';
import type { AgentRun } from '../agent/run/agent.js';
import type { SerializedError } from '../protocol/base/serialize-error.js';
import { EventChunks } from './wire/event-chunks.js';
import { type EventStreamOptions, toEventStream } from './wire/event-stream.js';

/** Options of {@link toUIMessageStreamResponse}. */
export interface StreamResponseOptions extends EventStreamOptions {
  /** The message that the answer is; for a run that goes on, that of the message which was answered. Default: the client makes one. */
  readonly messageId?: string;
  /** For a run that goes on with answers: the calls that were answered. The client hears of each. Default: none. */
  readonly answered?: readonly string[];
  /** What is said of an error that ends the run. Default: that one occurred, since its message may hold what no client should read. */
  readonly onError?: (error: SerializedError) => string;
}

/**
 * Sends a run as a stream of the AI SDK's UI message chunks, as `useChat` and `createRemoteAgent` read it. The run goes on when the client goes
 * away, and any number of responses can be made of it, each from its beginning. What it waits for is asked at its end, where it ends `deferred`.
 *
 * @param run of any agent.
 * @param options which message it is, and how it is sent.
 * @example return toUIMessageStreamResponse(agent.run('Tidy up'));
 */
export function toUIMessageStreamResponse(run: AgentRun<unknown>, options: StreamResponseOptions = {}): Response {
  return toEventStream(chunksOf(run, options), options);
}

async function* chunksOf(
  run: AgentRun<unknown>,
  { messageId, answered = [], onError }: StreamResponseOptions,
): AsyncGenerator<UIMessageChunk> {
  const fold = new EventChunks({ messageId, answered, onError });
  yield* fold.begin();
  for await (const event of run) yield* fold.take(event);
}
