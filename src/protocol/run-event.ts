import type { FinishReason, ModelMessage, ProviderMetadata, TextUIPart } from 'ai';
import type { DeferredAnswer } from './answers.js';
import type { CallOrigin } from './base/call-origin.js';
import { isNested } from './base/event-keys.js';
import type { JSONObject, JSONValue } from './base/json.js';
import type { SerializedError } from './base/serialize-error.js';
import type { CallEnd } from './call-end.js';
import type { DecidedBy } from './decided-by.js';
import type { DeferredCall, DeferredToolRequests, DeferredToolResults } from './deferred.js';
import type { OutputMark, RunOutcome, RunUsage } from './outcome.js';
import type { EditedCall } from './preview.js';

/**
 * Members of every event. `seq` counts from 0 without gaps; a delta (a part of a text) has the `seq` of the event
 * before it. `at` is milliseconds since 1970.
 */
export interface RunEventEnvelope {
  readonly v: 1;
  readonly seq: number;
  readonly at: number;
  readonly runId: string;
  /** The names of the agents that lead here, outermost first. */
  readonly agentPath: readonly string[];
  /**
   * The calls that the inner agents of `agentPath` run in, by tool call id, outermost first. Absent for the outermost
   * agent.
   */
  readonly callPath?: readonly string[];
  /**
   * Identifies the event in all activations of a run with a journal, so that a log stores it once. Deltas have none.
   */
  readonly key?: string;
}

/** A run starts, with the messages that it adds to the history. */
interface RunStartEvent {
  readonly type: 'run-start';
  readonly conversationId: string;
  readonly prompt: readonly ModelMessage[];
}

/** A model request starts. */
interface StepStartEvent {
  readonly type: 'step-start';
  readonly step: number;
}

/** The citations of a text part. The first versions of `ai` 7 have no type for them, so their member is inferred. */
type Citations = TextUIPart extends { readonly citations?: infer List } ? NonNullable<List> : never;

/**
 * Text or reasoning arrives. The provider's metadata comes with its end and must be sent back. `id` is unique within
 * its step.
 */
type TextEvent =
  | ({ readonly type: 'text-start' | 'reasoning-start'; readonly id: string } & OutputMark)
  | {
      readonly type: 'text-end' | 'reasoning-end';
      readonly id: string;
      /** The sources that parts of the text cite. */
      readonly citations?: Citations;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'text-delta' | 'reasoning-delta';
      readonly id: string;
      readonly delta: string;
      /** The position of the delta in its text, in UTF-16 units, so that a repeated delta can be recognised. */
      readonly offset?: number;
    };

/** The model is writing the input of a call. */
type ToolInputEvent =
  | ({
      readonly type: 'tool-input-start';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly providerExecuted?: true;
    } & OutputMark)
  | {
      readonly type: 'tool-input-delta';
      readonly toolCallId: string;
      readonly delta: string;
      /** The position of the delta in the text of the input, in UTF-16 units. */
      readonly offset?: number;
    }
  | { readonly type: 'tool-input-end'; readonly toolCallId: string };

/** A call is complete. */
interface ToolCallEvent extends OutputMark {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  /** The model's JSON, or its text if that is not JSON. */
  readonly input: JSONValue;
  /** The provider runs it on its own servers; nothing here may. */
  readonly providerExecuted?: true;
  /** The provider's metadata of the call, which must be sent back. */
  readonly providerMetadata?: ProviderMetadata;
}

/** The provider asks for approval of a call that it runs itself. `approvalId` is the provider's id of the request. */
interface ToolApprovalRequestEvent {
  readonly type: 'tool-approval-request';
  readonly toolCallId: string;
  readonly approvalId: string;
}

/** A source of the answer. */
interface SourceEvent {
  readonly type: 'source';
  readonly source:
    | { readonly sourceType: 'url'; readonly id: string; readonly url: string; readonly title?: string }
    | {
        readonly sourceType: 'document';
        readonly id: string;
        readonly mediaType: string;
        readonly title: string;
        readonly filename?: string;
      };
  readonly providerMetadata?: ProviderMetadata;
}

/** A file that the model created, or used while it reasoned. */
interface FileEvent {
  readonly type: 'file' | 'reasoning-file';
  readonly mediaType: string;
  /** A `data:` URL, or the provider's. */
  readonly url: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** Content that only the provider can read, such as a summary of omitted content. */
interface CustomEvent {
  readonly type: 'custom';
  readonly kind: `${string}.${string}`;
  readonly providerMetadata?: ProviderMetadata;
}

/**
 * Data from a server for its app: the content of a part `data-<name>` (a repeated part has the same id), or metadata of
 * its whole answer.
 */
type ServerEvent =
  | { readonly type: 'data'; readonly name: string; readonly id?: string; readonly data: JSONValue }
  | { readonly type: 'message-metadata'; readonly metadata: JSONValue };

/** A request to the model failed, before or during its response, and is repeated. The partial response is void. */
interface ModelRetryEvent {
  readonly type: 'model-retry';
  /** The number of failed requests of this step, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next request. */
  readonly delay: number;
  /** The HTTP status, if the provider responded with one. */
  readonly status?: number;
  readonly error: SerializedError;
}

/**
 * A policy or a grant decided about a call or, without `toolCallId`, about a tool, which is then not offered to the
 * model.
 */
interface PolicyDecisionEvent {
  readonly type: 'policy-decision';
  readonly toolName: string;
  readonly toolCallId?: string;
  readonly effect: 'allow' | 'ask' | 'deny' | 'block';
  /** The reason, in words. */
  readonly reason: string;
  readonly by: DecidedBy;
  readonly capabilities?: readonly string[];
  /** The server that provides the tool. Absent for a tool of the app's own code. */
  readonly origin?: CallOrigin;
  /** The input after a rule changed it. */
  readonly input?: JSONValue;
  /** The title of a call that does not run. */
  readonly title?: string;
}

/** The life cycle of one batch, from its request to its answer. */
type DeferralEvent =
  | {
      readonly type: 'deferred-request';
      readonly batchId: string;
      readonly round: number;
      readonly requests: DeferredToolRequests;
    }
  | {
      readonly type: 'approval-requested' | 'external-requested';
      readonly batchId: string;
      readonly call: DeferredCall;
      readonly metadata?: JSONObject;
    }
  /** The deadlines of calls, in milliseconds since 1970, by tool call id. */
  | { readonly type: 'deadline'; readonly batchId: string; readonly expiresAt: Readonly<Record<string, number>> }
  | {
      readonly type: 'answer';
      readonly batchId: string;
      readonly toolCallId: string;
      readonly answer: DeferredAnswer | 'defer';
      readonly by: DecidedBy;
      /** The call with the edited input, if it was described before the answer counted. */
      readonly editedCall?: EditedCall;
    }
  /**
   * A person retracted an answer before the batch was submitted: the call waits again, or the grant that answered it is
   * gone.
   */
  | {
      readonly type: 'answer-retracted';
      readonly batchId: string;
      readonly toolCallId: string;
      readonly by: DecidedBy;
    }
  | {
      readonly type: 'extended';
      readonly batchId: string;
      readonly toolCallId: string;
      readonly expiresAt: number;
      /** The person who moved the deadline; absent in a page that does not know its people. */
      readonly by?: DecidedBy;
      /** The time at which it was moved, in milliseconds since 1970; absent if that is the time of the event. */
      readonly movedAt?: number;
    }
  | { readonly type: 'late-answer'; readonly toolCallId: string; readonly reason: LateReason }
  | { readonly type: 'deferred-response'; readonly batchId: string; readonly results: DeferredToolResults | null }
  /** A server refused the answers of a batch and applied none of them: the call is open again. */
  | {
      readonly type: 'answer-refused';
      readonly batchId: string;
      readonly toolCallId: string;
      /**
       * The reason, in the words of the server: at the call that caused the refusal, or at the first one of the batch.
       */
      readonly message?: string;
    };

/** The provider is told that it may run a call of its own. A denied call has only its end. */
interface ApprovalRespondedEvent {
  readonly type: 'approval-responded';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly approved: true;
}

/** The reason why an answer came too late. */
export type LateReason = 'answered' | 'cancelled' | 'expired';

/** A tool runs. A call that never ran (denied, cancelled, answered elsewhere) has only its end. */
type ToolRunEvent =
  | {
      readonly type: 'tool-start';
      readonly toolCallId: string;
      readonly toolName: string;
      /** The input that runs; differs from the model's own if a person edited it. */
      readonly input: JSONValue;
      /** The title, as on a card. */
      readonly title: string;
      /** The input could not be validated. */
      readonly unchecked?: true;
      readonly approved: boolean;
      readonly capabilities?: readonly string[];
      /** The server that provides the tool. Absent for a tool of the app's own code. */
      readonly origin?: CallOrigin;
      readonly edited: boolean;
    }
  | { readonly type: 'tool-progress'; readonly toolCallId: string; readonly value: JSONValue }
  | {
      readonly type: 'tool-end';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly end: CallEnd;
      readonly providerExecuted?: true;
      /** The provider's metadata of the result of a call that it ran. */
      readonly providerMetadata?: ProviderMetadata;
    };

/** The step is over, and its messages are part of the history. */
interface StepEndEvent {
  readonly type: 'step-end';
  readonly step: number;
  readonly finishReason: FinishReason;
  /** The provider's metadata of the whole response. */
  readonly providerMetadata?: ProviderMetadata;
  /**
   * The ids of the messages that people sent to the run during the step. The last of `messages`, one for each id, are
   * these.
   */
  readonly steeringIds?: readonly string[];
  /** The messages that the step added: the response, the results, then messages of the user. */
  readonly messages: readonly ModelMessage[];
}

/** A warning for the app's developer. `ranAs`: a server ran a call with this input instead of the approved one. */
interface WarningEvent {
  readonly type: 'warning';
  readonly code: string;
  readonly message: string;
  readonly ranAs?: { readonly toolCallId: string; readonly input: JSONValue };
}

/** The run is over. */
interface RunEndEvent {
  readonly type: 'run-end';
  readonly outcome: Exclude<RunOutcome<unknown>['type'], 'suspended'>;
  readonly usage: RunUsage;
  readonly output?: JSONValue;
  readonly requests?: DeferredToolRequests;
  /** Messages that a deferred or failed run could not send; the run that continues starts with them. */
  readonly prompt?: readonly ModelMessage[];
  readonly reason?: string;
  readonly error?: SerializedError;
}

/** An event without its envelope. Events of sub-agents have their own paths. */
export type RunEventBody = EventBody & Partial<Pick<RunEventEnvelope, 'agentPath' | 'callPath' | 'key'>>;

type EventBody =
  | RunStartEvent
  | StepStartEvent
  | TextEvent
  | ToolInputEvent
  | ToolCallEvent
  | ToolApprovalRequestEvent
  | SourceEvent
  | FileEvent
  | CustomEvent
  | ServerEvent
  | ModelRetryEvent
  | PolicyDecisionEvent
  | DeferralEvent
  | ApprovalRespondedEvent
  | ToolRunEvent
  | { readonly type: 'usage'; readonly usage: RunUsage }
  | StepEndEvent
  | WarningEvent
  | RunEndEvent;

/** A part of a text. */
export type DeltaEvent = Extract<RunEventBody, { readonly delta: string }>;

/** Returns `true` for a part of a text. `seq` does not count deltas, and logs store whole texts instead. */
export function isDelta(event: Pick<RunEventBody, 'type'>): event is DeltaEvent {
  return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'tool-input-delta';
}

/**
 * Returns `true` for the end of the outermost run. The run of a sub-agent ends earlier, with an event of the same type
 * and run id.
 */
export function endsRun(event: RunEvent): event is RunEventOf<'run-end'> {
  return event.type === 'run-end' && !isNested(event);
}

/** An event of a run, as plain data. A run rebuilt from its events equals the run. */
export type RunEvent = RunEventEnvelope & EventBody;

/** The events of one or several types. */
export type RunEventOf<TYPE extends RunEvent['type']> = Extract<RunEvent, { type: TYPE }>;
