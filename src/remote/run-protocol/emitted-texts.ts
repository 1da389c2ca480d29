import { newCharacters, OpenTexts } from '../../protocol/ledger/text-assembler.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';

/**
 * Removes parts of texts that were already emitted: a server sends deltas as they arrive, the whole text once it is
 * persisted, and perhaps both again in the next activation of the run. The remaining deltas read as one text.
 */
export class EmittedTexts {
  readonly #texts: OpenTexts = new OpenTexts();

  /** Returns the event to emit, or `undefined` if all of it was emitted before. */
  take(event: RunEvent): RunEvent | undefined {
    if (!isDelta(event)) {
      this.#texts.apply(event);
      return event;
    }
    const end = this.#texts.find(event)?.end;
    if (end === undefined) return undefined;
    const { offset = end } = event;
    const delta = newCharacters(event, end);
    // A delta behind a gap is of no use: the whole text will follow.
    if (delta === '' || offset > end) return undefined;
    this.#texts.apply(event);
    return { ...event, delta, offset: end };
  }
}
