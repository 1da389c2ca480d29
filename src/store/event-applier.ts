import type { RunEvent } from '../protocol/run-event.js';

/** When to apply events that can wait. Gives a function that calls it off. */
export type ScheduleFrame = (apply: () => void) => () => void;

/** Once a frame; a worker and a hidden tab have no frames, and a DOM in Node may know none, so there a timer must do, or the run would stall. */
export const nextFrame: ScheduleFrame = (apply) => {
  if (typeof document === 'undefined' || typeof requestAnimationFrame === 'undefined' || document.hidden) {
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

/** The same, with at least so many milliseconds from one time to the next: what comes after a rest is not held back. */
export function pacedFrames(interval: () => number | undefined): ScheduleFrame {
  let last = Number.NEGATIVE_INFINITY;
  return (apply) => {
    const onFrame = (): (() => void) =>
      nextFrame(() => {
        last = performance.now();
        apply();
      });
    const wait = last + (interval() ?? 0) - performance.now();
    if (wait <= 0) return onFrame();
    let cancel = (): void => clearTimeout(timer);
    const timer = setTimeout(() => {
      cancel = onFrame();
    }, wait);
    return () => cancel();
  };
}

/** Takes events one by one and hands them on, together with whatever else has changed, once a frame. */
export interface EventApplier {
  readonly add: (event: RunEvent) => void;
  /** Something else has changed that can wait for the next frame. */
  readonly touch: () => void;
  /** Hands on what waits, now. */
  readonly flush: () => void;
}

/** Hands events on in order, once a frame: a screen shows no more, and each time costs a rendering. */
export function createEventApplier(
  apply: (events: readonly RunEvent[]) => void,
  schedule: ScheduleFrame,
): EventApplier {
  let queue: RunEvent[] = [];
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    const events = queue;
    queue = [];
    apply(events);
  };
  const touch = (): void => {
    cancel ??= schedule(flush);
  };
  return {
    flush,
    touch,
    add: (event) => {
      queue.push(event);
      touch();
    },
  };
}
