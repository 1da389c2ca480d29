import type { DeferredAnswer } from '../answers.js';
import type { CallOrigin } from '../base/call-origin.js';
import { definedProps } from '../base/record.js';
import type { CallEnd, CallPhase } from '../call-end.js';
import { deferredCalls } from '../deferred.js';
import type { RunEvent, RunEventOf } from '../run-event.js';

/** The state of one call, derived from the events of one run. */
export interface LedgerCall {
  readonly toolCallId: string;
  readonly toolName?: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  readonly phase: CallPhase;
  /** The event in which the model made the call. Missing if that was in an earlier run. */
  readonly called?: RunEventOf<'tool-call'>;
  /** The decisions of policies and grants, oldest first. */
  readonly decisions: readonly RunEventOf<'policy-decision'>[];
  /** The requests for an answer, oldest first. The call belongs to the batch of the last one. */
  readonly requests: readonly RunEventOf<'approval-requested' | 'external-requested'>[];
  /** The answer to the last request; `none` until the response to its batch. */
  readonly answer?: DeferredAnswer | 'defer' | 'none';
  /** `true` if a person edited the input. */
  readonly isEdited: boolean;
  /** The server that provides the tool, if an event tells it. */
  readonly origin?: CallOrigin;
  /** The capabilities of the model's own call. Later events of an edited call have those of the edit: not included. */
  readonly capabilities: readonly string[];
  /** `true` if the call started to run, so that it may have had its effect. */
  readonly hasStarted: boolean;
  /** `true` if the last request asks for the outcome of an interrupted execution, and the call has not run since. */
  readonly isInterrupted: boolean;
  readonly end?: CallEnd;
}

type CallEvent = RunEventOf<
  | 'tool-input-start'
  | 'tool-call'
  | 'policy-decision'
  | 'approval-requested'
  | 'external-requested'
  | 'answer'
  | 'answer-retracted'
  | 'answer-refused'
  | 'approval-responded'
  | 'tool-start'
  | 'tool-end'
>;

/** Returns the phase of a call after an event about it. */
export function phaseAfter(phase: CallPhase, event: RunEvent): CallPhase {
  switch (event.type) {
    case 'tool-input-start':
      return 'writing';
    case 'tool-call':
      // A provider repeats the event of its own call when the call ends. The repetition must not reopen it.
      return event.providerExecuted === true && phase !== 'writing' ? phase : 'called';
    case 'approval-requested':
    case 'external-requested':
    case 'answer-retracted':
      return 'waiting';
    case 'answer':
      return event.answer === 'defer' ? 'parked' : phase;
    case 'answer-refused':
      return 'called';
    case 'approval-responded':
    case 'tool-start':
      return 'running';
    case 'tool-end':
      return event.end.status;
    default:
      return phase;
  }
}

function applyToCall(before: LedgerCall, event: CallEvent): LedgerCall {
  const { toolName } = 'call' in event ? event.call : 'toolName' in event ? event : before;
  const { origin } = 'call' in event ? event.call : 'origin' in event ? event : before;
  const call = { ...before, ...definedProps({ toolName, origin }), phase: phaseAfter(before.phase, event) };
  switch (event.type) {
    case 'tool-call':
      return { ...call, called: event };
    case 'policy-decision':
      return withCapabilities({ ...call, decisions: [...call.decisions, event] }, event.capabilities);
    case 'approval-requested':
    case 'external-requested': {
      const isInterrupted = event.call.interrupted !== undefined;
      const requested = { ...call, requests: [...call.requests, event], answer: 'none', isInterrupted } as const;
      return withCapabilities(requested, event.call.capabilities);
    }
    case 'answer-refused': {
      const { end: _, ...open } = call;
      return { ...open, answer: 'none' };
    }
    case 'tool-start':
      return withCapabilities(
        { ...call, hasStarted: true, isInterrupted: false },
        event.edited ? [] : event.capabilities,
      );
    case 'tool-end':
      // A provider can send a result with the id of a call that this app executes. That result does not count.
      return event.providerExecuted === true && call.called !== undefined && call.called.providerExecuted !== true
        ? before
        : { ...call, end: event.end };
    default:
      return call;
  }
}

function withCapabilities(call: LedgerCall, more: readonly string[] = []): LedgerCall {
  if (call.isEdited || more.length === 0) return call;
  return { ...call, capabilities: [...new Set([...call.capabilities, ...more])] };
}

function withAnswer(call: LedgerCall, answer: DeferredAnswer | 'defer'): LedgerCall {
  const edits = answer !== 'defer' && answer.kind === 'tool-approved' && answer.overrideArgs !== undefined;
  return { ...call, answer, isEdited: call.isEdited || edits };
}

const emptyCall = {
  phase: 'called',
  decisions: [],
  requests: [],
  isEdited: false,
  capabilities: [],
  hasStarted: false,
  isInterrupted: false,
} as const;

/** Folds events into the calls of all runs and agents, in the order of their first event. */
export class CallLedger {
  readonly #calls: Map<string, LedgerCall> = new Map();

  /** The calls so far. */
  get calls(): readonly LedgerCall[] {
    return [...this.#calls.values()];
  }

  /** Returns the call with this id in the run and agent of `origin`, which is usually an event. */
  findCall(origin: Origin, toolCallId: string): LedgerCall | undefined {
    return this.#calls.get(callKey(origin, toolCallId));
  }

  applyEvent(event: RunEvent): void {
    switch (event.type) {
      case 'tool-input-start':
      case 'tool-call':
      case 'answer':
      case 'answer-retracted':
      case 'answer-refused':
      case 'approval-responded':
      case 'tool-start':
      case 'tool-end':
        this.#change(event, event.toolCallId, (call) => applyToCall(call, event));
        break;
      case 'policy-decision':
        if (event.toolCallId !== undefined) this.#change(event, event.toolCallId, (call) => applyToCall(call, event));
        break;
      case 'approval-requested':
      case 'external-requested':
        this.#change(event, event.call.toolCallId, (call) => applyToCall(call, event));
        break;
      case 'deferred-request':
        for (const { call } of deferredCalls(event.requests))
          this.#change(event, call.toolCallId, (before) => ({ ...before, toolName: call.toolName }));
        break;
      case 'deferred-response':
        this.#answer(event);
        break;
      default:
    }
  }

  #answer(event: RunEventOf<'deferred-response'>): void {
    const { approvals = {}, calls = {}, defer = [] } = event.results ?? {};
    for (const [id, answer] of [...Object.entries(approvals), ...Object.entries(calls)])
      this.#change(event, id, (call) => withAnswer(call, answer));
    for (const id of defer) this.#change(event, id, (call) => withAnswer(call, 'defer'));
  }

  #change({ runId, agentPath }: Origin, toolCallId: string, change: (call: LedgerCall) => LedgerCall): void {
    const key = callKey({ runId, agentPath }, toolCallId);
    this.#calls.set(key, change(this.#calls.get(key) ?? { ...emptyCall, toolCallId, runId, agentPath }));
  }
}

type Origin = Pick<RunEvent, 'runId' | 'agentPath'>;

/** Returns a unique key for a call. Its id alone is unique only within one agent of one run. */
export function callKey({ runId, agentPath }: Origin, toolCallId: string): string {
  return JSON.stringify([runId, agentPath, toolCallId]);
}

/** Returns the calls that a list of events describes. */
export function foldCalls(events: Iterable<RunEvent>): readonly LedgerCall[] {
  const ledger = new CallLedger();
  for (const event of events) ledger.applyEvent(event);
  return ledger.calls;
}
