/** A check would take longer than a page may be held up. */
export class WorkLimitReached extends Error {}

/** Counts the steps of a check, whose schema or whose value may be made to take long. */
export class WorkBudget {
  #left: number;

  /** @param steps some ten nanoseconds each. */
  constructor(steps: number) {
    this.#left = steps;
  }

  /** @throws WorkLimitReached when there are not as many steps left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new WorkLimitReached('The check takes too many steps.');
  }
}
