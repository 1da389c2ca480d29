import { RemoteError } from '../../protocol/base/errors.js';
import { isRecord } from '../../protocol/base/record.js';
import { maxForeignDepth, parseForeignJson } from '../../protocol/foreign/foreign-json.js';
import { printAddress, withoutAddresses } from '../../protocol/foreign/print-address.js';
import { isReadable } from '../../protocol/run-event-shape.js';
import { askServer, patienceOf } from '../ui-stream/http-requests.js';
import { readSse } from '../ui-stream/read-events.js';
import type { RunClient } from './run-client.js';
import type { RunNews } from './run-record.js';

/** What a run server tells of a run, and that it has told all. */
export type RunTold = RunNews | { readonly type: 'end' };

/**
 * What happens in a run, from its beginning: each kept event once and in order, parts of texts as they come. After a cut it goes on behind the last event
 * that was kept, without end as long as the server comes back.
 *
 * @throws RemoteError where it does not.
 */
export async function* readNews(client: RunClient, runId: string, signal: AbortSignal): AsyncGenerator<RunTold, void> {
  let last: number | undefined;
  for (let failures = 0; ; ) {
    try {
      for await (const told of readOnce(client, { runId, last }, signal)) {
        failures = 0;
        if (told.type === 'event' && told.serial !== undefined) {
          // A server that looks at no cursor tells all again.
          if (last !== undefined && told.serial <= last) continue;
          last = told.serial;
        }
        yield told;
        if (told.type === 'end') return;
      }
      throw new RemoteError('remote-cut', `${printAddress(client.address.url)} broke off while it told of the run.`);
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
): AsyncGenerator<RunTold, void> {
  const { address, clock } = client;
  // Not as `Last-Event-ID`: a server of another origin would have to be asked first whether it takes that.
  const url = client.urlOf(`runs/${encodeURIComponent(runId)}/events${last === undefined ? '' : `?after=${last}`}`);
  const response = await askServer(address, url, { method: 'GET', signal });
  const reader = readSse(response, { ...patienceOf(address), clock }).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (RemoteError.isInstance(error)) throw error;
        throw new RemoteError('remote-cut', `${printAddress(url)} broke off while it told of the run.`, {
          cause: withoutAddresses(error, url),
        });
      });
      if (done) return;
      const told = toTold(value.event, value.id, parseNews(value.data));
      if (told === 'failed') return;
      if (told !== undefined) yield told;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** What an event of the stream says; nothing where a newer server says what is not known here, or the event is malformed. */
function toTold(event: string | undefined, id: string | undefined, data: unknown): RunTold | 'failed' | undefined {
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
