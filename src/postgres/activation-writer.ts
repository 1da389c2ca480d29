import type { EventEntry } from '../persistence/runs/event-log.js';
import { WholeTexts } from '../persistence/runs/whole-texts.js';
import { isDelta, type RunEvent } from '../protocol/run-event.js';
import type { ServedBatch } from '../remote/run-protocol/batch-record.js';
import type { RunState } from '../remote/run-protocol/run-record.js';
import { type LiveEvent, type RunNotification, toEventNotifications } from './run-notifier.js';
import type { ActivationWrite, StepRow, WriteCoalescer } from './write-coalescer.js';

/** The longest time that events wait for a write that they can join, in milliseconds. */
const windowMs = 50;

/** The activation that a writer writes for. */
export interface WriterActivation {
  readonly runId: string;
  readonly epoch: number;
  /** Returns `true` once the activation was suspended: writes then no longer wait for an unavailable database. */
  readonly isSuspended: () => boolean;
  /** Called when another activation leads the run. This one can store nothing more. */
  readonly onStale: () => void;
}

type QueuedEvent =
  | { readonly type: 'stored'; readonly entry: EventEntry }
  | { readonly type: 'live'; readonly event: RunEvent };

/** Rows that are written together with the queued events. */
type ExtraRows = Partial<Pick<ActivationWrite, 'mark' | 'batch' | 'state'>> & {
  readonly step?: StepRow;
  readonly notification?: RunNotification;
};

/**
 * Stores what one activation of a run does, in order: its events (each key once), its steps together with the events so
 * far, its batches and its final state. Text deltas are not stored; they are sent in notifications, in order with the
 * events. Once another activation leads the run, promises for writes never settle, so that the stale activation does
 * nothing more.
 */
export class ActivationWriter {
  readonly #writes: WriteCoalescer;
  readonly #activation: WriterActivation;
  readonly #storedKeys: Set<string>;
  readonly #texts: WholeTexts = new WholeTexts();
  #queue: QueuedEvent[] = [];
  #heldSteps: StepRow[] = [];
  #serial: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastWrite: Promise<void> = Promise.resolve();

  /** @param storedKeys the keys of the events that earlier activations have stored. */
  constructor(writes: WriteCoalescer, activation: WriterActivation, storedKeys: Iterable<string>) {
    this.#writes = writes;
    this.#activation = activation;
    this.#storedKeys = new Set(storedKeys);
    this.#serial = this.#storedKeys.size;
  }

  /** Queues an event. It is stored with the next write, at the latest after `windowMs`. */
  emit(event: RunEvent): void {
    for (const entry of this.#texts.take(event)) {
      if (this.#storedKeys.has(entry.key)) continue;
      this.#storedKeys.add(entry.key);
      this.#queue.push({ type: 'stored', entry });
    }
    if (isDelta(event)) this.#queue.push({ type: 'live', event });
    this.#schedule();
  }

  /** Queues a step, which is stored with the next write. */
  holdStep(step: StepRow): void {
    this.#heldSteps.push(step);
    this.#schedule();
  }

  /** Resolves once the queued steps are stored. */
  async flushSteps(): Promise<void> {
    await (this.#heldSteps.length > 0 ? this.#write({}) : this.#lastWrite);
  }

  /** Resolves once the database has confirmed that this activation leads the run. Never settles if another one does. */
  async confirmLead(): Promise<void> {
    await this.#write({});
  }

  async storeStep(step: StepRow): Promise<void> {
    await this.#write({ step });
  }

  /** Records that a step is about to have an effect. An earlier mark of the same step stays. */
  async markStep(key: string, at: number): Promise<void> {
    await this.#write({ mark: { key, at } });
  }

  /**
   * Stores a batch and notifies listeners.
   *
   * @param notifyAt the time at which people have to be notified, in milliseconds since 1970. Default: never.
   */
  async storeBatch(batch: ServedBatch, notifyAt?: number): Promise<void> {
    const { runId, batchId } = batch;
    await this.#write({ batch: { batch, notifyAt }, notification: { type: 'batch', runId, batchId } });
  }

  /** Stores the state of the run at the end of the activation. Nothing may be written after it. */
  async storeState(state: RunState): Promise<void> {
    const isOver = state.type === 'ended' || state.type === 'stuck';
    await this.#write({ state, ...(isOver ? { notification: { type: 'over', runId: this.#activation.runId } } : {}) });
  }

  /**
   * Marks the run as stuck after a write failed, without the queued events: the next activation emits them again.
   */
  async storeFailure(why: string): Promise<void> {
    const { runId, epoch, isSuspended } = this.#activation;
    const state = { type: 'stuck', why } as const;
    await this.#writes.write(
      { runId, epoch, events: [], steps: [], state, news: [{ type: 'over', runId }] },
      isSuspended,
    );
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.#write({}).catch(() => {}), windowMs); // the next write rejects, too
  }

  async #write({ step, notification, ...rows }: ExtraRows): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { runId, epoch, isSuspended, onStale } = this.#activation;
    const held = this.#heldSteps.splice(0);
    const { events, news } = this.#drainQueue();
    const steps = step === undefined ? held : [...held, step];
    const write = {
      runId,
      epoch,
      events,
      steps,
      ...rows,
      news: notification === undefined ? news : [...news, notification],
    };
    // One write at a time. After a failed write, no later one is stored: the log would have a gap.
    this.#lastWrite = this.#lastWrite.then(async () => {
      if ((await this.#writes.write(write, isSuspended)) === 'stored') return;
      onStale();
      await new Promise(() => {});
    });
    await this.#lastWrite;
  }

  #drainQueue(): Pick<ActivationWrite, 'events' | 'news'> {
    const from = this.#serial;
    const events: ActivationWrite['events'][number][] = [];
    const live: LiveEvent[] = [];
    for (const one of this.#queue.splice(0)) {
      if (one.type === 'live') live.push({ after: this.#serial - 1, event: one.event });
      else events.push({ serial: this.#serial++, key: one.entry.key, event: JSON.stringify(one.entry.event) });
    }
    if (events.length === 0 && live.length === 0) return { events, news: [] };
    return { events, news: toEventNotifications({ runId: this.#activation.runId, from, to: this.#serial - 1 }, live) };
  }
}
