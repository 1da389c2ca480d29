import type { JSONSchema7 } from '@ai-sdk/provider';
import type { DeferredAnswer } from '../../protocol/answers.js';
import { escapePart } from '../../protocol/base/ids.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredCall, DeferredKind, DeferredToolRequests } from '../../protocol/deferred.js';
import type { EditedCall, Preview } from '../../protocol/preview.js';
import type { Issue } from '../../protocol/signals.js';

/** A decision, or a call parked on purpose. */
export type ItemAnswer = DeferredAnswer | 'defer';

/** What settles a call: an answer, whose it is, and what the approved tool gets with it. */
export interface DecidedCall {
  readonly answer: ItemAnswer;
  readonly by: DecidedBy;
  readonly metadata?: JSONObject | undefined;
  /** The call that an edit approves, where it was described. */
  readonly editedCall?: EditedCall | undefined;
}

/** Where one call of a pending batch stands: the words are those of `CallPhase`, but for an answer, which waits for its batch. */
export type ItemState =
  /** Nobody has decided. */
  | { readonly status: 'waiting' }
  /** A decision is being validated. */
  | { readonly status: 'checking' }
  /** A client tool's `execute` is producing the result. */
  | { readonly status: 'running' }
  /** Decided; goes back when the whole batch is. */
  | {
      readonly status: 'decided';
      readonly answer: ItemAnswer;
      readonly by: DecidedBy;
      readonly at: number;
      /** The call that an edit approved, where it is not the one that was asked about. */
      readonly editedCall?: EditedCall;
    };

/** Where the preview of a call stands. It never keeps a call from being decided. */
export type PreviewState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly preview: Preview }
  | { readonly status: 'failed'; readonly message: string };

/** One call of a pending batch. */
export interface PendingItem {
  /** For the broker, and for `extend`: unique where tool call ids of several runs meet. */
  readonly id: string;
  readonly batchId: string;
  readonly kind: DeferredKind;
  readonly call: DeferredCall;
  /** What the tool said when it deferred. */
  readonly metadata?: JSONObject;
  readonly state: ItemState;
  readonly preview: PreviewState;
  /** When it expires, in milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** A batch that waits for people. */
export interface PendingBatch {
  readonly batchId: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  /** 1 for a response's first batch; higher when approved calls deferred again. */
  readonly round: number;
  readonly requests: DeferredToolRequests;
  /** When the first of its open calls expires, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Set where people can take back what they answered, until the batch goes back. */
  readonly answers?: 'changeable';
  /** When it goes back, in milliseconds since 1970: it is answered, and people have that long to change their minds. */
  readonly sendsAt?: number;
  /**
   * Set where a server refused the answers, and did nothing about any of them: the reason, and the call that caused it where that is known. Once all calls are
   * decided again, a batch without `sendsAt` waits for `sendNow()`.
   */
  readonly refused?: { readonly message: string; readonly toolCallId?: string | undefined };
  /** Approvals, then external calls, each in emission order. */
  readonly items: readonly PendingItem[];
}

/** What a form needs in which people edit the input of a call. */
export interface InputForm {
  /** The JSON Schema of the input; `undefined`: it has none, so that it can only be edited as JSON. */
  readonly schema: () => Promise<JSONSchema7 | undefined>;
  /** What is wrong with an input by its schema, to be said while it is typed. Policies and validators have their say with the answer. */
  readonly check: (input: JSONValue) => Promise<readonly Issue[]>;
  /**
   * The call with another input: its tool's description and the decision of the policies. `undefined` for an input that breaks the schema.
   * Left out where neither can be asked, as for a call of a remote agent.
   */
  readonly describe?: (input: JSONValue, signal: AbortSignal) => Promise<EditedCall | undefined>;
  /** What the call would change with another input. Left out where its tool makes no preview. */
  readonly preview?: (input: JSONValue, signal: AbortSignal) => Promise<Preview>;
}

/** What names a call where those of several runs and agents meet: tool call ids are unique in a run only. */
export function itemId(batchId: string, toolCallId: string): string {
  return `${batchId}:${escapePart(toolCallId)}`; // the last colon ends the batch's id
}
