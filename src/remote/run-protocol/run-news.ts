import { RemoteError } from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { maxForeignDepth, parseForeignJson } from '../../protocol/foreign/foreign-json.js';
import { printAddress, withoutAddresses } from '../../protocol/foreign/print-address.js';
import { isReadable } from '../../protocol/run-event-shape.js';
import { askServer, patienceOf } from '../ui-stream/http-requests.js';
import { readSse } from '../ui-stream/read-events.js';
import type { RunClient } from './run-client.js';
import type { RunNews } from './run-record.js';

/** An event of a run, or the end of the stream. */
export type RunMessage = RunNews | { readonly type: 'end' };

/**
 * Yields the events of a run from its beginning: each persisted event once and in order, deltas as they arrive. After a
 * lost connection it continues
 * behind the last persisted event, as often as the server comes back.
 *
 * @throws RemoteError if it does not.
 */
export async function* readNews(
  client: RunClient,
  runId: string,
  signal: AbortSignal,
): AsyncGenerator<RunMessage, void> {
  let last: number | undefined;
  for (let failures = 0; ; ) {
    try {
      for await (const told of readOnce(client, { runId, last }, signal)) {
        failures = 0;
        if (told.type === 'event' && told.serial !== undefined) {
          // A server that ignores the cursor sends all events again.
          if (last !== undefined && told.serial <= last) continue;
          last = told.serial;
        }
        yield told;
        if (told.type === 'end') return;
      }
      throw new RemoteError(
        'remote-cut',
        `${printAddress(client.address.url)} lost the connection while it sent events of the run.`,
      );
    } catch (error) {
      await client.pauseAfter(error, failures, signal);
      failures += 1;
    }
  }
}

interface Place {
  readonly runId: string;
  readonly last: number | undefined;
}

async function* readOnce(
  client: RunClient,
  { runId, last }: Place,
  signal: AbortSignal,
): AsyncGenerator<RunMessage, void> {
  const { address, clock } = client;
  // Not as `Last-Event-ID`, which would need a preflight request at a server of another origin.
  const url = client.urlOf(`runs/${encodeURIComponent(runId)}/events${last === undefined ? '' : `?after=${last}`}`);
  const response = await askServer(address, url, { method: 'GET', signal });
  const reader = readSse(response, { ...patienceOf(address), clock }).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (RemoteError.isInstance(error)) throw error;
        throw new RemoteError(
          'remote-cut',
          `${printAddress(url)} lost the connection while it sent events of the run.`,
          {
            cause: withoutAddresses(error, url),
          },
        );
      });
      if (done) return;
      const told = parseRunMessage(value.event, value.id, parseNews(value.data));
      if (told === 'failed') return;
      if (told !== undefined) yield told;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Parses an event of the stream; `undefined` for a malformed event, or one that only a newer version knows. */
function parseRunMessage(
  event: string | undefined,
  id: string | undefined,
  data: unknown,
): RunMessage | 'failed' | undefined {
  if (event === 'end') return { type: 'end' };
  if (event === 'failed') return 'failed';
  if (event === 'batch' && isRecord(data) && typeof data.batchId === 'string')
    return { type: 'batch', batchId: data.batchId };
  if (event !== undefined || !isReadable(data)) return undefined;
  return { type: 'event', serial: toSerial(id), event: data };
}

function toSerial(id: string | undefined): number | undefined {
  const serial = /^\d+$/.test(id ?? '') ? Number(id) : undefined;
  return Number.isSafeInteger(serial) ? serial : undefined;
}

function parseNews(data: string): unknown {
  const value: unknown = parseForeignJson(data);
  if (value !== undefined) return value;
  throw new RemoteError(
    'remote-malformed',
    `The server sent an event that is not JSON, or has more than ${maxForeignDepth} levels.`,
  );
}
