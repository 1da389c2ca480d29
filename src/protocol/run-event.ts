import type { FinishReason, ModelMessage, ProviderMetadata, TextUIPart } from 'ai';
import type { DeferredAnswer } from './answers.js';
import type { JSONObject, JSONValue } from './base/json.js';
import type { SerializedError } from './base/serialize-error.js';
import type { CallEnd } from './call-end.js';
import type { DecidedBy } from './decided-by.js';
import type { DeferredCall, DeferredToolRequests, DeferredToolResults } from './deferred.js';
import type { OutputMark, RunOutcome, RunUsage } from './outcome.js';
import type { EditedCall } from './preview.js';

/** What every event carries. `seq` counts from 0 without gaps; a delta, part of a text, has that of the event before it. `at` is milliseconds since 1970. */
export interface RunEventEnvelope {
  readonly v: 1;
  readonly seq: number;
  readonly at: number;
  readonly runId: string;
  /** The agents that lead here, outermost first. */
  readonly agentPath: readonly string[];
  /** The calls that the inner agents of `agentPath` run in, by tool call id, outermost first. Absent for the outermost agent. */
  readonly callPath?: readonly string[];
  /** Names the event in all lives of a run that has a journal, so that a log takes it once. Deltas have none. */
  readonly key?: string;
}

/** A run begins, with the messages that it adds to the history. */
interface RunStartEvent {
  readonly type: 'run-start';
  readonly conversationId: string;
  readonly prompt: readonly ModelMessage[];
}

/** The model is asked. */
interface StepStartEvent {
  readonly type: 'step-start';
  readonly step: number;
}

/** Text or reasoning arrives. What a provider said about it comes with its end, and has to go back. `id` is unique within its step. */
type TextEvent =
  | ({ readonly type: 'text-start' | 'reasoning-start'; readonly id: string } & OutputMark)
  | {
      readonly type: 'text-end' | 'reasoning-end';
      readonly id: string;
      /** What places of a text rest on. */
      readonly citations?: NonNullable<TextUIPart['citations']>;
      readonly providerMetadata?: ProviderMetadata;
    }
  | {
      readonly type: 'text-delta' | 'reasoning-delta';
      readonly id: string;
      readonly delta: string;
      /** Where it begins in its text, in UTF-16 units: one that comes twice does no harm. */
      readonly offset?: number;
    };

/** The model writes the input of a call. */
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
      /** Where it begins in the text of the input, in UTF-16 units. */
      readonly offset?: number;
    }
  | { readonly type: 'tool-input-end'; readonly toolCallId: string };

/** A call is complete. */
interface ToolCallEvent extends OutputMark {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  /** The model's JSON, or its text where that is no JSON. */
  readonly input: JSONValue;
  /** The provider runs it, on its own servers: nobody here may. */
  readonly providerExecuted?: true;
  /** What the provider said about it, which has to go back. */
  readonly providerMetadata?: ProviderMetadata;
}

/** The provider asks whether it may run a call of its own. `approvalId` is the provider's name for its question. */
interface ToolApprovalRequestEvent {
  readonly type: 'tool-approval-request';
  readonly toolCallId: string;
  readonly approvalId: string;
}

/** Something that the answer rests on. */
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

/** A file that the model made, or used while it reasoned. */
interface FileEvent {
  readonly type: 'file' | 'reasoning-file';
  readonly mediaType: string;
  /** A `data:` URL, or the provider's. */
  readonly url: string;
  readonly providerMetadata?: ProviderMetadata;
}

/** Something that only the provider can read, such as a summary of what it left out. */
interface CustomEvent {
  readonly type: 'custom';
  readonly kind: `${string}.${string}`;
  readonly providerMetadata?: ProviderMetadata;
}

/** A server says something to its app: what a part `data-<name>` holds (the same part told again has the same id), or what it says of its whole answer. */
type ServerEvent =
  | { readonly type: 'data'; readonly name: string; readonly id?: string; readonly data: JSONValue }
  | { readonly type: 'message-metadata'; readonly metadata: JSONValue };

/** A request to the model failed, before or in the middle of its response, and is made again. What came of it is void. */
interface ModelRetryEvent {
  readonly type: 'model-retry';
  /** How many requests of this step have failed, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next. */
  readonly delay: number;
  /** The HTTP status, where the provider answered with one. */
  readonly status?: number;
  readonly error: SerializedError;
}

/**
 * A policy or a remembered decision has spoken of a call, or of a tool as such: without `toolCallId` the tool is not offered to
 * the model.
 */
interface PolicyDecisionEvent {
  readonly type: 'policy-decision';
  readonly toolName: string;
  readonly toolCallId?: string;
  readonly effect: 'allow' | 'ask' | 'deny' | 'block';
  /** In words. */
  readonly reason: string;
  readonly by: DecidedBy;
  readonly capabilities?: readonly string[];
  /** What a rule made of the input. */
  readonly input?: JSONValue;
  /** The title of a call that does not run. */
  readonly title?: string;
}

/** One batch, from the question to the answer. */
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
  /** People are asked for a limited time: when calls expire, in milliseconds since 1970, by tool call id. */
  | { readonly type: 'deadline'; readonly batchId: string; readonly expiresAt: Readonly<Record<string, number>> }
  | {
      readonly type: 'answer';
      readonly batchId: string;
      readonly toolCallId: string;
      readonly answer: DeferredAnswer | 'defer';
      readonly by: DecidedBy;
      /** The call with the input of an edit, where it was described before the answer counted. */
      readonly editedCall?: EditedCall;
    }
  /** A person changed their mind before the batch went back: the call waits again, or the grant that answered it is gone. */
  | {
      readonly type: 'answer-taken-back';
      readonly batchId: string;
      readonly toolCallId: string;
      readonly by: DecidedBy;
    }
  | {
      readonly type: 'extended';
      readonly batchId: string;
      readonly toolCallId: string;
      readonly expiresAt: number;
      /** Who moved the deadline; absent in a page that does not know its people. */
      readonly by?: DecidedBy;
      /** When it was moved, in milliseconds since 1970; absent where that is the time of the event. */
      readonly movedAt?: number;
    }
  | { readonly type: 'late-answer'; readonly toolCallId: string; readonly reason: LateReason }
  | { readonly type: 'deferred-response'; readonly batchId: string; readonly results: DeferredToolResults | null }
  /** A server refused the answers of a batch, and did nothing about any of them: the call is open again. */
  | {
      readonly type: 'answer-refused';
      readonly batchId: string;
      readonly toolCallId: string;
      /** The reason, in the words of the server: at the call that caused the refusal, or at the first one of the batch. */
      readonly message?: string;
    };

/** The provider is told that it may run a call of its own. A no has only the call's end. */
interface ApprovalRespondedEvent {
  readonly type: 'approval-responded';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly approved: true;
}

/** Why an answer came too late. */
export type LateReason = 'answered' | 'cancelled' | 'expired';

/** A tool runs. A call that never ran (denied, cancelled, answered elsewhere) has only its end. */
type ToolRunEvent =
  | {
      readonly type: 'tool-start';
      readonly toolCallId: string;
      readonly toolName: string;
      /** What runs; differs from the model's own where a person edited it. */
      readonly input: JSONValue;
      /** What a card would say. */
      readonly title: string;
      /** Nothing could check the input. */
      readonly unchecked?: true;
      readonly approved: boolean;
      readonly capabilities?: readonly string[];
      readonly edited: boolean;
    }
  | { readonly type: 'tool-progress'; readonly toolCallId: string; readonly value: JSONValue }
  | {
      readonly type: 'tool-end';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly end: CallEnd;
      readonly providerExecuted?: true;
      /** What the provider said about the result of a call that it ran. */
      readonly providerMetadata?: ProviderMetadata;
    };

/** The step's messages stand in the history. */
interface StepEndEvent {
  readonly type: 'step-end';
  readonly step: number;
  readonly finishReason: FinishReason;
  /** What the provider said about the whole response. */
  readonly providerMetadata?: ProviderMetadata;
  /** What the step added: the response, then the results. */
  readonly messages: readonly ModelMessage[];
}

/** Something that the app's developer should know. `ranAs`: a server ran a call with this input in place of the one that was approved. */
interface WarningEvent {
  readonly type: 'warning';
  readonly code: string;
  readonly message: string;
  readonly ranAs?: { readonly toolCallId: string; readonly input: JSONValue };
}

/** The run is over. */
interface RunEndEvent {
  readonly type: 'run-end';
  readonly outcome: Exclude<RunOutcome<unknown>['type'], 'left'>;
  readonly usage: RunUsage;
  readonly output?: JSONValue;
  readonly requests?: DeferredToolRequests;
  /** What a deferred or failed run could not say yet; the run that goes on begins with it. */
  readonly prompt?: readonly ModelMessage[];
  readonly reason?: string;
  readonly error?: SerializedError;
}

/** An event before it has its envelope. A sub-agent's brings its own paths. */
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

/** Tells a part of a text, which `seq` does not count and no log keeps by itself, from what happened. */
export function isDelta(event: Pick<RunEventBody, 'type'>): event is DeltaEvent {
  return event.type === 'text-delta' || event.type === 'reasoning-delta' || event.type === 'tool-input-delta';
}

/** Returns `true` for the end of the outermost run. A sub-agent's run ends in the middle of it, with an event of the same type and run id. */
export function endsRun(event: RunEvent): event is RunEventOf<'run-end'> {
  return event.type === 'run-end' && event.agentPath.length === 1;
}

/** What happened in a run, as plain data. A run rebuilt from its events equals the run. */
export type RunEvent = RunEventEnvelope & EventBody;

/** The events of one or several types. */
export type RunEventOf<TYPE extends RunEvent['type']> = Extract<RunEvent, { type: TYPE }>;
