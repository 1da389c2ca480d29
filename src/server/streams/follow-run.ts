import type { BatchRecord } from '../../remote/run-protocol/batch-record.js';
import type { ListedRun, RunNews, ServedEvent } from '../../remote/run-protocol/run-record.js';
import type { NewsOrGap } from './news-hub.js';

/** An update of a run for one follower. */
export type RunUpdate = RunNews | { readonly type: 'end' };

/** The part of a `RunStore` that following a run needs. */
export interface RunEventSource {
  find(runId: string): Promise<ListedRun | undefined>;
  openBatches(query: { readonly runId: string }): Promise<readonly BatchRecord[]>;
  readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]>;
  listen(runId: string, signal: AbortSignal): AsyncIterable<NewsOrGap>;
}

/** Options of {@link followRun}. */
export interface RunSubscription {
  readonly runId: string;
  /** The serial of the last event that the follower has. */
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  /**
   * Returns `true` while the follower has access. It is called before new events and before news of a changed batch,
   * after they were read and before they are sent, so that nothing is sent after access was revoked.
   */
  readonly mayRead: (before: 'event' | 'batch') => Promise<boolean>;
}

/** The number of events that are read from the log at once. */
const pageSize = 500;

/**
 * Emits the stored events of a run after a serial, then new ones: each stored event once and in order, text deltas as
 * they arrive, and `end` when the run is over. If the follower loses access, the stream ends without `end`.
 */
export async function* followRun(store: RunEventSource, subscription: RunSubscription): AsyncGenerator<RunUpdate> {
  const { runId, signal, mayRead } = subscription;
  // Listen before the log is read, so that no event is missed in between.
  const news = store.listen(runId, signal)[Symbol.asyncIterator]();
  const position: Position = { last: subscription.after };
  let state = yield* readNewEvents(store, subscription, position);
  while (state === 'live') {
    const next = await news.next();
    if (next.done === true) state = signal.aborted ? 'refused' : 'over';
    else if (next.value.type === 'gap') state = yield* readNewEvents(store, subscription, position);
    else if (isNew(next.value, position)) {
      const { value } = next;
      // A text delta needs no check of its own: access was checked for the stored event before it.
      const isDelta = value.type === 'event' && value.serial === undefined;
      if (signal.aborted || !(isDelta || (await mayRead(value.type)))) return;
      if (value.type === 'event') position.last = value.serial ?? position.last;
      yield value;
    }
  }
  if (state === 'over') yield { type: 'end' };
}

/** The serial of the last stored event that the follower has. */
interface Position {
  last: number | undefined;
}

function isNew(news: RunNews, { last }: Position): boolean {
  return news.type === 'batch' || news.serial === undefined || last === undefined || news.serial > last;
}

/** Emits the events of the log after the position, and the open batches. Returns the state of the run. */
async function* readNewEvents(
  store: RunEventSource,
  { runId, signal, mayRead }: RunSubscription,
  position: Position,
): AsyncGenerator<RunUpdate, 'live' | 'over' | 'refused'> {
  let isOver = false;
  // If the run ends while the log is read, read once more to get the last events.
  do {
    isOver = await isRunOver(store, runId);
    for await (const page of logPages(store, runId, position.last)) {
      if (signal.aborted || !(await mayRead('batch'))) return 'refused';
      for (const served of page) {
        position.last = served.serial ?? position.last;
        yield { type: 'event', ...served };
      }
    }
    if (!isOver)
      for (const { batch } of await store.openBatches({ runId })) yield { type: 'batch', batchId: batch.batchId };
  } while (!isOver && (await isRunOver(store, runId)));
  return isOver ? 'over' : 'live';
}

async function* logPages(
  store: RunEventSource,
  runId: string,
  after: number | undefined,
): AsyncGenerator<readonly ServedEvent[]> {
  for (let last = after; ; ) {
    const page = await store.readLog(runId, last, pageSize);
    if (page.length > 0) yield page;
    last = page.at(-1)?.serial;
    if (page.length < pageSize) return;
  }
}

async function isRunOver(store: RunEventSource, runId: string): Promise<boolean> {
  const state = (await store.find(runId))?.state.type;
  return state === undefined || state === 'ended' || state === 'stuck';
}

/**
 * Formats an update as a server-sent event. A stored event has an id, from which a client continues after a reconnect.
 */
export function toSse(update: RunUpdate): string {
  if (update.type !== 'event') return `event: ${update.type}\ndata: ${JSON.stringify(update)}\n\n`;
  const { serial, event } = update;
  return `${serial === undefined ? '' : `id: ${serial}\n`}data: ${JSON.stringify(event)}\n\n`;
}
