/** Known facts about earlier activations of a step. */
export interface StepAttempt {
  /**
   * The step was begun in an earlier life, and nobody kept how it ended. Told for steps that may be done `once` only.
   */
  readonly isRepeated: boolean;
  /** When it began there, in milliseconds since 1970, where the journal knows. */
  readonly since?: number;
}

/**
 * The durable steps of a run. A run that starts again with the same `runId` repeats its loop from the start, and each
 * step returns its persisted value.
 *
 * @example
 * const run = agent.run(prompt, { deps, runId, journal: storage.journal(runId) });
 */
export interface RunJournal {
  /**
   * Returns the value persisted under this key. Otherwise it does the work, persists the result, and then returns it.
   * Values are plain JSON. A run requests its steps in the same order in each activation. Bodies of parallel tools are
   * requested in the order of their calls, and work at the same time.
   *
   * @param key identifies the step in all activations of the run, and contains the run's id.
   * @param work is not called if a value was persisted. If it rejects, nothing is persisted and the error is passed on.
   * @param options `once`: the work has an effect that must not happen twice, so its start is durably marked before it
   * runs. A step that was marked and not persisted is called with `isRepeated`. `soon`: the run continues with its next
   * step at once, so the value may be returned before it is persisted, if it is persisted before another step works. A
   * journal may ignore it.
   * @throws if it cannot look up or persist a value; that ends this activation of the run (`journal-failed`).
   */
  step<T>(
    key: string,
    work: (attempt: StepAttempt) => Promise<T>,
    options?: { readonly once?: boolean; readonly soon?: boolean },
  ): Promise<T>;
  /**
   * Returns the time from which deadlines count, in milliseconds since 1970. A journal that several computers share has
   * one clock for all of them. Default: the clock of the agent.
   */
  now?(): number;
}

/**
 * Returns `true` when a run that ended so can start again from its journal: the journal failed, or its agent
 * disconnected.
 */
export function canBeginAgain(error: { readonly code: string } | undefined): boolean {
  return error !== undefined && (error.code.startsWith('journal-') || error.code === 'port-closed');
}
