import { UserError } from '../../protocol/base/errors.js';
import type { LateReason } from '../../protocol/run-event.js';
import type { Remember } from '../grants/remember.js';
import type { AskRequest } from './ask.js';
import { type Decision, toAnswer } from './decision.js';
import type { ItemAnswer, ItemState, PendingItem } from './pending.js';
import type { WaitingBatch } from './waiting-batch.js';

/** Who asked about a call. */
export type Asker = Pick<AskRequest, 'batchId' | 'runId' | 'agentPath'> & { report?: AskRequest['report'] };

/** A call that takes no answer any more, and why. */
export interface SettledCall {
  readonly toolCallId: string;
  readonly asker: Asker;
  readonly reason: LateReason;
}

/** How many closed batches can still record late answers in the events of their runs, which they hold for that. */
const reporting = 100;

/** The calls that were asked about and no longer wait. */
export class SettledCalls {
  readonly #calls: Map<string, SettledCall> = new Map();
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
  get(id: string): SettledCall {
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

/**
 * Noes that came while an answer to their call was checked that may turn out to be wrong: an edit, or what is to be remembered. They
 * count unless that one does.
 */
export class HeldNoes {
  /** States in which such an answer is checked. */
  readonly #doubtful: WeakSet<ItemState> = new WeakSet();
  /** By item id. */
  readonly #waiting: Map<string, readonly (() => void)[]> = new Map();

  /** Notes what is checked while a call is in this state. */
  checks(state: ItemState, { answer, remember }: Checked): void {
    const isEdit = typeof answer === 'object' && 'overrideArgs' in answer && answer.overrideArgs !== undefined;
    if (isEdit || remember !== undefined) this.#doubtful.add(state);
  }

  /** Whether an answer has to wait for the one that is checked. */
  mustWait(item: PendingItem, decision: Decision): boolean {
    if (!this.#doubtful.has(item.state)) return false;
    const answer = toAnswer(item, decision);
    return typeof answer === 'object' && answer.kind === 'tool-denied';
  }

  hold(id: string, go: () => void): void {
    this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), go]);
  }

  /** Lets them go on. It happens at once, so that nobody comes between. */
  release(id: string): void {
    const held = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    for (const go of held) go();
  }
}

interface Checked {
  readonly answer: ItemAnswer;
  readonly remember: Remember | undefined;
}
