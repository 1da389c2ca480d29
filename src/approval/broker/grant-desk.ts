import type { ApprovalAnswer } from '../../protocol/answers.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { Issue } from '../../protocol/signals.js';
import type { Grant, GrantAnswer, GrantedCall } from '../grants/grant.js';
import type { GrantRequest, Remember } from '../grants/remember.js';
import type { DecideOptions } from './decision.js';
import type { ItemAnswer, PendingItem } from './pending.js';
import type { WaitingBatch } from './waiting-batch.js';

/** What is remembered: the part of `Grants` that answers. */
export interface Ledger {
  /** Those that are alive, oldest first. The same list until it changes. */
  list(): readonly Grant[];
  /**
   * Remembers a decision. Holds at once, whether or not it can be saved; the same decision again gives the grant there is.
   *
   * @throws UserError `grant-does-not-cover`, `grant-not-savable`, `grant-expired`, or `duplicate-id` for an id in use.
   */
  add(request: GrantRequest): Promise<Grant>;
  /** Takes a grant back: from here on, it answers nothing. `false`: there is none with this id. */
  revoke(id: string): boolean;
  /** What the grants say about a call. Nothing: a person has to say. */
  find(call: GrantedCall): Promise<GrantAnswer | undefined>;
  /** Calls back after each change of the list or of `problem`; gives a function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** A decision about a call that is to be remembered. */
export interface Remembering {
  readonly batch: WaitingBatch;
  readonly item: PendingItem;
  readonly answer: ItemAnswer;
  readonly remember: Remember;
  readonly by: DecideOptions['by'];
}

/** An answer that was remembered, and which grants it rests on. */
export interface Remembered {
  readonly answer: ApprovalAnswer;
  readonly by: Extract<DecidedBy, { type: 'grant' }>;
}

/** What a desk needs of its broker. */
export interface DeskOptions {
  /** What waits. */
  readonly batches: ReadonlyMap<WaitingBatch, unknown>;
  readonly decide: (batch: WaitingBatch, item: PendingItem, remembered: Remembered) => void;
}

/** Where a broker meets a ledger. It comes with the ledger, so that an app without grants does not load it. */
export interface GrantDesk {
  /** A batch begins to wait: what is remembered answers it, now and whenever something is remembered. */
  begin(batch: WaitingBatch): void;
  /** Nothing waits any more. */
  end(): void;
  /** Answers all that waits by what is remembered. */
  answer(): Promise<void>;
  /**
   * Remembers a decision about this very call, as it was edited.
   *
   * @returns what is wrong with it; or a function that takes it back.
   * @throws UserError when the decision is neither a yes nor a no to an approval.
   */
  remember(remembering: Remembering): Promise<readonly Issue[] | (() => void)>;
}
