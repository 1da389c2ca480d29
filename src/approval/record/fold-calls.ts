import type { DeferredAnswer } from '../../protocol/answers.js';
import type { CallStatus } from '../../protocol/call-end.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';

/** The state of one call according to the events of one run. */
export interface FoldedCall {
  readonly toolCallId: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  /** The model's call. Missing if an earlier run's model made it. */
  readonly called?: RunEventOf<'tool-call'>;
  /** The decisions of policies and grants, oldest first. */
  readonly decisions: readonly RunEventOf<'policy-decision'>[];
  /** The requests for an answer, oldest first. The last one's batch is the current one. */
  readonly questions: readonly RunEventOf<'approval-requested' | 'external-requested'>[];
  /** The answer to the last request; `none` while it is unanswered. */
  readonly answer?: DeferredAnswer | 'defer' | 'none';
  /** `true` if a person edited it. Later capabilities are then those of the edit, not of the model's call. */
  readonly isEdited: boolean;
  /** The capabilities from before an edit. */
  readonly capabilities: readonly string[];
  readonly end?: CallStatus;
}

type CallFact = RunEventOf<
  'tool-call' | 'policy-decision' | 'approval-requested' | 'external-requested' | 'tool-start' | 'tool-end'
>;

/** Applies an event to a call. */
function foldCall(call: FoldedCall, event: CallFact): FoldedCall {
  switch (event.type) {
    case 'tool-call':
      return { ...call, called: event };
    case 'policy-decision':
      return withCapabilities({ ...call, decisions: [...call.decisions, event] }, event.capabilities);
    case 'approval-requested':
    case 'external-requested': {
      const asked = { ...call, questions: [...call.questions, event], answer: 'none' } as const;
      return withCapabilities(asked, event.call.capabilities);
    }
    case 'tool-start':
      return event.edited ? call : withCapabilities(call, event.capabilities);
    case 'tool-end':
      return { ...call, end: event.end.status };
    default:
      return event satisfies never;
  }
}

function withCapabilities(call: FoldedCall, more: readonly string[] = []): FoldedCall {
  if (call.isEdited || more.length === 0) return call;
  return { ...call, capabilities: [...new Set([...call.capabilities, ...more])] };
}

function withAnswer(call: FoldedCall, answer: DeferredAnswer | 'defer'): FoldedCall {
  const edits = answer !== 'defer' && answer.kind === 'tool-approved' && answer.overrideArgs !== undefined;
  return { ...call, answer, isEdited: call.isEdited || edits };
}

/**
 * Folds events into calls, by run and agent, in the order of their first event. Streaming readers do not use it,
 * because each of them folds other data than calls: messages their parts, feeds their rows, replays their batches.
 */
export class CallFold {
  readonly #calls: Map<string, FoldedCall> = new Map();

  /** The calls so far. */
  get calls(): readonly FoldedCall[] {
    return [...this.#calls.values()];
  }

  /** Returns a call of the event's run and agent. */
  of(origin: Origin, toolCallId: string): FoldedCall | undefined {
    return this.#calls.get(callKey(origin, toolCallId));
  }

  /** Applies an event. */
  applyEvent(event: RunEvent): void {
    switch (event.type) {
      case 'tool-call':
      case 'tool-start':
      case 'tool-end':
        this.#change(event, event.toolCallId, (call) => foldCall(call, event));
        break;
      case 'policy-decision':
        if (event.toolCallId !== undefined) this.#change(event, event.toolCallId, (call) => foldCall(call, event));
        break;
      case 'approval-requested':
      case 'external-requested':
        this.#change(event, event.call.toolCallId, (call) => foldCall(call, event));
        break;
      case 'deferred-response':
        this.#answer(event);
        break;
      case 'answer-refused':
        this.#change(event, event.toolCallId, ({ end: _, ...call }) => ({ ...call, answer: 'none' }));
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

  #change({ runId, agentPath }: Origin, toolCallId: string, change: (call: FoldedCall) => FoldedCall): void {
    const key = callKey({ runId, agentPath }, toolCallId);
    const none = { toolCallId, runId, agentPath, decisions: [], questions: [], isEdited: false, capabilities: [] };
    this.#calls.set(key, change(this.#calls.get(key) ?? none));
  }
}

type Origin = Pick<RunEvent, 'runId' | 'agentPath'>;

/** Returns a unique key of a call: tool call ids are unique only within an agent of a run. */
export function callKey({ runId, agentPath }: Origin, toolCallId: string): string {
  return JSON.stringify([runId, agentPath, toolCallId]);
}

/** Returns the calls of events. */
export function foldCalls(events: Iterable<RunEvent>): readonly FoldedCall[] {
  const fold = new CallFold();
  for (const event of events) fold.applyEvent(event);
  return fold.calls;
}
