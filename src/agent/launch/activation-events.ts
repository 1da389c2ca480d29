import { agentKeyOf } from '../../protocol/base/event-keys.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';
import { canBeginAgain } from '../run/journal.js';

/** The limit of events that are held back: a call that runs for an hour may emit many. */
const maxHeld = 1000;

/**
 * The events of one activation that belong into the log of the run. An activation that is interrupted ends its calls
 * and its step as a finished run does, without knowing how they will end. Those ends are left out, since the activation
 * that finishes the run emits them under the same keys. So an end is held back until it is clear that the activation
 * continues.
 */
export class ActivationEvents {
  readonly #emit: (event: RunEvent) => void;
  #held: RunEvent[] = [];
  /** The agents of which an end is held back, by their key. */
  readonly #ending: Set<string> = new Set();

  constructor(emit: (event: RunEvent) => void) {
    this.#emit = emit;
  }

  applyEvent(event: RunEvent): void {
    const isOver = endsRun(event);
    const isCut = event.type === 'run-end' && canBeginAgain(event.error);
    // The next activation emits them again, as all events that it finds in its journal.
    if (isCut && isOver) this.#forget();
    if (isCut) return;
    const of = agentKeyOf(event);
    if (isEnd(event)) this.#ending.add(of);
    // Progress and results may still come of calls beside those that are about to be ended.
    else if (event.type !== 'tool-progress' && event.type !== 'tool-end') this.#ending.delete(of);
    this.#held.push(event);
    if (isOver || this.#ending.size === 0 || this.#held.length > maxHeld) this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#forget();
    for (const event of held) this.#emit(event);
  }

  #forget(): void {
    this.#held = [];
    this.#ending.clear();
  }
}

/**
 * Returns `true` for an event that an activation emits before it is cut short. A result was persisted before, and every
 * later activation has the same.
 */
function isEnd(event: RunEvent): boolean {
  return event.type === 'step-end' || (event.type === 'tool-end' && event.end.status !== 'returned');
}
