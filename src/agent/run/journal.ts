/** What a step may know of the lives of its run before this one. */
export interface StepAttempt {
  /**
   * The step was begun in an earlier life, and nobody kept how it ended. Told for steps that may be done `once` only.
   */
  readonly isRepeated: boolean;
  /** When it began there, in milliseconds since 1970, where the journal knows. */
  readonly since?: number;
}

/**
 * Where a run keeps what must not be done twice. A run that begins again with the same `runId` goes through its loop
 * from the start; each step gives what was kept.
 *
 * @example
 * const run = agent.run(prompt, { deps, runId, journal: storage.journal(runId) });
 */
export interface RunJournal {
  /**
   * Gives what was kept under this key; else does the work, keeps what it gives, and only then gives it back. What goes
   * in and out is plain JSON. A run asks for its steps in the same order in each life; bodies of tools that run side by
   * side are asked for in the order of their calls, and work at the same time.
   *
   * @param key names the step in all lives of the run, and holds the run's id.
   * @param work is not called where something was kept. What it rejects with is no end: nothing is kept, and it is
   * passed on.
   * @param options `once`: the work has an effect that may not happen twice, so that it is durably marked as begun
   * before it is. A step that was marked and not kept is still asked to work, with `isRepeated`. `soon`: the run goes
   * on to its next step at once, so that what this one gives may be given back first, if it is kept before another step
   * works. A journal need not look at that.
   * @throws where it cannot look up or keep; that ends this life of the run (`journal-failed`).
   */
  step<T>(
    key: string,
    work: (attempt: StepAttempt) => Promise<T>,
    options?: { readonly once?: boolean; readonly soon?: boolean },
  ): Promise<T>;
}

/**
 * Whether a run that ended so is to be begun again from its journal: that could keep nothing more, or its agent went
 * away.
 */
export function canBeginAgain(error: { readonly code: string } | undefined): boolean {
  return error !== undefined && (error.code.startsWith('journal-') || error.code === 'port-closed');
}
