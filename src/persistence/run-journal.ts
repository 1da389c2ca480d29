/** How a step begins. */
export interface StepAttempt {
  /** It was begun in an earlier life of the run, and nobody kept its end. Only told for steps that may run once. */
  readonly isRepeated: boolean;
}

/** Where a run keeps what it has done, so that another life of it, after a reload or a crash, goes on from there. */
export interface RunJournal {
  /**
   * Gives what was kept under the key in an earlier life, else does the work, keeps what it gives (plain JSON), and only then gives it
   * back. If the work rejects, nothing is kept. With `once`, a mark is written before the work begins.
   */
  step<T>(key: string, work: (attempt: StepAttempt) => Promise<T>, options?: { readonly once?: boolean }): Promise<T>;
}
