import type { RunEvents } from '../../store/event-list.js';

/** A request to the model that failed and will be made again. */
export interface OpenRetry {
  /** When, in milliseconds since 1970. */
  readonly until: number;
  /** Tells one wait from the next. */
  readonly id: string;
}

/** The retry that the run waits for, if that is the last that happened; a sub-agent's counts, too. */
export function readRetry(events: RunEvents): OpenRetry | undefined {
  const event = events.at(-1);
  if (event?.type !== 'model-retry') return undefined;
  return { until: event.at + event.delay, id: `${event.runId}-${event.seq}` };
}

/** A run, from its first event to its last, or to now. */
export interface RunSpan {
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

/** When the last run began and ended. Read from the end, where only the current run has to be passed. */
export function readSpan(events: RunEvents): RunSpan | undefined {
  const last = events.at(-1);
  let endedAt: number | undefined;
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events.at(index);
    if (event === undefined || event.agentPath.length > 1) continue;
    if (event.type === 'run-end') endedAt ??= event.at;
    if (event.type === 'run-start') return { startedAt: event.at, endedAt };
  }
  return last === undefined ? undefined : { startedAt: last.at, endedAt };
}
