import { textKeyOf } from '../../protocol/base/event-keys.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';

/**
 * Removes parts of texts that were already emitted: a server sends deltas as they arrive, the whole text once it is
 * persisted, and perhaps both again
 * in the next activation of the run. The remaining deltas read as one text.
 */
export class ToldTexts {
  /** The emitted length of each unfinished text. */
  readonly #told: Map<string, number> = new Map();

  /** Returns the event to emit, or `undefined` if all of it was emitted before. */
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
    // A delta behind a gap is of no use: the whole text will follow.
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
