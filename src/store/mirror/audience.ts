/** After so many changes it is asked who still hears of them. */
const round = 100;

/** The pages that are told what happens. One that is gone without a word, as after a crash, does not answer when it is asked. */
export class Audience {
  readonly #pages: Set<string> = new Set();
  /** Those that have said nothing since it was asked last. */
  #silent: Set<string> = new Set();
  #told = 0;

  get isEmpty(): boolean {
    return this.#pages.size === 0;
  }

  /** Whether it was there already. */
  add(page: string): boolean {
    this.#silent.delete(page);
    const isKnown = this.#pages.has(page);
    this.#pages.add(page);
    return isKnown;
  }

  delete(page: string): void {
    this.#pages.delete(page);
  }

  /** Counts something that is told. `true`: it is time to ask who is there. */
  count(): boolean {
    this.#told += 1;
    if (this.#told % round !== 0) return false;
    for (const page of this.#silent) this.#pages.delete(page);
    this.#silent = new Set(this.#pages);
    return this.#pages.size > 0;
  }
}
