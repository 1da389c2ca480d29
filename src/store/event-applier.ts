import type { RunEvent } from '../protocol/run-event.js';

/** When to apply events that can wait. Gives a function that calls it off. */
export type ScheduleFrame = (apply: () => void) => () => void;

/** Once a frame; a hidden tab has no frames, so there a timer must do, or the run would stall. */
export const nextFrame: ScheduleFrame = (apply) => {
  if (typeof document === 'undefined' || document.visibilityState === 'hidden') {
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

const canWait: ReadonlySet<RunEvent['type']> = new Set([
  'text-delta',
  'reasoning-delta',
  'tool-input-delta',
  'tool-progress',
]);

/** Takes events one by one and hands them on. */
export interface EventApplier {
  readonly add: (event: RunEvent) => void;
  /** Hands on what still waits. */
  readonly flush: () => void;
}

/** Hands events on in order: deltas together once a frame, everything else at once. */
export function createEventApplier(
  apply: (events: readonly RunEvent[]) => void,
  schedule: ScheduleFrame,
): EventApplier {
  let queue: RunEvent[] = [];
  let callOff: (() => void) | undefined;
  const flush = (): void => {
    callOff?.();
    callOff = undefined;
    if (queue.length === 0) return;
    const events = queue;
    queue = [];
    apply(events);
  };
  return {
    flush,
    add: (event) => {
      queue.push(event);
      if (canWait.has(event.type)) callOff ??= schedule(flush);
      else flush();
    },
  };
}
