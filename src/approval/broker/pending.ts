import type { JSONSchema7 } from '@ai-sdk/provider';
import type { DeferredAnswer } from '../../protocol/answers.js';
import { escapePart } from '../../protocol/base/ids.js';
import type { JSONObject, JSONValue } from '../../protocol/base/json.js';
import { titleOr } from '../../protocol/base/words.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredCall, DeferredKind, DeferredToolRequests } from '../../protocol/deferred.js';
import type { EditedCall, Preview } from '../../protocol/preview.js';
import type { Issue } from '../../protocol/signals.js';

/** A decision, or a call parked on purpose. */
export type ItemAnswer = DeferredAnswer | 'defer';

/**
 * The state of a call in a pending batch. The statuses are those of `CallPhase`, except that an answer waits for its
 * batch.
 */
export type ItemState =
  /** Not decided. */
  | { readonly status: 'waiting' }
  /** A decision is being validated. */
  | { readonly status: 'checking' }
  /** A client tool's `execute` is producing the result. */
  | { readonly status: 'running' }
  /** Decided; sent when the whole batch is. */
  | {
      readonly status: 'decided';
      readonly answer: ItemAnswer;
      readonly by: DecidedBy;
      readonly at: number;
      /** The edited call, if the answer approved an edit. */
      readonly editedCall?: EditedCall;
    };

/** The state of a call's preview. It never prevents a decision. */
export type PreviewState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly preview: Preview }
  | { readonly status: 'failed'; readonly message: string };

/** One call of a pending batch. */
export interface PendingItem {
  /** Unique across runs, unlike tool call ids. For the broker and `extend`. */
  readonly id: string;
  readonly batchId: string;
  readonly kind: DeferredKind;
  readonly call: DeferredCall;
  /** The tool's metadata from the deferral. */
  readonly metadata?: JSONObject;
  readonly state: ItemState;
  readonly preview: PreviewState;
  /** The deadline, in milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** A batch that is waiting for people. */
export interface PendingBatch {
  readonly batchId: string;
  /** The id of the batch on the run server that asks. It is the same in each view of the batch. */
  readonly servedId?: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  /** 1 for a response's first batch; higher when approved calls deferred again. */
  readonly round: number;
  readonly requests: DeferredToolRequests;
  /** The earliest deadline of its open calls, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Set if people can retract their answers until the batch is sent. */
  readonly answers?: 'changeable';
  /**
   * The time at which the answered batch is sent, in milliseconds since 1970. Until then people can change their
   * answers.
   */
  readonly sendsAt?: number;
  /**
   * Set if a server rejected the answers, without applying any of them: the reason and, if known, the call that caused
   * it and the place in its input or result that is invalid. Once all calls are decided again, a batch without
   * `sendsAt` is sent by `sendNow()`.
   */
  readonly refused?: {
    readonly message: string;
    readonly toolCallId?: string | undefined;
    readonly issue?: Issue | undefined;
  };
  /** Approvals, then external calls, each in emission order. */
  readonly items: readonly PendingItem[];
}

/** The data of a form for editing the input of a call. */
export interface InputForm {
  /** The JSON Schema of the input; `undefined` if it has none and can only be edited as JSON. */
  readonly schema: () => Promise<JSONSchema7 | undefined>;
  /**
   * Returns the issues of an input by its schema, while it is typed. Policies and validators check it with the answer.
   */
  readonly check: (input: JSONValue) => Promise<readonly Issue[]>;
  /**
   * Returns the call with another input: its tool's description and the policies' decision. Returns `undefined` for an
   * input that violates the schema. Missing if neither is available, as for a remote agent's call.
   */
  readonly describe?: (input: JSONValue, signal: AbortSignal) => Promise<EditedCall | undefined>;
  /** Returns what the call would change with another input. Missing if its tool has no preview. */
  readonly preview?: (input: JSONValue, signal: AbortSignal) => Promise<Preview>;
}

/** Returns an id that is unique across runs and agents. Tool call ids are unique within a run only. */
export function itemId(batchId: string, toolCallId: string): string {
  return `${batchId}:${escapePart(toolCallId)}`; // the last colon ends the batch's id
}

/** Every list shows the title of a call, so it is a string, whatever the request contains. */
export function withReadableTitle(call: DeferredCall): DeferredCall {
  const title = titleOr(call.title, call.toolName);
  return title === call.title ? call : { ...call, title };
}
