/** Resources that are closed together, the last opened first. */
export class OpenResources {
  readonly #closers: (() => Promise<unknown>)[] = [];

  /** Adds a function that closes a resource. */
  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  /** Closes all. An error of one does not keep the others open. Never rejects. */
  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close().catch(() => {});
  }

  /** Opens more resources. If that fails, closes all before it rejects. */
  async opening<T>(open: () => Promise<T>): Promise<T> {
    try {
      return await open();
    } catch (error) {
      await this.closeAll();
      throw error;
    }
  }
}
