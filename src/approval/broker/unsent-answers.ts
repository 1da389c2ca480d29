import type { DecidedBy } from '../../protocol/decided-by.js';
import type { BrokerEventBody } from './broker-event.js';
import type { BrokerClock } from './deadline.js';
import type { GrantDesk, Granting } from './grant-desk.js';
import type { PendingItem } from './pending.js';
import type { WaitingBatch } from './waiting-batch.js';

/** What unsent answers need of their broker. */
export interface UnsentOptions {
  readonly clock: Pick<BrokerClock, 'now' | 'setTimeout'>;
  readonly desk: GrantDesk;
  /** What waits. */
  readonly batches: ReadonlyMap<WaitingBatch, unknown>;
  /** Sends a batch back. */
  readonly send: (batch: WaitingBatch) => void;
  readonly tell: (batch: WaitingBatch, toolCallId: string, body: BrokerEventBody) => void;
}

const person: DecidedBy = { type: 'person' };

/** Answers whose batch has not gone back: until it does, people can change them. */
export class UnsentAnswers {
  readonly #options: UnsentOptions;
  /** Batches that are answered and not sent yet, with what keeps them from being sent. */
  readonly #sending: Map<WaitingBatch, () => void> = new Map();
  /** What was granted with an answer, by item id. */
  readonly #granted: Map<string, Granting> = new Map();

  constructor(options: UnsentOptions) {
    this.#options = options;
  }

  /** Remembers what was granted with an answer. */
  granted(id: string, granting: Granting): void {
    this.#granted.set(id, granting);
  }

  /** A batch that is decided goes back when people have had their time to change their minds. */
  sendLater(batch: WaitingBatch): void {
    const { clock, send } = this.#options;
    const { sendDelay } = batch;
    batch.sendsAt = clock.now() + sendDelay;
    this.#sending.set(
      batch,
      clock.setTimeout(() => send(batch), sendDelay),
    );
  }

  /** A batch goes back only with `sendNow`. */
  hold(batch: WaitingBatch): void {
    this.#sending.set(batch, () => {});
  }

  /** Sends a batch that is held or waits out its delay. `false`: none does. */
  sendNow(batchId: string): boolean {
    const batch = [...this.#sending.keys()].find(({ request }) => request.batchId === batchId);
    if (batch !== undefined) this.#options.send(batch);
    return batch !== undefined;
  }

  /** Takes back a person's answer, what was granted with it, and what that had answered. `false`: there is none to take back. */
  takeBack(batch: WaitingBatch, item: PendingItem): boolean {
    const { clock, desk } = this.#options;
    const { id, state, expiresAt = Number.POSITIVE_INFINITY } = item;
    // Past its time it would only expire.
    const isChangeable = state.status === 'decided' && state.by.type === 'person' && expiresAt > clock.now();
    if (!isChangeable) return false;
    const granting = this.#granted.get(id);
    this.#granted.delete(id);
    const also = this.#answeredBy(granting?.grantId);
    // First, so that it answers nothing of what waits again; another grant may.
    granting?.revoke();
    this.#reopen(batch, item);
    for (const [other, sibling] of also) this.#reopen(other, sibling);
    if (also.length > 0) void desk.answer();
    return true;
  }

  /** Somebody's answer stands elsewhere: what was said here has not gone back, and counts no more. Gives the call as it waits. */
  giveWay(batch: WaitingBatch, item: PendingItem): PendingItem {
    if (item.state.status !== 'decided') return item;
    this.#granted.get(item.id)?.revoke();
    this.#granted.delete(item.id);
    this.#reopen(batch, item);
    return batch.item(item.call.toolCallId) ?? item;
  }

  /** A batch is closed: nothing of it is sent or changed any more. */
  close(batch: WaitingBatch): void {
    this.#hold(batch);
    for (const { id } of batch.items) this.#granted.delete(id);
  }

  #hold(batch: WaitingBatch): void {
    this.#sending.get(batch)?.();
    this.#sending.delete(batch);
    batch.sendsAt = undefined;
  }

  #reopen(batch: WaitingBatch, { call: { toolCallId }, state }: PendingItem): void {
    if (!batch.replaceState(toolCallId, state, { status: 'waiting' })) return;
    this.#hold(batch);
    batch.request.report({ type: 'answer-taken-back', toolCallId, by: person });
    this.#options.tell(batch, toolCallId, { type: 'taken-back', by: person });
  }

  #answeredBy(grantId: string | undefined): readonly (readonly [WaitingBatch, PendingItem])[] {
    const isBy = ({ state }: PendingItem): boolean =>
      state.status === 'decided' && state.by.type === 'grant' && state.by.grantIds.some((id) => id === grantId);
    return [...this.#options.batches.keys()].flatMap((batch) =>
      [...batch.items].filter(isBy).map((item) => [batch, item] as const),
    );
  }
}
