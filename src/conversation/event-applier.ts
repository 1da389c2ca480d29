import type { RunEvent } from '../protocol/run-event.js';

/** Schedules a function. Returns a function that cancels it. */
export type ScheduleFrame = (apply: () => void) => () => void;

/**
 * Schedules a function for the next frame. Workers, hidden tabs and DOMs in Node have no frames, so a timer is used
 * there: the run would stall otherwise.
 */
export const nextFrame: ScheduleFrame = (apply) => {
  if (typeof document === 'undefined' || typeof requestAnimationFrame !== 'function' || document.hidden) {
    const timer = setTimeout(apply, 16);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(apply);
  // The tab may be hidden before the frame.
  const timer = setTimeout(apply, 100);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** The schedules for events. */
export interface Pace {
  /** For events that can wait, such as text deltas. Throttled. */
  readonly calm: ScheduleFrame;
  /** For actions of people and for events that they wait for. Not throttled. */
  readonly prompt: ScheduleFrame;
}

/**
 * Creates schedules for frames. Throttled ones have at least `interval` milliseconds between them; the first one after
 * a pause is not delayed.
 *
 * @param own the app's own schedule, which is used for all events instead.
 */
export function pacedFrames(interval: () => number | undefined, own?: ScheduleFrame): Pace {
  if (own !== undefined) return { calm: own, prompt: own };
  let last = Number.NEGATIVE_INFINITY;
  const prompt: ScheduleFrame = (apply) =>
    nextFrame(() => {
      last = performance.now();
      apply();
    });
  const calm: ScheduleFrame = (apply) => {
    const wait = last + (interval() ?? 0) - performance.now();
    // A negative or non-finite interval disables throttling.
    if (!(wait > 0)) return prompt(apply);
    let cancel = (): void => clearTimeout(timer);
    const timer = setTimeout(() => {
      cancel = prompt(apply);
    }, wait);
    return () => cancel();
  };
  return { calm, prompt };
}

/** The types of events that are not throttled: answers of people, and changes of runs and pending calls. */
const prompted: ReadonlySet<RunEvent['type']> = new Set<RunEvent['type']>([
  'run-start',
  'deferred-request',
  'deferred-response',
  'answer',
  'answer-retracted',
  'answer-refused',
  'extended',
  'late-answer',
  'run-end',
]);

/** Collects events and applies them once a frame. */
export interface EventApplier {
  readonly add: (event: RunEvent) => void;
  /** Applies the collected events in the next frame, even if there are none. */
  readonly touch: () => void;
  /** Applies the collected events now. */
  readonly flush: () => void;
}

/** Creates an applier. It applies events in order and at most once a frame, because each time causes a render. */
export function createEventApplier(apply: (events: readonly RunEvent[]) => void, pace: Pace): EventApplier {
  let queue: RunEvent[] = [];
  let cancel: (() => void) | undefined;
  let isHeldBack = false;
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    isHeldBack = false;
    const events = queue;
    queue = [];
    apply(events);
  };
  const touch = (): void => {
    if (isHeldBack) cancel?.();
    if (isHeldBack || cancel === undefined) cancel = pace.prompt(flush);
    isHeldBack = false;
  };
  const touchCalmly = (): void => {
    if (cancel !== undefined) return;
    cancel = pace.calm(flush);
    isHeldBack = true;
  };
  return {
    flush,
    touch,
    add: (event) => {
      queue.push(event);
      if (prompted.has(event.type)) touch();
      else touchCalmly();
    },
  };
}
