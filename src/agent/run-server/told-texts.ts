import { newCharacters, OpenTexts } from '../../protocol/ledger/text-assembler.js';
import { isDelta, type RunEvent } from '../../protocol/run-event.js';

/**
 * Removes the parts of texts that were received before. A server sends deltas as they come, sends each text as a whole
 * once it is stored, and may send it again in the next activation of the run. The remaining deltas form one text.
 */
export class ToldTexts {
  readonly #texts: OpenTexts = new OpenTexts();

  /** Returns the event as it is to be emitted; `undefined` if all of it was received before. */
  take(event: RunEvent): RunEvent | undefined {
    if (!isDelta(event)) {
      this.#texts.apply(event);
      return event;
    }
    const end = this.#texts.find(event)?.end;
    if (end === undefined) return undefined;
    const { offset = end } = event;
    const delta = newCharacters(event, end);
    // After a gap a delta is useless: the whole text follows.
    if (delta === '' || offset > end) return undefined;
    this.#texts.apply(event);
    return { ...event, delta, offset: end };
  }
}
