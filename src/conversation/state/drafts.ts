import type { ItemAnswer, PendingBatch } from '../../approval/broker/pending.js';
import { ownMember, withMember } from '../../protocol/base/record.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { ConversationState, Draft } from './conversation-state.js';

/** Drafts of people by item id, because ids of calls repeat in other runs. */
type Drafts = Readonly<Record<string, Draft>>;

/** A draft lives as long as its batch: an answer may be taken back until then. */
export function draftsOf(pending: readonly PendingBatch[], drafts: Drafts): Drafts {
  if (Object.keys(drafts).length === 0) return drafts;
  const ids = new Set(pending.flatMap(({ items }) => items.map(({ id }) => id)));
  const stored = Object.entries(drafts).filter(([id]) => ids.has(id));
  return stored.length === Object.keys(drafts).length ? drafts : Object.fromEntries(stored);
}

/** An answer as it was being written at its card; `undefined` for one that is a single press. */
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
  #stored: ReadonlyMap<string, Draft> = new Map();

  /** The drafts of what waits now, with those that come back. */
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
      // What was typed since is newer.
      if (ownMember(known, id) === undefined) known = withMember(known, id, draft);
      this.#stored = new Map([...this.#stored].filter(([toolCallId]) => toolCallId !== call.toolCallId));
    }
    return known;
  }

  /** The drafts to restore with their cards, by tool call id. */
  get left(): Drafts {
    return Object.fromEntries(this.#stored);
  }

  /** Takes over what was begun in an earlier page, by tool call id. It comes back with its cards. */
  restore(drafts: Drafts): void {
    this.#stored = new Map(Object.entries(drafts));
  }

  /** Has the next card of a call begin with a draft. */
  bringBack(toolCallId: string, draft: Draft): void {
    this.#stored = new Map([...this.#stored, [toolCallId, draft]]);
  }

  /** Only the life of a run is over: all of it comes back. */
  endLife(): void {
    this.#stored = new Map([...this.#stored, ...this.#dropped]);
    this.#dropped.clear();
  }

  /** The run is over: only what it left open is asked about again. */
  endRun(parked: DeferredToolRequests | null): void {
    const ids = new Set(parked?.approvals.map(({ toolCallId }) => toolCallId));
    this.#stored = new Map([...this.#stored, ...this.#dropped].filter(([toolCallId]) => ids.has(toolCallId)));
    this.#dropped.clear();
  }
}
