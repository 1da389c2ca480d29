import type { AssistantModelMessage, FinishReason, UserContent } from 'ai';
import type { RefusedAnswers } from '../../approval/broker/ask.js';
import type { PolicyCall } from '../../approval/policy/policy-call.js';
import type { DeferredAnswer, ToolApproved } from '../../protocol/answers.js';
import type { DefinitionDigests, DefinitionPart } from '../../protocol/base/definition.js';
import { isSameJson, type JSONObject, type JSONValue } from '../../protocol/base/json.js';
import { ownMember } from '../../protocol/base/record.js';
import { answerTo } from '../../protocol/build-results.js';
import type { CallEnd } from '../../protocol/call-end.js';
import type { PeopleNeeded } from '../../protocol/decided-by.js';
import type { DeferredCall, DeferredKind, DeferredToolRequests, DeferredToolResults } from '../../protocol/deferred.js';
import type { EffectiveInput } from '../../protocol/effective-input.js';
import { toolApproved } from '../../protocol/make-answer.js';
import type { ToolSchema } from '../../protocol/schema.js';
import type { ToolResultOutput } from '../../tools/ai-fields.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { HookedInput } from '../plumbing/hooked-input.js';

/** A deferral: what is asked about a call. */
export interface Deferral {
  readonly kind: DeferredKind;
  readonly call: DeferredCall;
  readonly metadata: JSONObject | undefined;
  /** When an answer comes too late for whoever asks, in milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Where one call of a response stands: the words are those of `CallPhase`, but for its end, which holds one. */
type CallState =
  /** Came from the model; nothing has been done about it. */
  | { readonly status: 'called' }
  /** Waits for the handler. */
  | { readonly status: 'waiting'; readonly deferral: Deferral }
  /** Left open on purpose. */
  | { readonly status: 'parked'; readonly deferral: Deferral }
  /** A sub-agent's run, in which calls were left open on purpose. */
  | { readonly status: 'parked-inside'; readonly requests: DeferredToolRequests }
  /** Has a yes that was not used yet. */
  | { readonly status: 'approved'; readonly answer: ToolApproved; readonly metadata: JSONObject | undefined }
  /** Has a yes, and the provider runs it. */
  | { readonly status: 'running' }
  | { readonly status: 'ended'; readonly end: CallEnd; readonly content?: UserContent };

/** One call of a response. */
export interface TurnCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** What the model wrote. */
  readonly rawInput: string;
  /** What the provider said about the call; goes back with its result. */
  readonly providerOptions?: NonNullable<AssistantModelMessage['providerOptions']>;
  /** Set when the provider runs this call itself and asks for a yes first: the id of its request. */
  readonly providerApprovalId?: string;
  /** Why people cannot edit its input here, in words for them. */
  readonly fixedInput?: string;
  /** What its result has to be, where that is said of this very call. Default: what its tool says. */
  outputSchema?: ToolSchema;
  /** Its JSON, once it passed the schema; later what a person made of it. Frozen. */
  input: JSONValue | undefined;
  /** What hooks made of what the model wrote, once they were asked. */
  hooked?: HookedInput;
  /** Set when nothing could check the input. */
  unchecked?: true;
  /** The call as policies and grants see it, once they were asked. */
  policyCall?: PolicyCall;
  /** What it may touch: what its tool declared when it was let through, and what was approved since. */
  budget: readonly string[];
  /** Why a policy wants it asked about, and for which capabilities; a yes adds them to what it may touch. */
  reason?: string;
  asksFor?: readonly string[];
  /** The people whom a policy wants to say yes to it, where any one of them is not enough. */
  needs?: readonly PeopleNeeded[];
  state: CallState;
  /** Its work has begun, so that until it ends nobody knows whether it took effect. */
  begun: boolean;
  /** Whether it runs beside no other, as its tool said when the call was made. Only known where a journal is kept. */
  isAlone?: boolean;
  /** Whether its yes is one that people wanted to be remembered: it can be taken back until the body begins. */
  isGranted?: true;
  /** How often its body was begun: each has a key of its own in the journal. */
  bodies: number;
  /** How its body ended, as long as that is not kept yet. */
  made?: CallEnd;
  /** What its body wants to be said to the model after all results. */
  enqueued?: readonly UserContent[];
  /** Its body ends the run, with this reason, which may be none. */
  stops?: string;
  /** The output that it gave, where its input does not say it. */
  final?: { readonly value: unknown };
  /** What its tool threw, in the life in which it did. */
  thrown?: unknown;
  /** How often it deferred. */
  deferrals: number;
  /** What a person changed or said when they approved it. */
  approval: ToolApproved | undefined;
  /** What the model reads of its result, once its tool was asked: it is asked once. */
  output?: Promise<ToolResultOutput>;
  /**
   * What it would run as, as it was shown to whoever said yes. Nothing where nobody saw it: it was edited, or a rule
   * said yes.
   */
  shown?: EffectiveInput | undefined;
  /** How its tool was defined for whoever said yes, where a server defines it. */
  shownDefinition?: DefinitionDigests | undefined;
  /** What has changed of that since, or since a person allowed calls of it. */
  changed?: readonly DefinitionPart[];
  /** Set when it was asked about again because it would have run as something else than was shown. */
  askedAgain?: true;
}

/** One model response and what becomes of its calls. */
export interface Turn {
  /** The response, when this run asked for it; a resumed one stands in the history already. */
  readonly response?: AssistantModelMessage;
  readonly finishReason: FinishReason;
  /** What the provider said about the response as a whole. */
  readonly providerMetadata?: NonNullable<AssistantModelMessage['providerOptions']>;
  readonly calls: readonly TurnCall[];
  /** Counts the groups of calls that were planned: each plan has a key of its own in the journal. */
  plans: number;
  /** Counts the batches that were asked about. */
  round: number;
  /** The last round in which people were asked. */
  peopleAsked?: number;
  /** The answers of the round before, where a server refused them. */
  readonly refused?: RefusedAnswers;
  /** What is wrong with its text, which should have been the output: the model reads it after the results. */
  problem?: string;
}

/** A call that nothing has been done about. */
export function newCall(
  call: Pick<
    TurnCall,
    'toolCallId' | 'toolName' | 'rawInput' | 'providerOptions' | 'providerApprovalId' | 'fixedInput' | 'outputSchema'
  >,
): TurnCall {
  return {
    ...call,
    input: undefined,
    state: { status: 'called' },
    budget: [],
    begun: false,
    bodies: 0,
    deferrals: 0,
    approval: undefined,
  };
}

/** The calls that are in one of these states. */
export function callsIn<S extends CallState['status']>(
  turn: Turn,
  ...states: readonly S[]
): readonly (TurnCall & { readonly state: Extract<CallState, { status: S }> })[] {
  return turn.calls.filter((call): call is TurnCall & { state: Extract<CallState, { status: S }> } =>
    (states as readonly string[]).includes(call.state.status),
  );
}

interface Ended {
  readonly call: TurnCall;
  readonly end: CallEnd;
  /** For the model, after all results of the response. */
  readonly content?: UserContent | undefined;
  readonly emit: Emit;
}

/** Ends a call, once. */
export function endCall({ call, end, content, emit }: Ended): void {
  if (call.state.status === 'ended') return;
  call.state = { status: 'ended', end, ...(content === undefined ? {} : { content }) };
  emit({ type: 'tool-end', toolCallId: call.toolCallId, toolName: call.toolName, end });
}

/** Leaves a call that has its yes to the provider, which runs it. */
export function passOn(call: TurnCall, emit: Emit): void {
  call.state = { status: 'running' };
  emit({ type: 'approval-responded', toolCallId: call.toolCallId, toolName: call.toolName, approved: true });
}

interface Applying {
  readonly results: DeferredToolResults;
  /** Results of external calls as hooks returned them: they count in place of what came. */
  readonly hooked?: DeferredToolResults['calls'] | undefined;
  readonly emit: Emit;
}

/** Applies the answer to one call: it may run now, has ended, or stays open on purpose. */
export function applyAnswer(call: TurnCall, deferral: Deferral, { results, hooked = {}, emit }: Applying): void {
  const answer = ownMember(hooked, call.toolCallId) ?? answerTo(call.toolCallId, results);
  if (answer === undefined) {
    call.state = { status: 'parked', deferral };
    return;
  }
  if (answer.kind === 'tool-approved') {
    call.approval = { ...call.approval, ...answer };
    delete call.isGranted;
    if (call.providerApprovalId !== undefined) {
      passOn(call, emit);
      return;
    }
    call.state = { status: 'approved', answer, metadata: ownMember(results.metadata, call.toolCallId) };
    const { input, effectiveInput = input, unpredictablePaths = [] } = deferral.call;
    // Nobody has seen what an edit will run as.
    const isEdited = answer.overrideArgs !== undefined && !isSameJson(answer.overrideArgs as JSONValue, input); // it was checked
    call.shown = isEdited ? undefined : { value: effectiveInput, unpredictablePaths };
    call.shownDefinition = deferral.call.definition;
    return;
  }
  if (answer.kind === 'run-again') {
    letRunAgain(call, deferral, results);
    return;
  }
  // Of what may have happened, the model is not told that nobody answered.
  const isUnknown = answer.kind === 'tool-expired' && deferral.call.begun !== undefined;
  endCall({ call, end: isUnknown ? { status: 'unknown' } : toEnd(answer), emit });
  if (answer.kind === 'tool-return' && answer.content !== undefined && call.state.status === 'ended') {
    call.state = { ...call.state, content: answer.content };
  }
}

/**
 * A yes to exactly what was shown. Until its new body begins, it stays a call that may have had its effect: a stop says
 * so.
 */
function letRunAgain(call: TurnCall, { call: asked }: Deferral, { metadata }: DeferredToolResults): void {
  const { input, effectiveInput = input, unpredictablePaths = [] } = asked;
  delete call.isGranted;
  call.input = input;
  call.shown = { value: effectiveInput, unpredictablePaths };
  call.shownDefinition = asked.definition;
  call.state = { status: 'approved', answer: toolApproved(), metadata: ownMember(metadata, call.toolCallId) };
}

function toEnd(answer: Exclude<DeferredAnswer, { kind: 'tool-approved' | 'run-again' }>): CallEnd {
  switch (answer.kind) {
    case 'tool-denied':
      return { status: 'denied', message: answer.message };
    case 'tool-expired':
      return { status: 'expired' };
    case 'tool-failed':
      return { status: 'failed', message: answer.message };
    case 'model-retry':
      return {
        status: 'retry',
        message: answer.message,
        ...(answer.issues === undefined ? {} : { issues: answer.issues }),
      };
    case 'tool-return':
      return {
        status: 'returned',
        value: answer.returnValue,
        ...(answer.metadata === undefined ? {} : { metadata: answer.metadata }),
      };
    default:
      return answer satisfies never;
  }
}
