import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import type { RunEvents } from './state/event-list.js';

/** An answer that came too late, with its time. */
export type LateAnswer = Pick<RunEventOf<'late-answer'>, 'type' | 'toolCallId' | 'reason' | 'at'>;

/**
 * The late answers that are not recorded in events yet. A run records them while it is in progress. After its end, the
 * conversation adds the events itself.
 */
export class LateAnswers {
  readonly #open: LateAnswer[] = [];

  add(late: LateAnswer): void {
    this.#open.push(late);
  }

  /** Removes an answer that the run has recorded. */
  seen({ toolCallId }: RunEventOf<'late-answer'>): void {
    const index = this.#open.findIndex((late) => late.toolCallId === toolCallId);
    if (index >= 0) this.#open.splice(index, 1);
  }

  /** Removes the other answers, and returns each as the next event of its run. Those of the active run stay. */
  take(events: RunEvents, activeRunId: string | undefined): readonly RunEvent[] {
    const taken: RunEvent[] = [];
    for (const late of this.#open.splice(0)) {
      const call = newest(events, (event) => 'toolCallId' in event && event.toolCallId === late.toolCallId);
      if (call === undefined || call.runId === activeRunId) {
        this.#open.push(late);
        continue;
      }
      const { v, runId, agentPath } = call;
      const isOfRun = (event: RunEvent): boolean => event.runId === runId;
      const last = taken.findLast(isOfRun) ?? newest(events, isOfRun) ?? call;
      taken.push({ v, seq: last.seq + 1, runId, agentPath, ...late });
    }
    return taken;
  }
}

function newest(events: RunEvents, matches: (event: RunEvent) => boolean): RunEvent | undefined {
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events.at(index);
    if (event !== undefined && matches(event)) return event;
  }
  return undefined;
}
