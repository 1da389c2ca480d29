import type { UIMessageChunk } from 'ai';
import type { AgentRun } from '../agent/run/agent.js';
import type { SerializedError } from '../protocol/base/serialize-error.js';
import { ChunkConverter } from './wire/event-chunks.js';
import { type EventStreamOptions, toEventStream } from './wire/event-stream.js';

/** Options of {@link toUIMessageStreamResponse}. */
export interface StreamResponseOptions extends EventStreamOptions {
  /**
   * The id of the message. For a continued run, use the id of the message whose calls were answered. Default: the
   * client makes one.
   */
  readonly messageId?: string;
  /** The ids of the calls that a continued run has answers for. The client gets an end for each. Default: none. */
  readonly answered?: readonly string[];
  /** Returns the text for an error that ends the run. Default: a generic text, because messages can contain secrets. */
  readonly onError?: (error: SerializedError) => string;
}

/**
 * Sends a run as a stream of AI SDK UI message chunks, which `useChat` and `createRemoteAgent` read. The run continues
 * if the client disconnects. Several responses can be made from one run, each from the start. If the run ends as
 * `deferred`, its pending calls are sent at the end.
 *
 * @param run a run of any agent.
 * @param options the message id, and options of the stream.
 * @example return toUIMessageStreamResponse(agent.run('Tidy up'));
 */
export function toUIMessageStreamResponse(run: AgentRun<unknown>, options: StreamResponseOptions = {}): Response {
  return toEventStream(chunksOf(run, options), options);
}

async function* chunksOf(
  run: AgentRun<unknown>,
  { messageId, answered = [], onError }: StreamResponseOptions,
): AsyncGenerator<UIMessageChunk> {
  const converter = new ChunkConverter({ messageId, answered, onError });
  yield* converter.begin();
  for await (const event of run) yield* converter.convertEvent(event);
}
