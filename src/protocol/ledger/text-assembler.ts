import { textKeyOf } from '../base/event-keys.js';
import { type DeltaEvent, isDelta, type RunEvent } from '../run-event.js';

/** A text while it streams: one object from its start to its end. */
export interface StreamingText {
  /** The position at which it continues, in UTF-16 units. */
  readonly end: number;
}

type TextPart = Pick<DeltaEvent, 'delta' | 'offset'>;

/**
 * Returns the characters of a delta that a text which ends here does not have yet. A delta that is received a second
 * time has none. A delta without an offset continues the text.
 */
export function newCharacters({ delta, offset = Infinity }: TextPart, end: number): string {
  return delta.slice(Math.max(0, end - offset));
}

/** Returns the text with a delta. This is the only place that appends deltas of run events. */
export function appendDelta(text: string, event: TextPart): string {
  return text + newCharacters(event, text.length);
}

/** The texts of run events that are streaming, of several runs and agents at the same time. */
export class OpenTexts {
  readonly #texts: Map<string, { end: number }> = new Map();

  /** Returns the open text that an event is about; `undefined` for other events, and before the start of the text. */
  find(event: RunEvent): StreamingText | undefined {
    const key = textKeyOf(event);
    return key === undefined ? undefined : this.#texts.get(key);
  }

  /**
   * Applies an event and returns the text that it starts, extends or ends. A delta without a start starts a text:
   * events may begin in the middle of one. A start with the id of an open text starts another text.
   */
  apply(event: RunEvent): StreamingText | undefined {
    const key = textKeyOf(event);
    if (key === undefined) return undefined;
    const known = event.type.endsWith('-start') ? undefined : this.#texts.get(key);
    const text = known ?? { end: isDelta(event) ? (event.offset ?? 0) : 0 };
    if (isDelta(event)) text.end += newCharacters(event, text.end).length;
    if (event.type.endsWith('-end')) this.#texts.delete(key);
    else if (known === undefined) this.#texts.set(key, text);
    return text;
  }
}
