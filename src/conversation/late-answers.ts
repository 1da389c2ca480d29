import type { RunEvent, RunEventOf } from '../protocol/run-event.js';
import type { RunEvents } from './state/event-list.js';

/** An answer that came too late, and when. */
export type LateAnswer = Pick<RunEventOf<'late-answer'>, 'type' | 'toolCallId' | 'reason' | 'at'>;

/**
 * Answers that came too late and stand in no run's events yet. A run records those that reach it; one that is over
 * records nothing any more, so the conversation does it in its place.
 */
export class LateAnswers {
  readonly #open: LateAnswer[] = [];

  add(late: LateAnswer): void {
    this.#open.push(late);
  }

  /** The run has recorded one. */
  seen({ toolCallId }: RunEventOf<'late-answer'>): void {
    const index = this.#open.findIndex((late) => late.toolCallId === toolCallId);
    if (index >= 0) this.#open.splice(index, 1);
  }

  /** Returns the rest, each as the next event of its run. A run in progress may still record its own. */
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

function newest(events: RunEvents, isIt: (event: RunEvent) => boolean): RunEvent | undefined {
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events.at(index);
    if (event !== undefined && isIt(event)) return event;
  }
  return undefined;
}
