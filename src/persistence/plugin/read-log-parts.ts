import type { RunEvents } from '../../conversation/state/event-list.js';
import type { LogPart, LogPlace } from '../../conversation/state/event-log.js';
import { keyOfEvent, placeFrom } from '../../conversation/state/hold-events.js';
import { agentKeyOf, isNested, textKeyOf } from '../../protocol/base/event-keys.js';
import { endsRun, isDelta, type RunEvent } from '../../protocol/run-event.js';
import type { ConversationRepository } from './conversation-repository.js';

/** Reads a part of the log of one conversation. */
export type ReadLog = (window: Parameters<NonNullable<ConversationRepository['readLog']>>[1]) => Promise<LogPart>;

/** The number of events that are read at once: about twenty turns, which take less time than a frame. */
export const windowSize = 1000;

/** Returns the place of an event in the log. */
export function logPlace(event: RunEvent): LogPlace {
  return { runId: event.runId, key: keyOfEvent(event) };
}

/**
 * Reads the newest events before a place.
 *
 * @param isEnough returns `true` for a part that is long enough. Default: a part with an event whose place is known, so
 *   that earlier parts can be read. A long run of a sub-agent may have none.
 */
export async function readPartBack(
  read: ReadLog,
  before: LogPlace | undefined,
  isEnough: (events: readonly RunEvent[]) => boolean = (events) => placeFrom(events, 0) >= 0,
): Promise<LogPart> {
  for (let limit = windowSize; ; limit *= 2) {
    const part = await read({ limit, before });
    if (part.earlier === 'none' || isEnough(part.events)) return part;
  }
}

/** A part of the persisted events. */
export interface PartBack {
  readonly events: readonly RunEvent[];
  /** The place of its first event; `undefined` for the oldest part. */
  readonly start: LogPlace | undefined;
}

/** Reads the persisted events before an event that the page holds, part by part, the newest first. */
export async function* partsBack(read: ReadLog, held: RunEvent | undefined): AsyncGenerator<PartBack, void, void> {
  if (held !== undefined) await untilPersisted(read, held);
  let before = held && logPlace(held);
  do {
    const { events, earlier } = await readPartBack(read, before);
    const from = earlier === 'none' ? -1 : placeFrom(events, 0);
    const first = from < 0 ? undefined : events[from];
    before = first && logPlace(first);
    yield { events: events.slice(Math.max(0, from)), start: before };
  } while (before !== undefined);
}

const patience = { pause: 100, tries: 30 } as const;

/**
 * Waits until the log contains an event, because pages store events with a delay, hidden ones once a second. The log
 * contains it if the event before it belongs to the same run. An event that could not be stored never arrives; then the
 * events before it cannot be found.
 */
async function untilPersisted(read: ReadLog, event: RunEvent): Promise<void> {
  if (event.type === 'run-start') return;
  for (let tries = 0; tries < patience.tries; tries++) {
    const { events, earlier } = await read({ limit: 1, before: logPlace(event) });
    const last = events.at(-1);
    // A damaged event is left out.
    if (last === undefined ? earlier === 'kept' : last.runId === event.runId || isNested(last)) return;
    await new Promise((resolve) => setTimeout(resolve, patience.pause));
  }
}

/**
 * Returns the index at which held events continue the log: the first one within no text, since the log has each text
 * whole, where it ended. -1 for none.
 */
export function seamOf(events: RunEvents): number {
  const started = new Set<string>();
  const open = new Map<string, string>();
  let seam = -1;
  for (let index = 0; index < events.length; index++) {
    const event = events.at(index);
    if (event === undefined) continue;
    if (seam < 0 && open.size === 0 && placeFrom(events, index) === index) seam = index;
    const text = textKeyOf(event);
    if (text === undefined) endTexts(open, event);
    else if (isDelta(event)) seam = started.has(text) ? seam : -1;
    else if (event.type.endsWith('-end')) open.delete(text);
    else {
      started.add(text);
      open.set(text, agentKeyOf(event));
    }
  }
  return seam;
}

/**
 * A failed request leaves its texts open. The next step of the same agent closes them, or the end of the outermost run.
 */
function endTexts(open: Map<string, string>, event: RunEvent): void {
  if (!/^(?:step-|model-retry|run-end)/.test(event.type)) return;
  const agent = agentKeyOf(event);
  for (const [text, owner] of open) if (owner === agent || endsRun(event)) open.delete(text);
}
