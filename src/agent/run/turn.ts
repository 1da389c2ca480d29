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

/** The decision of the policies about a call. */
interface CallRuling {
  /** The call as policies and grants see it. */
  policyCall?: PolicyCall;
  /** The capabilities that it may use: those that its tool declared, and those that were approved since. */
  budget: readonly string[];
  /** The reason why a policy requires approval. */
  reason?: string;
  /** The capabilities for which a policy requires approval. An approval adds them to the budget. */
  asksFor?: readonly string[];
  /** The people who have to approve it, if a policy requires more than one person. */
  needs?: readonly PeopleNeeded[];
}

/** The approval of a call, and the state in which the approver saw it. */
interface CallConsent {
  /** The approval, with the changes that the approver made. */
  approval?: ToolApproved;
  /** Set if the approval is a grant that people want to be remembered. It can be retracted until the body begins. */
  isGranted?: true;
  /** The input that the approver saw. `undefined` if nobody saw it: it was edited, or a rule approved it. */
  shown?: EffectiveInput | undefined;
  /** The definition of the tool that the approver saw, if a server defines the tool. */
  shownDefinition?: DefinitionDigests | undefined;
  /** The parts of the definition that have changed since the approval, or since a person allowed such calls. */
  changed?: readonly DefinitionPart[];
  /** Set if approval was requested again, because the call would have run with another input than was shown. */
  askedAgain?: true;
}

/** The executions of a tool's body for a call. */
interface CallBody {
  /** The number of executions. Each has its own key in the journal. */
  executions: number;
  /** The end of the last execution, until it is persisted. */
  made?: CallEnd;
  /** The messages that it adds for the model after all results. */
  enqueued?: readonly UserContent[];
  /** Set if it ends the run: the reason, which may be empty. */
  stops?: string;
  /** The output of the run, if it differs from the input of the call. */
  final?: { readonly value: unknown };
  /** The value that the tool threw in this activation. */
  thrown?: unknown;
}

/** One call of a response. */
export interface TurnCall {
  readonly toolCallId: string;
  readonly toolName: string;
  /** The input as the model wrote it. */
  readonly rawInput: string;
  /** The provider's data about the call, sent back with its result. */
  readonly providerOptions?: NonNullable<AssistantModelMessage['providerOptions']>;
  /** Set if the provider runs this call and requires approval: the id of its request. */
  readonly providerApprovalId?: string;
  /** The reason why people cannot edit its input, in words for them. */
  readonly fixedInput?: string;
  /** The schema of its result, if this call has its own. Default: that of its tool. */
  outputSchema?: ToolSchema;
  /** Its JSON after validation, and later as a person edited it. Frozen. */
  input: JSONValue | undefined;
  /** The input as hooks returned it, once they have run. */
  hooked?: HookedInput;
  /** Set if nothing could validate the input. */
  unchecked?: true;
  state: CallState;
  /** Set once its body has started: until it ends, nobody knows whether it took effect. */
  begun: boolean;
  /** True if it runs without other calls beside it, as its tool said when the call was made. Known only with a journal. */
  isAlone?: boolean;
  /** The number of times that it deferred. */
  deferrals: number;
  /** The result for the model. Its tool is asked once. */
  output?: Promise<ToolResultOutput>;
  readonly ruling: CallRuling;
  readonly consent: CallConsent;
  readonly body: CallBody;
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
    begun: false,
    deferrals: 0,
    ruling: { budget: [] },
    consent: {},
    body: { executions: 0 },
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
    call.consent.approval = { ...call.consent.approval, ...answer };
    delete call.consent.isGranted;
    if (call.providerApprovalId !== undefined) {
      passOn(call, emit);
      return;
    }
    call.state = { status: 'approved', answer, metadata: ownMember(results.metadata, call.toolCallId) };
    const { input, effectiveInput = input, unpredictablePaths = [] } = deferral.call;
    // Nobody has seen what an edit will run as.
    const isEdited = answer.overrideArgs !== undefined && !isSameJson(answer.overrideArgs as JSONValue, input); // it was checked
    call.consent.shown = isEdited ? undefined : { value: effectiveInput, unpredictablePaths };
    call.consent.shownDefinition = deferral.call.definition;
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
  delete call.consent.isGranted;
  call.input = input;
  call.consent.shown = { value: effectiveInput, unpredictablePaths };
  call.consent.shownDefinition = asked.definition;
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
