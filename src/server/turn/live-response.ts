import type { UIMessageChunk } from 'ai';

/**
 * A response of a run in this process. Any number of clients can read its chunks, each from the start and at its own
 * pace.
 */
export class LiveResponse {
  readonly index: number;
  /** `true` if at least one client has read the complete response. */
  isReadToEnd = false;
  readonly #chunks: UIMessageChunk[] = [];
  #end: 'none' | 'complete' | 'lost' = 'none';
  #waiting: (() => void)[] = [];

  constructor(index: number) {
    this.index = index;
  }

  push(chunks: readonly UIMessageChunk[]): void {
    this.#chunks.push(...chunks);
    this.#wake();
  }

  /** `lost`: another process continues the run, or nothing more could be stored. */
  close(end: 'complete' | 'lost'): void {
    if (this.#end === 'none') this.#end = end;
    this.#wake();
  }

  async *read(): AsyncGenerator<UIMessageChunk> {
    for (let at = 0; ; at++) {
      while (this.#chunks[at] === undefined && this.#end === 'none')
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      const chunk = this.#chunks[at];
      if (chunk === undefined) break;
      yield chunk;
    }
    if (this.#end === 'complete') this.isReadToEnd = true;
    else yield { type: 'error', errorText: 'Another process of the server continues this run. Load the chat again.' };
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
