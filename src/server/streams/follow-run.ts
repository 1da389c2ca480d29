import type { BatchRecord } from '../../agent/run-server/batch-record.js';
import type { ListedRun, RunNews, ServedEvent } from '../../agent/run-server/run-record.js';
import type { NewsOrGap } from './news-hub.js';

/** What is told of a run to one listener. */
export type RunUpdate = RunNews | { readonly type: 'end' };

/** Where events are read: a `RunStore`. */
export interface RunEventSource {
  find(runId: string): Promise<ListedRun | undefined>;
  openBatches(query: { readonly runId: string }): Promise<readonly BatchRecord[]>;
  readLog(runId: string, after: number | undefined, limit: number): Promise<readonly ServedEvent[]>;
  listen(runId: string, signal: AbortSignal): AsyncIterable<NewsOrGap>;
}

/** Who listens to a run, and from where. */
export interface RunSubscription {
  readonly runId: string;
  readonly after: number | undefined;
  readonly signal: AbortSignal;
  /**
   * Asks whether the listener may still read: before events that are new to them, and before what a batch that changed may bring. It is asked after events
   * were read and before they are sent, so that events of the time after the right ended are not sent.
   */
  readonly mayRead: (before: 'event' | 'batch') => Promise<boolean>;
}

/** How many events are read from the log at once. */
const pageSize = 500;

/**
 * Emits what happened in a run behind an event, and then what happens: each kept event once and in order, parts of texts as they come, and when the run
 * is over. It ends without `end` when the listener may not read any more.
 */
export async function* followRun(store: RunEventSource, listening: RunSubscription): AsyncGenerator<RunUpdate> {
  const { runId, signal, mayRead } = listening;
  // Before the log is read, so that nothing falls between.
  const news = store.listen(runId, signal)[Symbol.asyncIterator]();
  const place: Place = { last: listening.after };
  let state = yield* readUp(store, listening, place);
  while (state === 'live') {
    const told = await news.next();
    if (told.done === true) state = signal.aborted ? 'refused' : 'over';
    else if (told.value.type === 'gap') state = yield* readUp(store, listening, place);
    else if (isNew(told.value, place)) {
      const { value } = told;
      // Parts of texts come between kept events, and are as old as the last of them.
      const isPart = value.type === 'event' && value.serial === undefined;
      if (signal.aborted || !(isPart || (await mayRead(value.type)))) return;
      if (value.type === 'event') place.last = value.serial ?? place.last;
      yield value;
    }
  }
  if (state === 'over') yield { type: 'end' };
}

/** The last kept event that a listener has. */
interface Place {
  last: number | undefined;
}

function isNew(news: RunNews, { last }: Place): boolean {
  return news.type === 'batch' || news.serial === undefined || last === undefined || news.serial > last;
}

/** Emits what the log has behind the place, and the questions that are open. Returns whether the run is over. */
async function* readUp(
  store: RunEventSource,
  { runId, signal, mayRead }: RunSubscription,
  place: Place,
): AsyncGenerator<RunUpdate, 'live' | 'over' | 'refused'> {
  let isOver = false;
  // Once more after the end: the log may have grown between.
  do {
    isOver = await isRunOver(store, runId);
    for await (const page of logPages(store, runId, place.last)) {
      if (signal.aborted || !(await mayRead('batch'))) return 'refused';
      for (const served of page) {
        place.last = served.serial ?? place.last;
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

/** As a server-sent event: kept events have an id, with which a reader goes on. */
export function toSse(telling: RunUpdate): string {
  if (telling.type !== 'event') return `event: ${telling.type}\ndata: ${JSON.stringify(telling)}\n\n`;
  const { serial, event } = telling;
  return `${serial === undefined ? '' : `id: ${serial}\n`}data: ${JSON.stringify(event)}\n\n`;
}
