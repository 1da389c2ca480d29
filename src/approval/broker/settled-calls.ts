import type { LateReason } from '../../protocol/run-event.js';
import type { AskRequest } from './ask.js';
import { neverAsked } from './broker.js';
import type { ItemState, PendingItem } from './pending.js';

/** Who asked about a call. */
export type Asker = Pick<AskRequest, 'batchId' | 'runId' | 'agentPath'> & { report?: AskRequest['report'] };

/** A call that takes no answer any more, and why. */
export interface SettledCall {
  readonly toolCallId: string;
  readonly asker: Asker;
  readonly reason: LateReason;
}

/** One of them, by its item's id. */
export interface LateCall extends Pick<SettledCall, 'toolCallId' | 'reason'> {
  readonly id: string;
}

/** How many closed batches can still record late answers in the events of their runs, which they hold for that. */
const reporting = 100;

/** The calls that were asked about and no longer wait. */
export class SettledCalls {
  readonly #calls: Map<string, SettledCall> = new Map();
  readonly #recent: Asker[] = [];

  /** The calls of a batch, with why a later answer to each is late. */
  add({ batchId, runId, agentPath, report }: AskRequest, calls: readonly LateCall[]): void {
    const asker: Asker = { batchId, runId, agentPath, report };
    for (const { id, toolCallId, reason } of calls) this.#calls.set(id, { toolCallId, asker, reason });
    this.#recent.push(asker);
    if (this.#recent.length > reporting) delete this.#recent.shift()?.report;
  }

  /** @throws UserError for a call that nobody was asked about. */
  get(id: string): SettledCall {
    return this.#calls.get(id) ?? neverAsked(id);
  }

  /** @throws UserError when the id is neither that of a closed call nor of its batch. */
  refuseUnknown(id: string): void {
    if (![...this.#calls].some(([key, { asker }]) => key === id || asker.batchId === id)) neverAsked(id);
  }
}

/** Why an answer to a call in this state comes too late. */
export function whyLate(state: ItemState, otherwise: LateReason = 'answered'): LateReason {
  if (state.status !== 'decided') return otherwise;
  return state.by.type === 'expiry' ? 'expired' : 'answered';
}

/**
 * Noes that came while an answer to their call was checked that may turn out to be wrong: an edit, or what is to be remembered. They
 * count unless that one does.
 */
export class HeldNoes {
  /** States in which such an answer is checked. */
  readonly #doubtful: WeakSet<ItemState> = new WeakSet();
  /** By item id. */
  readonly #waiting: Map<string, readonly (() => void)[]> = new Map();

  /** Notes that an answer which may turn out to be wrong is checked while a call is in this state. */
  doubt(state: ItemState): void {
    this.#doubtful.add(state);
  }

  /** Whether an answer has to wait for the one that is checked. */
  mustWait({ state }: PendingItem, isNo: () => boolean): boolean {
    return this.#doubtful.has(state) && isNo();
  }

  hold(id: string, go: () => void): void {
    this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), go]);
  }

  /** The same for calls of a batch that is closed, once it is told how it ended. */
  releaseSoon(ids: readonly string[]): void {
    queueMicrotask(() => {
      for (const id of ids) this.release(id);
    });
  }

  /** Lets them go on. It happens at once, so that nobody comes between. */
  release(id: string): void {
    const held = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    for (const go of held) go();
  }
}
