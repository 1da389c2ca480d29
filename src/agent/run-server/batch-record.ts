import type { OnExpiry } from '../../approval/broker/handler.js';
import type { GrantedCall } from '../../approval/grants/grant.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import type { JSONObject } from '../../protocol/base/json.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import type { Preview } from '../../protocol/preview.js';
import type { Person } from './run-record.js';

/** What a card needs beyond the call itself: made once by the worker that asked, since nobody holds the run while it waits. */
export interface CallAbout {
  /** JSON Schema for a form; absent where the input cannot be edited. */
  readonly schema?: JSONObject | undefined;
  readonly preview?: Preview | undefined;
  /** As grants see the call. */
  readonly policyCall?: Omit<GrantedCall, 'runId'> | undefined;
}

/** A deadline that a person moved. Times are milliseconds since 1970. */
export interface MovedDeadline {
  readonly toolCallId: string;
  readonly expiresAt: number;
  readonly by: DecidedBy;
  /** When it was moved. */
  readonly at: number;
}

/** A batch that waits for people. */
export interface ServedBatch {
  readonly batchId: string;
  /** The run that the server was asked for; a sub-agent's question belongs to it, too. */
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly round: number;
  /** Each call with its digest. */
  readonly requests: DeferredToolRequests;
  readonly about: Readonly<Record<string, CallAbout>>;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** When calls expire, by tool call id, in milliseconds since 1970. Without one: never. */
  readonly expiresAt: Readonly<Record<string, number>>;
  /** The deadlines that people moved, oldest first. */
  readonly extensions?: readonly MovedDeadline[] | undefined;
  readonly onExpiry: OnExpiry;
  /** Who started the run: a rule may keep them from answering. */
  readonly requester: Person;
}

/** One answer as it was taken. The first counts; where rules ask for several people, each of theirs. */
export interface TakenAnswer {
  readonly toolCallId: string;
  readonly answer: DeferredAnswer;
  readonly by: DecidedBy;
  /** Who gave it, where it was a person. */
  readonly person?: Person | undefined;
  /** What was shown to them. */
  readonly digest?: string | undefined;
  /** The digest of the input that they wrote instead, where they edited. */
  readonly edited?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A batch with what was answered so far. */
export interface BatchRecord {
  readonly batch: ServedBatch;
  readonly answers: readonly TakenAnswer[];
  /** `open`: people are asked. `answered`: every call has its answer, which is final. `withdrawn`: its run was stopped. */
  readonly state: 'open' | 'answered' | 'withdrawn';
}

/** What became of an answer. */
export type AnswerReceipt =
  /** It stands. */
  | { readonly type: 'taken'; readonly toolCallId: string }
  /** It counts, and `missing` more people are needed. */
  | { readonly type: 'counted'; readonly toolCallId: string; readonly missing: number }
  /** Somebody was first, or the time was up. The answer that stands is told. */
  | { readonly type: 'late'; readonly toolCallId: string; readonly stands: TakenAnswer }
  /** The batch is no longer asked. */
  | { readonly type: 'withdrawn'; readonly toolCallId: string };
