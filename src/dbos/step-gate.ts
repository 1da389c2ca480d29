import type { RunJournal } from '../agent/run/journal.js';

/**
 * Lets an activation end between its steps. Once the gate is closed, steps that have begun finish and are stored, and
 * no other step begins.
 */
export class StepGate {
  #inFlight = 0;
  #onIdle: (() => void) | undefined;

  /** Returns a journal whose steps pass the gate. */
  guard(journal: RunJournal): RunJournal {
    return {
      step: async (...step) => {
        if (this.#onIdle !== undefined) return await new Promise(() => {});
        this.#inFlight += 1;
        try {
          return await journal.step(...step);
        } finally {
          this.#inFlight -= 1;
          this.#checkIdle();
        }
      },
    };
  }

  /** Closes the gate. `onIdle` is called as soon as no step is in flight. */
  close(onIdle: () => void): void {
    this.#onIdle ??= onIdle;
    this.#checkIdle();
  }

  #checkIdle(): void {
    if (this.#inFlight === 0) this.#onIdle?.();
  }
}
