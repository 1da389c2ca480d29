import type { RunEvent } from '../protocol/run-event.js';

/** When to apply events that can wait. Gives a function that calls it off. */
export type ScheduleFrame = (apply: () => void) => () => void;

/**
 * Once a frame; a worker and a hidden tab have no frames, and a DOM in Node may know none, so there a timer must do, or
 * the run would stall.
 */
export const nextFrame: ScheduleFrame = (apply) => {
  if (typeof document === 'undefined' || typeof requestAnimationFrame !== 'function' || document.hidden) {
    const timer = setTimeout(apply, 16);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(apply);
  // A tab that is hidden after this line gets no frame either.
  const timer = setTimeout(apply, 100);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** When to apply what can wait, and what people do or wait for. */
export interface Pace {
  readonly calm: ScheduleFrame;
  readonly prompt: ScheduleFrame;
}

/**
 * Frames with at least so many milliseconds from one time to the next for what can wait: what comes after a rest is not
 * held back.
 *
 * @param own frames of an app's own, which all of it has.
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

/** The answers of people, and changes of pending calls. */
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

/** Takes events one by one and hands them on, together with whatever else has changed, once a frame. */
export interface EventApplier {
  readonly add: (event: RunEvent) => void;
  /** Something else has changed that can wait for the next frame. */
  readonly touch: () => void;
  /** Hands on what waits, now. */
  readonly flush: () => void;
}

/** Hands events on in order, once a frame: a screen shows no more, and each time costs a rendering. */
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
