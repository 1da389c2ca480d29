import type { DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';

/** A point at which the run waits until the entry is durable. */
export type JournalEntry =
  | {
      readonly type: 'asked';
      readonly runId: string;
      readonly batchId: string;
      readonly requests: DeferredToolRequests;
    }
  | {
      readonly type: 'answered';
      readonly runId: string;
      readonly batchId: string;
      readonly results: DeferredToolResults | null;
    }
  | {
      readonly type: 'started';
      readonly runId: string;
      readonly toolCallId: string;
      /** SHA-256 of what runs; absent where the page has no WebCrypto. */
      readonly digest?: string;
    }
  | { readonly type: 'ended'; readonly runId: string; readonly toolCallId: string };

/** Where a run writes its intentions before it acts on them. */
export interface RunJournal {
  /** Resolves when the entry is durable; a rejection ends the run before the side effect. */
  append(entry: JournalEntry): Promise<void>;
}
