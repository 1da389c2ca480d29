import { isDelta, type RunEvent } from '../../src/protocol/run-event.js';

/**
 * The `seq` that each event has to have: what happened is counted, and a part of a text has that of the event before
 * it.
 */
export function expectedSeqs(events: readonly RunEvent[]): readonly number[] {
  let count = 0;
  return events.map((event) => (isDelta(event) ? count - 1 : count++));
}
