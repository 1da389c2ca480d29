import { type Alarm, type BrokerClock, createAlarm } from './deadline.js';
import type { PendingItem } from './pending.js';
import type { WaitingBatch } from './waiting-batch.js';

/** What is watched, by which clock, and what to do about a call whose time is up. */
export interface Watching {
  readonly clock: BrokerClock;
  readonly batches: ReadonlyMap<WaitingBatch, unknown>;
  readonly expire: (batch: WaitingBatch, item: PendingItem) => void;
}

/** Looks after the deadlines of all batches with one timer. */
export class ExpiryWatch {
  readonly #watching: Watching;
  readonly #alarm: Alarm;
  /** Before this time by the wall clock, nothing can have expired. */
  #soonest: number = Number.POSITIVE_INFINITY;

  constructor(watching: Watching) {
    this.#watching = watching;
    this.#alarm = createAlarm(watching.clock, () => {
      this.sweep();
      this.reset();
    });
  }

  /** Lets expire what is overdue. Asked before each answer, too: a timer may come late. */
  sweep(): void {
    const { clock, batches, expire } = this.#watching;
    if (clock.now() < this.#soonest) return;
    for (const batch of [...batches.keys()]) for (const item of batch.overdue()) expire(batch, item);
    this.reset();
  }

  /** Sets the timer anew, once batches or deadlines have changed. */
  reset(): void {
    const next = [...this.#watching.batches.keys()].map((batch) => batch.next());
    this.#soonest = Math.min(...next.map(({ at }) => at));
    const wait = Math.min(...next.map((each) => each.wait));
    this.#alarm.set(wait === Number.POSITIVE_INFINITY ? undefined : wait);
  }
}
