import type { RunEvent } from '../../protocol/run-event.js';
import type { RunStore } from './run-store.js';

const pageSize = 500;

/** Reads the events of a run that are stored. */
export async function readRunEvents(store: Pick<RunStore, 'readLog'>, runId: string): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for (let last: number | undefined; ; ) {
    const page = await store.readLog(runId, last, pageSize);
    events.push(...page.map(({ event }) => event));
    last = page.at(-1)?.serial;
    if (page.length < pageSize) return events;
  }
}
