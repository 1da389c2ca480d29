import type { RunJournal } from '../agent/run/journal.js';

/** Steps that wait for a paused gate to open. */
interface Pause {
  readonly isOver: Promise<void>;
  readonly end: () => void;
}

/**
 * Lets an activation pause or end between its steps. While the gate is paused, and once it is closed, steps that have
 * begun finish and are stored, and no other step begins.
 */
export class StepGate {
  #inFlight = 0;
  #onIdle: (() => void) | undefined;
  #pause: Pause | undefined;

  /** Returns a journal whose steps pass the gate. */
  guard(journal: RunJournal): RunJournal {
    return {
      ...journal,
      step: async (...step) => {
        if (this.#pause !== undefined) await this.whenOpen();
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

  pause(): void {
    if (this.#pause !== undefined) return;
    let end = (): void => {};
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#pause = { isOver, end };
  }

  /** Ends a pause. */
  resume(): void {
    this.#pause?.end();
    this.#pause = undefined;
  }

  /** Resolves when the gate is not paused. It may be closed then. */
  async whenOpen(): Promise<void> {
    while (this.#pause !== undefined) await this.#pause.isOver;
  }

  /** Closes the gate. `onIdle` is called as soon as no step is in flight. */
  close(onIdle: () => void): void {
    this.#onIdle ??= onIdle;
    this.resume();
    this.#checkIdle();
  }

  #checkIdle(): void {
    if (this.#inFlight === 0) this.#onIdle?.();
  }
}
