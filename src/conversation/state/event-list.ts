import type { RunEvent } from '../../protocol/run-event.js';

/** The events of a conversation, oldest first. An iterable list, which may or may not be an array. */
export interface RunEvents extends Iterable<RunEvent> {
  readonly length: number;
  at(index: number): RunEvent | undefined;
  /** A part of the list, as an array. */
  slice(start?: number, end?: number): readonly RunEvent[];
}

/** An immutable list that can grow without being copied: a longer list shares its storage with the shorter one. */
export class EventList implements RunEvents {
  readonly length: number;
  /** The shared storage. It may contain more events than this list, which longer lists have added. */
  readonly #log: RunEvent[];

  private constructor(log: RunEvent[], length: number) {
    this.#log = log;
    this.length = length;
  }

  /** Returns a list of these events. */
  static of(events: readonly RunEvent[]): RunEvents {
    return new EventList([...events], events.length);
  }

  /** Returns a list with these events at its end. Copies the list only if it has been extended before. */
  static grow(list: RunEvents, events: readonly RunEvent[]): RunEvents {
    if (events.length === 0) return list;
    const isNewest = list instanceof EventList && list.#log.length === list.length;
    const log = isNewest ? list.#log : [...list];
    for (const event of events) log.push(event);
    return new EventList(log, log.length);
  }

  at(index: number): RunEvent | undefined {
    const place = index < 0 ? this.length + index : index;
    return place < this.length ? this.#log[place] : undefined;
  }

  slice(start = 0, end: number = this.length): readonly RunEvent[] {
    return this.#log.slice(start < 0 ? Math.max(0, this.length + start) : start, this.#place(end));
  }

  *[Symbol.iterator](): Generator<RunEvent, void, void> {
    for (let index = 0; index < this.length; index++) {
      const event = this.#log[index];
      if (event !== undefined) yield event;
    }
  }

  #place(end: number): number {
    return end < 0 ? this.length + end : Math.min(end, this.length);
  }
}

/** Returns the events after the given one. A list without that event has no new ones: it was read from a storage. */
export function newerThan(events: RunEvents, last: RunEvent | undefined): readonly RunEvent[] {
  if (last === undefined) return events.slice();
  for (let index = events.length - 1; index >= 0; index--) {
    if (events.at(index) === last) return events.slice(index + 1);
  }
  return [];
}
