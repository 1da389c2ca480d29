import { UserError } from '../../protocol/base/errors.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { AskRequest } from './ask.js';
import type { ItemState } from './pending.js';
import type { WaitingBatch } from './waiting-batch.js';

/** Who asked about a call. */
export type Asker = Pick<AskRequest, 'batchId' | 'runId' | 'agentPath'> & { report?: AskRequest['report'] };

/** A call that takes no answer any more, and why. */
export interface ClosedCall {
  readonly toolCallId: string;
  readonly asker: Asker;
  readonly reason: LateReason;
}

/** How many closed batches can still record late answers in the events of their runs, which they hold for that. */
const reporting = 100;

/** The calls that were asked about and no longer wait. */
export class ClosedCalls {
  readonly #calls: Map<string, ClosedCall> = new Map();
  readonly #recent: Asker[] = [];

  add({ request, items }: WaitingBatch, reason: LateReason): void {
    const { batchId, runId, agentPath, report } = request;
    const asker: Asker = { batchId, runId, agentPath, report };
    for (const { id, call, state } of items)
      this.#calls.set(id, { toolCallId: call.toolCallId, asker, reason: whyLate(state, reason) });
    this.#recent.push(asker);
    if (this.#recent.length > reporting) delete this.#recent.shift()?.report;
  }

  /** @throws UserError for a call that nobody was asked about. */
  get(id: string): ClosedCall {
    return this.#calls.get(id) ?? unknownCall(id);
  }

  /** @throws UserError when the id is neither that of a closed call nor of its batch. */
  refuseUnknown(id: string): void {
    if (![...this.#calls].some(([key, { asker }]) => key === id || asker.batchId === id)) unknownCall(id);
  }
}

/** Why an answer to a call in this state comes too late. */
export function whyLate(state: ItemState, otherwise: LateReason = 'answered'): LateReason {
  if (state.status !== 'decided') return otherwise;
  return state.by.type === 'expiry' ? 'expired' : 'answered';
}

function unknownCall(id: string): never {
  throw new UserError(
    'unknown-call',
    `The id '${id}' was given, but no batch has asked about it. Nothing was changed. Use an item's id in \`pending\`.`,
  );
}
