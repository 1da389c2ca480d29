import type { DeferredAnswer } from '../../protocol/answers.js';
import type { CallStatus } from '../../protocol/call-end.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';

/** What the events of one run tell of one call, as far as it has come. */
export interface FoldedCall {
  readonly toolCallId: string;
  readonly runId: string;
  readonly agentPath: readonly string[];
  /** What the model wrote; absent when the model of an earlier run did. */
  readonly called?: RunEventOf<'tool-call'>;
  /** What policies and remembered answers said, oldest first. */
  readonly decisions: readonly RunEventOf<'policy-decision'>[];
  /** Each time it was asked about, oldest first; the last one's batch is the one that it is in. */
  readonly questions: readonly RunEventOf<'approval-requested' | 'external-requested'>[];
  /** What went back for the last question, `none`: nothing yet. */
  readonly answer?: DeferredAnswer | 'defer' | 'none';
  /** A person edited it: what it touches from there on is not what the model wanted. */
  readonly isEdited: boolean;
  /** What it touches, from the time before it was edited. */
  readonly capabilities: readonly string[];
  readonly end?: CallStatus;
}

type CallFact = RunEventOf<
  'tool-call' | 'policy-decision' | 'approval-requested' | 'external-requested' | 'tool-start' | 'tool-end'
>;

/** One event more about a call. */
function foldCall(call: FoldedCall, event: CallFact): FoldedCall {
  switch (event.type) {
    case 'tool-call':
      return { ...call, called: event };
    case 'policy-decision':
      return touching({ ...call, decisions: [...call.decisions, event] }, event.capabilities);
    case 'approval-requested':
    case 'external-requested': {
      const asked = { ...call, questions: [...call.questions, event], answer: 'none' } as const;
      return touching(asked, event.call.capabilities);
    }
    case 'tool-start':
      return event.edited ? call : touching(call, event.capabilities);
    case 'tool-end':
      return { ...call, end: event.end.status };
    default:
      return event satisfies never;
  }
}

function touching(call: FoldedCall, more: readonly string[] = []): FoldedCall {
  if (call.isEdited || more.length === 0) return call;
  return { ...call, capabilities: [...new Set([...call.capabilities, ...more])] };
}

function answered(call: FoldedCall, answer: DeferredAnswer | 'defer'): FoldedCall {
  const edits = answer !== 'defer' && answer.kind === 'tool-approved' && answer.overrideArgs !== undefined;
  return { ...call, answer, isEdited: call.isEdited || edits };
}

/**
 * The calls that events tell of, by run and agent, in the order in which they were first told of. What is read while a run streams has folds
 * of its own, since each keeps something else than calls: messages their parts, delta by delta, feeds their lines, replays their batches.
 */
export class CallFold {
  readonly #calls: Map<string, FoldedCall> = new Map();

  /** The calls so far. */
  get calls(): readonly FoldedCall[] {
    return [...this.#calls.values()];
  }

  /** A call of the run and the agent that an event comes from. */
  of(origin: Origin, toolCallId: string): FoldedCall | undefined {
    return this.#calls.get(callKey(origin, toolCallId));
  }

  /** Takes what an event tells. */
  add(event: RunEvent): void {
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
      this.#change(event, id, (call) => answered(call, answer));
    for (const id of defer) this.#change(event, id, (call) => answered(call, 'defer'));
  }

  #change({ runId, agentPath }: Origin, toolCallId: string, change: (call: FoldedCall) => FoldedCall): void {
    const key = callKey({ runId, agentPath }, toolCallId);
    const none = { toolCallId, runId, agentPath, decisions: [], questions: [], isEdited: false, capabilities: [] };
    this.#calls.set(key, change(this.#calls.get(key) ?? none));
  }
}

type Origin = Pick<RunEvent, 'runId' | 'agentPath'>;

/** The text that a call is by: ids are unique within a run, and within an agent of it. */
export function callKey({ runId, agentPath }: Origin, toolCallId: string): string {
  return JSON.stringify([runId, agentPath, toolCallId]);
}

/** The calls that events tell of. */
export function foldCalls(events: Iterable<RunEvent>): readonly FoldedCall[] {
  const fold = new CallFold();
  for (const event of events) fold.add(event);
  return fold.calls;
}
