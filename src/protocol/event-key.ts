import type { RunEvent } from './run-event.js';

/** What names an event within its run, also where the run has no journal and so gives its events no key. Not for deltas. */
export function keyOfEvent({ key, type, seq, at }: RunEvent): string {
  return key ?? `${type}/${seq}/${at}`;
}
