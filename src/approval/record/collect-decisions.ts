import type { DeferredAnswer } from '../../protocol/answers.js';
import { isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { definedProps, isRecord, ownMember } from '../../protocol/base/record.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredCall } from '../../protocol/deferred.js';
import { CallLedger, callKey } from '../../protocol/ledger/call-ledger.js';
import type { EditedCall } from '../../protocol/preview.js';
import { toToolCallResults } from '../../protocol/results.js';
import type { RunEvent, RunEventOf } from '../../protocol/run-event.js';
import { isReadable } from '../../protocol/run-event-shape.js';
import type { DeadlineExtension, DecisionEntry, DecisionVerdict, RecordedVerdict } from './decision-entry.js';

type Answer = DeferredAnswer | 'defer';

/** An entry of the record while its events are read. Nothing is redacted yet. */
export interface DecisionDraft {
  /** The event that began the entry. */
  readonly event: RunEvent;
  readonly kind: DecisionEntry['kind'];
  readonly toolName: string;
  readonly toolCallId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly call: Partial<
    Pick<
      DeferredCall,
      'title' | 'input' | 'effectiveInput' | 'digest' | 'redactions' | 'capabilities' | 'origin' | 'interrupted'
    >
  >;
  readonly reason?: string | undefined;
  readonly askedBy?: DecidedBy | undefined;
  readonly askedAt?: number | undefined;
  expiresAt?: number;
  decision?: RecordedVerdict;
  answer?: Answer;
  /** The edited call, as the events describe it. */
  editedCall?: EditedCall;
  /** The message to the model, if no event has the answer itself. */
  message?: string;
  readonly overruled: RecordedVerdict[];
  outcome?: NonNullable<DecisionEntry['outcome']>;
  readonly late: DecisionEntry['late'][number][];
  readonly extensions: DeadlineExtension[];
}

const verdicts: Readonly<Record<DeferredAnswer['kind'], DecisionVerdict>> = {
  'tool-approved': 'approved',
  'tool-denied': 'denied',
  'tool-expired': 'expired',
  'tool-return': 'returned',
  'tool-failed': 'failed',
  'model-retry': 'retry',
  'run-again': 'run-again',
};

const handler = { type: 'handler' } as const satisfies DecidedBy;

function byHandler(name: string | undefined): DecidedBy {
  return name === undefined ? handler : { ...handler, name };
}

/** Collects decisions from events, in the order in which they were requested or made. Invalid events are skipped. */
export function collectDecisions(events: Iterable<RunEvent>): readonly DecisionDraft[] {
  const collector = new Collector();
  for (const event of events) {
    const upgraded = withAuthor(event);
    if (isReadable(upgraded)) collector.apply(upgraded);
  }
  return collector.drafts;
}

/** Adds the author to the answers of old logs. These have only answers of handlers. */
function withAuthor(event: unknown): unknown {
  return isRecord(event) && event.type === 'answer' && event.by === undefined ? { ...event, by: handler } : event;
}

class Collector {
  readonly drafts: DecisionDraft[] = [];
  /** Drafts by call, oldest first: each request for a call has its own. */
  readonly #byCall: Map<string, DecisionDraft[]> = new Map();
  /** Drafts by batch and call. */
  readonly #byBatch: Map<string, DecisionDraft> = new Map();
  /** The state of each call, with the decisions of policies about it. */
  readonly #calls: CallLedger = new CallLedger();
  /** Drafts whose answers a server refused. The next request for the same call replaces the draft. */
  readonly #refused: Set<DecisionDraft> = new Set();
  /** Tools that a policy hid from the model. The event is repeated in each step, and recorded once. */
  readonly #hiddenTools: Set<string> = new Set();

  apply(event: RunEvent): void {
    this.#calls.applyEvent(event);
    switch (event.type) {
      case 'policy-decision':
        this.#addPolicyDecision(event);
        break;
      case 'approval-requested':
      case 'external-requested':
        this.#addRequest(event);
        break;
      case 'deadline':
        for (const [toolCallId, time] of Object.entries(event.expiresAt))
          this.#setDeadline({ ...event, toolCallId }, time);
        break;
      case 'extended':
        this.#setDeadline(event, event.expiresAt);
        this.#addExtension(event);
        break;
      case 'answer': {
        const { answer, at, by } = event;
        const draft = this.#byBatch.get(batchKey(event));
        if (draft !== undefined) replaceDecision(draft, answer, { by, at });
        if (draft !== undefined && event.editedCall !== undefined) draft.editedCall = event.editedCall;
        break;
      }
      case 'answer-retracted':
        withdrawDecision(this.#byBatch.get(batchKey(event)));
        break;
      case 'answer-refused': {
        const draft = this.#byBatch.get(batchKey(event));
        withdrawDecision(draft);
        delete draft?.outcome;
        if (draft !== undefined) this.#refused.add(draft);
        break;
      }
      case 'deferred-response':
        this.#applyResponse(event);
        break;
      case 'late-answer':
        this.#byCall.get(callKey(event, event.toolCallId))?.at(-1)?.late.push({ reason: event.reason, at: event.at });
        break;
      case 'tool-start':
        if (event.approved && !this.#byCall.has(callKey(event, event.toolCallId))) this.#addResumedCall(event);
        if (event.edited) this.#setEditedTitle(event);
        break;
      case 'tool-end':
        this.#endCall(event);
        break;
      case 'run-end':
        if (event.error?.code === 'expired') this.#expireCalls(event);
        break;
      default:
    }
  }

  #add(draft: Omit<DecisionDraft, 'overruled' | 'late' | 'extensions'>): DecisionDraft {
    const added: DecisionDraft = { ...draft, overruled: [], late: [], extensions: [] };
    const { event, toolCallId, batchId } = added;
    this.drafts.push(added);
    if (toolCallId === undefined) return added;
    const key = callKey(event, toolCallId);
    this.#byCall.set(key, [...(this.#byCall.get(key) ?? []), added]);
    if (batchId !== undefined) this.#byBatch.set(batchKey({ batchId, toolCallId }), added);
    return added;
  }

  #setDeadline(call: { readonly batchId: string; readonly toolCallId: string }, time: number): void {
    const draft = this.#byBatch.get(batchKey(call));
    if (draft !== undefined) draft.expiresAt = time;
  }

  #addExtension(event: RunEventOf<'extended'>): void {
    const { by, expiresAt, at, movedAt = at } = event;
    if (by !== undefined) this.#byBatch.get(batchKey(event))?.extensions.push({ by, at: movedAt, expiresAt });
  }

  #addPolicyDecision(event: RunEventOf<'policy-decision'>): void {
    const { toolCallId, toolName, effect, reason, by, at, capabilities, origin, title } = event;
    if (effect === 'ask') return;
    if (toolCallId === undefined) {
      const key = JSON.stringify([event.runId, event.agentPath, toolName, effect, reason, by]);
      if (this.#hiddenTools.has(key)) return;
      this.#hiddenTools.add(key);
    }
    const made = toolCallId === undefined ? undefined : this.#calls.findCall(event, toolCallId);
    const input = event.input ?? made?.called?.input;
    const call = definedProps({ capabilities, origin, input, title });
    const verdict = ({ allow: 'approved', deny: 'denied', block: 'blocked' } as const)[effect];
    const draft = this.#add({ event, kind: 'policy', toolName, toolCallId, call, reason });
    draft.decision = { verdict, by, at };
  }

  #addRequest(event: RunEventOf<'approval-requested' | 'external-requested'>): void {
    const { call, batchId, at, metadata } = event;
    const { toolCallId, toolName } = call;
    const ask = this.#calls.findCall(event, toolCallId)?.decisions.findLast(({ effect }) => effect === 'ask');
    const toolReason = typeof metadata?.reason === 'string' ? metadata.reason : undefined;
    const before = this.#byCall.get(callKey(event, toolCallId))?.at(-1);
    const added = this.#add({
      event,
      kind: event.type === 'approval-requested' ? 'approval' : 'external',
      toolName,
      toolCallId,
      batchId,
      call,
      reason: call.reason ?? ask?.reason ?? toolReason,
      askedBy: ask?.by,
      askedAt: at,
    });
    if (before !== undefined && this.#refused.delete(before)) this.#replace(before, added);
  }

  /** Removes the draft of a refused answer. The draft of the new request continues its list of overruled decisions. */
  #replace(before: DecisionDraft, now: DecisionDraft): void {
    now.overruled.unshift(...before.overruled);
    this.drafts.splice(this.drafts.indexOf(before), 1);
    for (const [key, drafts] of this.#byCall)
      if (drafts.includes(before))
        this.#byCall.set(
          key,
          drafts.filter((draft) => draft !== before),
        );
  }

  /** Applies the handler's response. It is final: a handler may return other answers than those of people. */
  #applyResponse({ batchId, results, at }: RunEventOf<'deferred-response'>): void {
    const answers = results === null ? {} : toToolCallResults(results);
    const names = results?.answeredBy ?? {};
    for (const draft of this.drafts) {
      if (draft.batchId !== batchId || draft.toolCallId === undefined) continue;
      const answer = ownMember(answers, draft.toolCallId) ?? 'defer';
      const isUnanswered = results === null && draft.decision === undefined;
      const isSame = draft.answer !== undefined && isSameJson(asJson(draft.answer), asJson(answer));
      if (!isUnanswered && !isSame)
        replaceDecision(draft, answer, { by: byHandler(ownMember(names, draft.toolCallId)), at });
    }
  }

  /** Uses the title of the started call, if no earlier event describes the edited call. */
  #setEditedTitle({ title, ...event }: RunEventOf<'tool-start'>): void {
    const draft = this.#byCall.get(callKey(event, event.toolCallId))?.at(-1);
    if (draft !== undefined) draft.editedCall ??= { title };
  }

  #endCall(event: RunEventOf<'tool-end'>): void {
    const { end, at } = event;
    const key = callKey(event, event.toolCallId);
    const drafts = this.#byCall.get(key);
    const isOwn = this.#calls.findCall(event, event.toolCallId)?.called !== undefined;
    const isAnswer = end.status === 'expired' || end.status === 'denied' || hasResult(end.status);
    if (drafts === undefined && isAnswer && event.providerExecuted !== true && !isOwn) {
      this.#addResumedCall(event);
    }
    const message = 'message' in end ? { message: end.message } : {};
    for (const draft of this.#byCall.get(key) ?? []) draft.outcome ??= { status: end.status, at, ...message };
  }

  /** Records expired calls. A run that fails because a call expired has no event with an answer to it. */
  #expireCalls({ runId, at }: RunEventOf<'run-end'>): void {
    for (const draft of this.drafts) {
      const { expiresAt, decision, event } = draft;
      const isExpired = event.runId === runId && decision === undefined && expiresAt !== undefined && expiresAt <= at;
      if (isExpired) draft.decision = { verdict: 'expired', by: { type: 'expiry' }, at };
    }
  }

  /**
   * Adds the decision about a call of a resumed run. The answers were passed as options and have no event, so the
   * decision is derived from the start or the end of the call.
   */
  #addResumedCall(event: RunEventOf<'tool-start' | 'tool-end'>): void {
    const { toolCallId, toolName, at } = event;
    const asked = this.drafts.findLast(
      (draft) => draft.toolCallId === toolCallId && draft.toolName === toolName && draft.askedAt !== undefined,
    );
    const started = event.type === 'tool-start' ? event : undefined;
    const kind =
      asked?.kind ??
      (started === undefined && event.type === 'tool-end' && hasResult(event.end.status) ? 'external' : 'approval');
    const call = asked?.call ?? (started === undefined ? {} : { title: started.title, input: started.input });
    const draft = this.#add({ event, kind, toolName, toolCallId, call, askedAt: asked?.askedAt });
    if (event.type === 'tool-start') {
      const edit = event.edited ? { overrideArgs: event.input } : {};
      const approval = { kind: 'tool-approved', ...edit } as const;
      replaceDecision(draft, call.interrupted === undefined ? approval : { kind: 'run-again' }, { by: handler, at });
      return;
    }
    const { end } = event;
    const verdict =
      end.status === 'denied' || end.status === 'expired' || hasResult(end.status) ? end.status : 'failed';
    draft.decision = { verdict, by: handler, at };
    if ('message' in end) draft.message = end.message;
  }
}

function hasResult(status: string): status is 'returned' | 'failed' | 'retry' {
  return status === 'returned' || status === 'failed' || status === 'retry';
}

/** Removes a decision that a person retracted or a server refused. It stays in the record as overruled. */
function withdrawDecision(draft: DecisionDraft | undefined): void {
  if (draft?.decision === undefined) return;
  draft.overruled.push(draft.decision);
  delete draft.decision;
  delete draft.answer;
  delete draft.editedCall;
}

/** Records a decision. An earlier one becomes overruled. */
function replaceDecision(draft: DecisionDraft, answer: Answer, { by, at }: Omit<RecordedVerdict, 'verdict'>): void {
  if (draft.decision !== undefined) draft.overruled.push(draft.decision);
  delete draft.editedCall;
  draft.answer = answer;
  draft.decision = { verdict: answer === 'defer' ? 'parked' : verdicts[answer.kind], by, at };
}

function asJson(answer: Answer): JSONValue {
  return answer as unknown as JSONValue; // answers are JSON, but an interface has no index signature
}

function batchKey({ batchId, toolCallId }: { readonly batchId: string; readonly toolCallId: string }): string {
  return JSON.stringify([batchId, toolCallId]);
}
