import { canBeginAgain } from '../../agent/run/journal.js';
import { agentKeyOf } from '../../protocol/base/event-keys.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';

type Tell = (event: RunEvent) => void;

/** How much is held at most: a call that works for an hour may tell a lot. */
const most = 1000;

/**
 * What one life of a run tells, as far as it is for the log of the run. A life that cannot go on ends its calls and its step as a run does, and knows not how
 * they will end: that is left out, since the life that ends the run tells it, under the same keys. So an end is held until it is clear that the life goes on.
 */
export class LifeEvents {
  readonly #tell: Tell;
  #held: RunEvent[] = [];
  /** The agents of which an end is held, by their key. */
  readonly #ending: Set<string> = new Set();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  told(event: RunEvent): void {
    const isOver = endsRun(event);
    const isCut = event.type === 'run-end' && canBeginAgain(event.error);
    // What was held is told again, like all else that the next life finds in its journal.
    if (isCut && isOver) this.#forget();
    if (isCut) return;
    const of = agentKeyOf(event);
    if (isEnd(event)) this.#ending.add(of);
    // Progress and results may still come of calls beside those that are about to be ended.
    else if (event.type !== 'tool-progress' && event.type !== 'tool-end') this.#ending.delete(of);
    this.#held.push(event);
    if (isOver || this.#ending.size === 0 || this.#held.length > most) this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#forget();
    for (const event of held) this.#tell(event);
  }

  #forget(): void {
    this.#held = [];
    this.#ending.clear();
  }
}

/** Returns `true` for an event that an activation emits before it is cut short. A result was persisted before, and every later activation has the same. */
function isEnd(event: RunEvent): boolean {
  return event.type === 'step-end' || (event.type === 'tool-end' && event.end.status !== 'returned');
}
