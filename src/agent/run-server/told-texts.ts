import { textKeyOf } from '../../protocol/base/event-keys.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';

/**
 * Leaves out of what a server tells which parts of texts were told before: it tells them as they come, tells each text as a whole once that is kept, and
 * perhaps again in the next life of the run. What is left reads as one text.
 */
export class ToldTexts {
  /** How much of each text was told, of those that are not at their end. */
  readonly #told: Map<string, number> = new Map();

  /** The event as it is to be told; nothing: all of it was. */
  take(event: RunEvent): RunEvent | undefined {
    if (!isDelta(event)) {
      this.#note(event);
      return event;
    }
    const key = textKeyOf(event) ?? '';
    const told = this.#told.get(key);
    if (told === undefined) return undefined;
    const { delta, offset = told } = event;
    const left = delta.slice(Math.max(0, told - offset));
    // With a gap it is of no use: the whole text is still to come.
    if (left === '' || offset > told) return undefined;
    this.#told.set(key, told + left.length);
    return { ...event, delta: left, offset: told };
  }

  #note(event: RunEvent): void {
    const key = textKeyOf(event);
    if (key === undefined) return;
    if (event.type.endsWith('-start')) this.#told.set(key, 0);
    else this.#told.delete(key);
  }
}
