import type { RunJournal } from '../../agent/run/journal.js';
import type { Clock } from '../../protocol/base/clock.js';

type Step = RunJournal['step'];

/** The time in milliseconds that the run has to persist the answers. After that, the conversation is saved anyway. */
const untilPersisted = 5;

/** The time in milliseconds after a step in which the effect that follows it starts. */
const untilEffect = 100;

/**
 * Delays the save of a conversation until its run has persisted the answers of a batch. So an approved call waits only
 * for its answer to be persisted, and the whole conversation is saved after the effect has started.
 */
export class SaveAfterAnswers {
  readonly #clock: Clock;
  readonly #save: () => void;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, save: () => void) {
    this.#clock = clock;
    this.#save = save;
  }

  get isDelayed(): boolean {
    return this.#cancelTimer !== undefined;
  }

  /** Delays the save, because a batch was answered and its run is about to persist the answers. */
  delay(): void {
    this.#schedule(untilPersisted);
  }

  cancel(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Returns the work of a step, which reschedules a delayed save. */
  wrapStep<T>(work: (attempt: Parameters<Parameters<Step>[1]>[0]) => Promise<T>, once = false): typeof work {
    return async (attempt) => {
      // In a task of its own, because serializing the conversation takes a while.
      if (once && this.isDelayed) this.#schedule(0);
      const value = await work(attempt);
      if (!once && this.isDelayed) this.#schedule(untilEffect);
      return value;
    };
  }

  #schedule(ms: number): void {
    this.cancel();
    this.#cancelTimer = this.#clock.setTimeout(() => {
      this.#cancelTimer = undefined;
      this.#save();
    }, ms);
  }
}
