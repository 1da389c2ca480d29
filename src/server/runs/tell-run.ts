import type { RunNews, ServedEvent } from '../../agent/run-server/run-record.js';
import type { RunStore } from './run-store.js';

/** What is told of a run to one listener. */
export type RunTelling = RunNews | { readonly type: 'end' };

/** How many events are read from the log at once. */
const pageSize = 500;

/**
 * Tells what happened in a run behind an event, and then what happens: each kept event once and in order, parts of texts as they come, and when the run
 * is over.
 */
export async function* tellRun(
  store: RunStore,
  { runId, after }: { readonly runId: string; readonly after: number | undefined },
  signal: AbortSignal,
): AsyncGenerator<RunTelling> {
  // Before the log is read, so that nothing falls between.
  const news = store.listen(runId, signal)[Symbol.asyncIterator]();
  let last = after;
  for await (const served of readAll(store, runId, last)) {
    last = served.serial;
    yield { type: 'event', ...served };
  }
  const open = await store.openBatches({ runId });
  for (const { batch } of open) yield { type: 'batch', batchId: batch.batchId };
  if (await isRunOver(store, runId)) {
    for await (const served of readAll(store, runId, last)) yield { type: 'event', ...served };
    yield { type: 'end' };
    return;
  }
  for (let told = await news.next(); told.done !== true; told = await news.next()) {
    const { value } = told;
    const serial = value.type === 'event' ? value.serial : undefined;
    if (serial !== undefined && last !== undefined && serial <= last) continue;
    if (serial !== undefined) last = serial;
    yield value;
  }
  if (!signal.aborted) yield { type: 'end' };
}

async function* readAll(store: RunStore, runId: string, after: number | undefined): AsyncGenerator<ServedEvent> {
  for (let last = after; ; ) {
    const part = await store.readLog(runId, last, pageSize);
    yield* part;
    last = part.at(-1)?.serial;
    if (part.length < pageSize) return;
  }
}

async function isRunOver(store: RunStore, runId: string): Promise<boolean> {
  const state = (await store.find(runId))?.state.type;
  return state === undefined || state === 'ended' || state === 'stuck';
}

/** As a server-sent event: kept events have an id, with which a reader goes on. */
export function toSse(telling: RunTelling): string {
  if (telling.type !== 'event') return `event: ${telling.type}\ndata: ${JSON.stringify(telling)}\n\n`;
  const { serial, event } = telling;
  return `${serial === undefined ? '' : `id: ${serial}\n`}data: ${JSON.stringify(event)}\n\n`;
}
