import type { Remember } from '../grants/remember.js';
import { type Decision, toAnswer } from './decision.js';
import type { ItemAnswer, ItemState, PendingItem } from './pending.js';

/**
 * Noes that came while an answer to their call was checked that may turn out to be wrong: an edit, or what is to be remembered. They
 * count unless that one does.
 */
export class HeldNoes {
  /** States in which such an answer is checked. */
  readonly #doubtful: WeakSet<ItemState> = new WeakSet();
  /** By item id. */
  readonly #waiting: Map<string, readonly (() => void)[]> = new Map();

  /** Notes what is checked while a call is in this state. */
  checks(state: ItemState, { answer, remember }: Checked): void {
    const isEdit = typeof answer === 'object' && 'overrideArgs' in answer && answer.overrideArgs !== undefined;
    if (isEdit || remember !== undefined) this.#doubtful.add(state);
  }

  /** Whether an answer has to wait for the one that is checked. */
  mustWait(item: PendingItem, decision: Decision): boolean {
    if (!this.#doubtful.has(item.state)) return false;
    const answer = toAnswer(item, decision);
    return typeof answer === 'object' && answer.kind === 'tool-denied';
  }

  hold(id: string, go: () => void): void {
    this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), go]);
  }

  /** Lets them go on. It happens at once, so that nobody comes between. */
  release(id: string): void {
    const held = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    for (const go of held) go();
  }
}

interface Checked {
  readonly answer: ItemAnswer;
  readonly remember: Remember | undefined;
}
