import type { DeferredCall, DeferredToolRequests } from '../../protocol/deferred.js';
import { endsRun, type RunEvent } from '../../protocol/run-event.js';

/** What a response tells: what happens in the run, and at its end perhaps what people are asked. */
export type ToldItem =
  | { readonly type: 'event'; readonly event: RunEvent }
  | {
      readonly type: 'asked';
      readonly requests: DeferredToolRequests;
      /** Calls of the same step that broke off in an earlier life: nobody is asked about them. */
      readonly cutOff: readonly DeferredCall[];
    };

/** Whether a response ends with it. */
export function isLastItem(item: ToldItem): boolean {
  return item.type === 'asked' || endsRun(item.event);
}

/** What happens in a run, response by response, for readers that come at any time. */
export class SlicedEvents {
  readonly #slices: Map<number, ToldItem[]> = new Map();
  #waiting: (() => void)[] = [];
  #isClosed = false;
  #last: number;

  /** `first` is the response that begins now; without it, none does yet. */
  constructor(first: number | undefined) {
    this.#last = first ?? -1;
    if (first !== undefined) this.begin(first);
  }

  /** The response that is told now, or was told last. */
  get last(): number {
    return this.#last;
  }

  has(index: number): boolean {
    return this.#slices.has(index);
  }

  all(index: number): readonly ToldItem[] {
    return this.#slices.get(index) ?? [];
  }

  /** Begins another response: what comes next is told in it. */
  begin(index: number): void {
    this.#last = index;
    this.#slices.set(index, []);
  }

  push(item: ToldItem): void {
    this.#slices.get(this.#last)?.push(item);
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** A response from its beginning to its end, or to where the run was left. */
  async *read(index: number): AsyncGenerator<ToldItem> {
    const items = this.all(index);
    for (let at = 0; ; at++) {
      while (items[at] === undefined) {
        if (this.#isClosed) return;
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
      const item = items[at];
      if (item === undefined) return;
      yield item;
      if (isLastItem(item)) return;
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
