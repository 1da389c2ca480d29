import type { RunJournal } from '../../agent/run/journal.js';
import type { Clock } from '../../protocol/base/clock.js';

type Step = RunJournal['step'];

/** So long after people have answered, a run that does not come to keep that itself does something else first, in milliseconds. */
const untilKept = 5;

/** So long after a step nothing has an effect that has one soon, in milliseconds. */
const untilEffect = 100;

/**
 * Keeps what people answered before the conversation that shows it. Between a yes and what it lets run stands then what its run keeps, and not the
 * whole conversation: that is saved once the effect has begun. It is held up only while the run keeps the answers itself.
 */
export class AnswersFirst {
  readonly #clock: Clock;
  readonly #save: () => void;
  #stopWaiting: (() => void) | undefined;

  constructor(clock: Clock, save: () => void) {
    this.#clock = clock;
    this.#save = save;
  }

  /** Whether a save is held up. */
  get isHolding(): boolean {
    return this.#stopWaiting !== undefined;
  }

  /** A batch has its answers, and the run is about to keep them. */
  hold(): void {
    this.#wait(untilKept);
  }

  /** Nothing is to be saved any more, or all of it was. */
  letGo(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
  }

  /** The work of a step, watched for what is held up. */
  watched<T>(work: (attempt: Parameters<Parameters<Step>[1]>[0]) => Promise<T>, once = false): typeof work {
    return async (attempt) => {
      // In a task of its own: writing the conversation as text takes a while.
      if (once && this.isHolding) this.#wait(0);
      const value = await work(attempt);
      if (!once && this.isHolding) this.#wait(untilEffect);
      return value;
    };
  }

  #wait(ms: number): void {
    this.letGo();
    this.#stopWaiting = this.#clock.setTimeout(() => {
      this.#stopWaiting = undefined;
      this.#save();
    }, ms);
  }
}
