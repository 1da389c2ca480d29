import type { UIMessageChunk } from 'ai';

/** A response that is made in this process: any number of clients read its chunks, each from its beginning and at its own pace. */
export class LiveResponse {
  readonly index: number;
  /** Some reader has read it to its end. */
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
    else yield { type: 'error', errorText: 'The run goes on at another place of the server.' };
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
