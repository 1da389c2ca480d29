import type { Clock } from '../../protocol/base/clock.js';
import { type DeltaEvent, isDelta, type RunEventBody } from '../../protocol/run-event.js';

/** Hands an event to the run. */
export type Emit = (event: RunEventBody) => void;

/** For how many milliseconds deltas are gathered: a frame. */
const windowMs = 16;

/** Gathers what is emitted. */
export interface Gathering {
  readonly emit: Emit;
  /** Sends what was gathered. */
  readonly flush: () => void;
  /** Drops what was gathered and whatever comes, and leaves no timer behind. */
  readonly close: () => void;
}

/**
 * Makes one event of adjacent deltas that come within a frame, so that a fast model costs little and logs stay small. After
 * a pause the first goes out at once; anything else that happens sends what was gathered first.
 */
export function gatherDeltas(send: Emit, clock: Clock): Gathering {
  let record = send;
  let held: DeltaEvent | undefined;
  let text = '';
  let sentAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    if (held === undefined) return;
    const event = { ...held, delta: text };
    held = undefined;
    sentAt = clock.now();
    record(event);
  };
  // One timer serves whatever is held when it comes: to start and stop one for each text would cost more than the text.
  const atTimer = (): void => {
    cancel = undefined;
    flush();
  };
  const emit: Emit = (event) => {
    if (!isDelta(event)) {
      flush();
      record(event);
      return;
    }
    if (held !== undefined && isSameText(held, event)) {
      text += event.delta;
    } else {
      flush();
      held = event;
      text = event.delta;
    }
    if (clock.now() - sentAt >= windowMs) flush();
    else cancel ??= clock.setTimeout(atTimer, windowMs);
  };
  const close = (): void => {
    record = () => {};
    cancel?.();
    // No delta that still comes may start another.
    cancel = () => {};
  };
  return { emit, flush, close };
}

/** Whether two parts belong to one text. */
export function isSameText(a: DeltaEvent, b: DeltaEvent): boolean {
  if (a.agentPath !== b.agentPath) return false;
  if (a.type === 'tool-input-delta') return b.type === a.type && b.toolCallId === a.toolCallId;
  return b.type === a.type && b.id === a.id;
}
