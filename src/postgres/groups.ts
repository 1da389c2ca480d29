import { isAway } from './patiently.js';

interface Waiting<ASKED, GIVEN> {
  readonly asked: ASKED;
  readonly resolve: (given: GIVEN) => void;
  readonly reject: (error: unknown) => void;
}

/** How many go into one statement at most. */
const most = 100;

/**
 * Asks for many at once. What comes while an answer is on its way goes with the next question: whoever is alone waits for nobody, and many who ask at the same
 * time cost hardly more than one.
 */
export class Groups<ASKED, GIVEN> {
  readonly #work: (group: readonly ASKED[]) => Promise<readonly GIVEN[]>;
  readonly #waiting: Waiting<ASKED, GIVEN>[] = [];
  #isBusy = false;

  /** @param work gives as much as it is asked for, in the same order. */
  constructor(work: (group: readonly ASKED[]) => Promise<readonly GIVEN[]>) {
    this.#work = work;
  }

  /** In the order of the calls. @throws what the work throws for this one. */
  ask(asked: ASKED): Promise<GIVEN> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      if (!this.#isBusy) void this.#workOff();
    });
  }

  async #workOff(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) await this.#answer(this.#waiting.splice(0, most));
    this.#isBusy = false;
  }

  async #answer(group: readonly Waiting<ASKED, GIVEN>[]): Promise<void> {
    try {
      const given = await this.#work(group.map(({ asked }) => asked));
      for (const [index, { resolve }] of group.entries()) resolve(given[index] as GIVEN); // one for each
    } catch (error) {
      // What one of them has got wrong the others do not suffer from.
      if (group.length > 1 && !isAway(error)) for (const one of group) await this.#answer([one]);
      else for (const { reject } of group) reject(error);
    }
  }
}
