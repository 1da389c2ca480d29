import { keyOfEvent } from '../../conversation/state/hold-events.js';
import { agentKeyOf, textKeyOf } from '../../protocol/base/event-keys.js';
import { appendDelta } from '../../protocol/ledger/text-assembler.js';
import { endsRun, isDelta, type RunEvent } from '../../protocol/run-event.js';
import type { EventEntry } from './event-log.js';

type Delta = Extract<RunEvent, { readonly delta: string }>;

/** A text that is being streamed, and the key under which it is stored when it has ended. */
interface GrowingText {
  readonly key: string;
  readonly agent: string;
  event: Delta | undefined;
}

/** Turns the events of a run into the entries of its log: the deltas of each text become one event at its end. */
export class WholeTexts {
  readonly #texts: Map<string, GrowingText> = new Map();

  /** Returns the entries to persist after an event. */
  take(event: RunEvent): readonly EventEntry[] {
    const name = textKeyOf(event);
    if (isDelta(event)) {
      const text = name === undefined ? undefined : this.#texts.get(name);
      if (text !== undefined) text.event = { ...event, offset: 0, delta: appendDelta(text.event?.delta ?? '', event) };
      return [];
    }
    const key = keyOfEvent(event);
    // An unfinished text of a failed attempt ends here, too.
    const ended = name === undefined ? [] : this.#end(name);
    const left = event.type === 'run-end' ? this.#endAll(event) : [];
    if (name !== undefined && event.type.endsWith('-start'))
      this.#texts.set(name, { key: `${key}/text`, agent: agentKeyOf(event), event: undefined });
    return [...ended, ...left, { key, event }];
  }

  /** Ends the texts of the agent whose run has ended; with the outermost run, all texts. */
  #endAll(end: RunEvent): readonly EventEntry[] {
    const isOutermost = endsRun(end);
    const agent = agentKeyOf(end);
    return [...this.#texts].flatMap(([name, text]) => (isOutermost || text.agent === agent ? this.#end(name) : []));
  }

  #end(name: string): readonly EventEntry[] {
    const { key, event } = this.#texts.get(name) ?? {};
    this.#texts.delete(name);
    return key === undefined || event === undefined ? [] : [{ key, event }];
  }
}
