import type { ItemAnswer, PendingBatch } from '../../approval/broker/pending.js';
import { ownMember, withMember } from '../../protocol/base/record.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { ConversationState, Draft } from './conversation-state.js';

/** Drafts of people by item id, because ids of calls repeat in other runs. */
type Drafts = Readonly<Record<string, Draft>>;

/** Removes the drafts of batches that are not pending any more. Until then, an answer may be retracted. */
export function draftsOf(pending: readonly PendingBatch[], drafts: Drafts): Drafts {
  if (Object.keys(drafts).length === 0) return drafts;
  const ids = new Set(pending.flatMap(({ items }) => items.map(({ id }) => id)));
  const stored = Object.entries(drafts).filter(([id]) => ids.has(id));
  return stored.length === Object.keys(drafts).length ? drafts : Object.fromEntries(stored);
}

/** Returns the draft that leads to an answer; `undefined` for an answer that needs only a click. */
export function toDraft(answer: ItemAnswer): Draft | undefined {
  if (answer === 'defer') return undefined;
  if (answer.kind === 'tool-denied') return { mode: 'deny', reason: answer.message };
  if (answer.kind !== 'tool-approved' || answer.overrideArgs === undefined) return undefined;
  return { mode: 'edit', text: JSON.stringify(answer.overrideArgs, null, 2) };
}

/** Drafts of calls that were left open. They are restored with their next cards. */
export class LeftDrafts {
  /** Drafts of cards that disappeared during the current run, by tool call id. */
  readonly #dropped: Map<string, Draft> = new Map();
  /** Drafts to restore with the next card of their call, by tool call id. */
  #stored: ReadonlyMap<string, Draft> = new Map();

  /** Returns the drafts of the pending batches, including the restored ones. */
  update(
    { pending: before, drafts }: Pick<ConversationState, 'pending' | 'drafts'>,
    now: readonly PendingBatch[],
  ): Drafts {
    for (const { id, call } of before.flatMap(({ items }) => items)) {
      const draft = drafts[id];
      if (draft !== undefined) this.#dropped.set(call.toolCallId, draft);
      else this.#dropped.delete(call.toolCallId);
    }
    let known = draftsOf(now, drafts);
    if (this.#stored.size === 0) return known;
    for (const { id, kind, call } of now.flatMap(({ items }) => items)) {
      const draft = kind === 'approval' ? this.#stored.get(call.toolCallId) : undefined;
      if (draft === undefined) continue;
      // A draft that was typed meanwhile is newer.
      if (ownMember(known, id) === undefined) known = withMember(known, id, draft);
      this.#stored = new Map([...this.#stored].filter(([toolCallId]) => toolCallId !== call.toolCallId));
    }
    return known;
  }

  /** The drafts to restore with their cards, by tool call id. */
  get left(): Drafts {
    return Object.fromEntries(this.#stored);
  }

  /** Sets the drafts to restore, by tool call id: those of an earlier page. */
  restore(drafts: Drafts): void {
    this.#stored = new Map(Object.entries(drafts));
  }

  /** Adds a draft to restore with the next card of a call. */
  addStored(toolCallId: string, draft: Draft): void {
    this.#stored = new Map([...this.#stored, [toolCallId, draft]]);
  }

  /** Ends an activation. Its run continues, so all drafts are restored with the cards of the next activation. */
  endActivation(): void {
    this.#stored = new Map([...this.#stored, ...this.#dropped]);
    this.#dropped.clear();
  }

  /** Ends the run. Only the drafts of calls that it left open are restored later. */
  endRun(parked: DeferredToolRequests | null): void {
    const ids = new Set(parked?.approvals.map(({ toolCallId }) => toolCallId));
    this.#stored = new Map([...this.#stored, ...this.#dropped].filter(([toolCallId]) => ids.has(toolCallId)));
    this.#dropped.clear();
  }
}
