import { isUnavailable } from './connection/retry-while-unavailable.js';

interface PendingQuery<INPUT, RESULT> {
  readonly input: INPUT;
  readonly resolve: (result: RESULT) => void;
  readonly reject: (error: unknown) => void;
}

/** The maximum number of inputs in one statement. */
const maxInputs = 100;

/**
 * Combines concurrent queries into one statement. Inputs that arrive while a statement runs go into the next one. A
 * single input is sent without delay, and many concurrent inputs cost hardly more than one.
 */
export class QueryCoalescer<INPUT, RESULT> {
  readonly #work: (inputs: readonly INPUT[]) => Promise<readonly RESULT[]>;
  readonly #pending: PendingQuery<INPUT, RESULT>[] = [];
  #isBusy = false;

  /** @param work returns one result for each input, in the same order. */
  constructor(work: (inputs: readonly INPUT[]) => Promise<readonly RESULT[]>) {
    this.#work = work;
  }

  /**
   * Adds an input to the next statement. Inputs are processed in the order of the calls.
   *
   * @throws the error of the statement, if it was caused by this input or if the database is unavailable.
   */
  submit(input: INPUT): Promise<RESULT> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ input, resolve, reject });
      if (!this.#isBusy) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isBusy = true;
    while (this.#pending.length > 0) await this.#process(this.#pending.splice(0, maxInputs));
    this.#isBusy = false;
  }

  async #process(group: readonly PendingQuery<INPUT, RESULT>[]): Promise<void> {
    try {
      const results = await this.#work(group.map(({ input }) => input));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as RESULT); // one for each input
    } catch (error) {
      // One invalid input must not fail the others, so each one is tried alone.
      if (group.length > 1 && !isUnavailable(error)) for (const one of group) await this.#process([one]);
      else for (const { reject } of group) reject(error);
    }
  }
}
