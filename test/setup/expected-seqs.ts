import { isDelta, type RunEvent } from '../../src/protocol/run-event.js';

/**
 * Returns the expected `seq` of each event: events are counted, and a delta has the number of the event before
 * it.
 */
export function expectedSeqs(events: readonly RunEvent[]): readonly number[] {
  let count = 0;
  return events.map((event) => (isDelta(event) ? count - 1 : count++));
}
