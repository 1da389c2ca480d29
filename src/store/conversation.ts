import type { StoreApi } from 'zustand/vanilla';
import type { ToolDenied } from '../protocol/answers.js';
import type { DeferredToolResults } from '../protocol/deferred.js';
import type { ConversationState, Draft, UserInput } from './conversation-state.js';
import type { DecideOptions, DecideOutcome, Decision } from './decision.js';

/** A zustand store to read and subscribe to. The verbs of a conversation are its only writers. */
export type ReadonlyStore = Pick<StoreApi<ConversationState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** A conversation with an agent: the state that a UI shows, and the few verbs that change it. */
export interface Conversation {
  readonly store: ReadonlyStore;
  /** Sends a message and goes on from the history. During a run it is queued and sent after it. */
  readonly start: (input: UserInput) => void;
  /** Stops the current run: cards close as cancelled, nothing more executes. */
  readonly stop: (reason?: string) => void;
  /** Goes on from a `deferred` outcome, in a new run. */
  readonly resume: (results: DeferredToolResults, prompt?: UserInput) => void;
  /** Answers one pending call. Its batch goes back when every call of it is decided. */
  readonly decide: (toolCallId: string, decision: Decision, options?: DecideOptions) => Promise<DecideOutcome>;
  /** Answers every open approval of a batch alike (of all batches without an id). External calls are untouched. */
  readonly decideAll: (decision: boolean | ToolDenied, batchId?: string) => Promise<readonly DecideOutcome[]>;
  /** Keeps what a person has begun at a card; `null` forgets it. */
  readonly saveDraft: (toolCallId: string, draft: Draft | null) => void;
  /** Aborts the run and takes no more input. */
  readonly dispose: () => void;
}
