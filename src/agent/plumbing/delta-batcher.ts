import type { Clock } from '../../protocol/base/clock.js';
import { type DeltaEvent, isDelta, type RunEventBody } from '../../protocol/run-event.js';

/** Emits an event of the run. */
export type Emit = (event: RunEventBody) => void;

/** The milliseconds for which deltas are collected: one frame. */
const windowMs = 16;

/** Collects emitted events. */
export interface Gathering {
  readonly emit: Emit;
  /** Sends the collected events. */
  readonly flush: () => void;
  /** Drops the collected events and all later ones, and cancels the timer. */
  readonly close: () => void;
}

/**
 * Joins adjacent deltas that arrive within a frame, so that a fast model costs little and logs stay small. After a
 * pause, the first delta is sent at
 * once; every other event sends the collected deltas first.
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
  // One timer for all texts: starting and stopping one for each text would cost more than the text.
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
    // A late delta must not start another timer.
    cancel = () => {};
  };
  return { emit, flush, close };
}

/** Returns `true` if two deltas belong to one text. */
export function isSameText(a: DeltaEvent, b: DeltaEvent): boolean {
  if (a.agentPath !== b.agentPath) return false;
  if (a.type === 'tool-input-delta') return b.type === a.type && b.toolCallId === a.toolCallId;
  return b.type === a.type && b.id === a.id;
}
