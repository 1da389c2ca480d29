/** The error of a check that would block the page for too long. */
export class WorkLimitReached extends Error {}

/** The step limit of a check. A schema or a value may be crafted to take long. */
export class WorkBudget {
  #left: number;

  /** @param steps one is about ten nanoseconds. */
  constructor(steps: number) {
    this.#left = steps;
  }

  /** @throws WorkLimitReached when fewer steps are left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new WorkLimitReached('The check takes too many steps.');
  }
}
