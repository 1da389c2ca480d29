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

/** An incomplete entry, without redaction. */
export interface DecisionDraft {
  readonly event: RunEvent;
  readonly kind: DecisionEntry['kind'];
  readonly toolName: string;
  readonly toolCallId?: string | undefined;
  readonly batchId?: string | undefined;
  readonly call: Partial<
    Pick<DeferredCall, 'title' | 'input' | 'effectiveInput' | 'digest' | 'redactions' | 'capabilities' | 'interrupted'>
  >;
  readonly reason?: string | undefined;
  readonly askedBy?: DecidedBy | undefined;
  readonly askedAt?: number | undefined;
  expiresAt?: number;
  decision?: RecordedVerdict;
  answer?: Answer;
  /** The edited call, as far as events describe it. */
  editedCall?: EditedCall;
  /** The message of a policy or of a resumed run's answer to the model. */
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
    const signed = withBy(event);
    if (isReadable(signed)) collector.apply(signed);
  }
  return collector.drafts;
}

/** Adds the author to answers of old logs, which only contain answers of handlers. */
function withBy(event: unknown): unknown {
  return isRecord(event) && event.type === 'answer' && event.by === undefined ? { ...event, by: handler } : event;
}

class Collector {
  readonly drafts: DecisionDraft[] = [];
  /** Drafts by call. */
  readonly #byCall: Map<string, DecisionDraft[]> = new Map();
  /** Drafts by batch and call. */
  readonly #byBatch: Map<string, DecisionDraft> = new Map();
  /** The calls of a run's own model, with the decisions of policies. */
  readonly #calls: CallLedger = new CallLedger();
  /** Drafts whose answers a server rejected. The next request for the same call continues the same entry. */
  readonly #rejected: Set<DecisionDraft> = new Set();
  /** Tools that a policy hid from the model. Each step repeats that event. */
  readonly #hiddenTools: Set<string> = new Set();

  apply(event: RunEvent): void {
    this.#calls.applyEvent(event);
    switch (event.type) {
      case 'policy-decision':
        this.#policy(event);
        break;
      case 'approval-requested':
      case 'external-requested':
        this.#asked(event);
        break;
      case 'deadline':
        for (const [toolCallId, time] of Object.entries(event.expiresAt)) this.#expires({ ...event, toolCallId }, time);
        break;
      case 'extended':
        this.#expires(event, event.expiresAt);
        this.#extended(event);
        break;
      case 'answer': {
        const { answer, at, by } = event;
        const draft = this.#byBatch.get(batchKey(event));
        if (draft !== undefined) takeDecision(draft, answer, { by, at });
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
        if (draft !== undefined) this.#rejected.add(draft);
        break;
      }
      case 'deferred-response':
        this.#response(event);
        break;
      case 'late-answer':
        this.#byCall.get(callKey(event, event.toolCallId))?.at(-1)?.late.push({ reason: event.reason, at: event.at });
        break;
      case 'tool-start':
        if (event.approved && !this.#byCall.has(callKey(event, event.toolCallId))) this.#resumed(event);
        if (event.edited) this.#started(event);
        break;
      case 'tool-end':
        this.#ended(event);
        break;
      case 'run-end':
        if (event.error?.code === 'expired') this.#failed(event);
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

  #expires(call: { readonly batchId: string; readonly toolCallId: string }, time: number): void {
    const draft = this.#byBatch.get(batchKey(call));
    if (draft !== undefined) draft.expiresAt = time;
  }

  #extended(event: RunEventOf<'extended'>): void {
    const { by, expiresAt, at, movedAt = at } = event;
    if (by !== undefined) this.#byBatch.get(batchKey(event))?.extensions.push({ by, at: movedAt, expiresAt });
  }

  #policy(event: RunEventOf<'policy-decision'>): void {
    const { toolCallId, toolName, effect, reason, by, at, capabilities, title } = event;
    if (effect === 'ask') return;
    if (toolCallId === undefined) {
      const key = JSON.stringify([event.runId, event.agentPath, toolName, effect, reason, by]);
      if (this.#hiddenTools.has(key)) return;
      this.#hiddenTools.add(key);
    }
    const made = toolCallId === undefined ? undefined : this.#calls.of(event, toolCallId);
    const input = event.input ?? made?.called?.input;
    const call = definedProps({ capabilities, input, title });
    const verdict = ({ allow: 'approved', deny: 'denied', block: 'blocked' } as const)[effect];
    const draft = this.#add({ event, kind: 'policy', toolName, toolCallId, call, reason });
    draft.decision = { verdict, by, at };
  }

  #asked(event: RunEventOf<'approval-requested' | 'external-requested'>): void {
    const { call, batchId, at, metadata } = event;
    const { toolCallId, toolName } = call;
    const ask = this.#calls.of(event, toolCallId)?.decisions.findLast(({ effect }) => effect === 'ask');
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
    if (before !== undefined && this.#rejected.delete(before)) this.#replace(before, added);
  }

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

  /** Applies the handler's response, which is final: a handler may change the answers of people. */
  #response({ batchId, results, at }: RunEventOf<'deferred-response'>): void {
    const answers = results === null ? {} : toToolCallResults(results);
    const names = results?.answeredBy ?? {};
    for (const draft of this.drafts) {
      if (draft.batchId !== batchId || draft.toolCallId === undefined) continue;
      const answer = ownMember(answers, draft.toolCallId) ?? 'defer';
      const isUnanswered = results === null && draft.decision === undefined;
      const isTaken = draft.answer !== undefined && isSameJson(asJson(draft.answer), asJson(answer));
      if (!isUnanswered && !isTaken)
        takeDecision(draft, answer, { by: byHandler(ownMember(names, draft.toolCallId)), at });
    }
  }

  /** Uses the title of the started call if the edit was not described before its approval. */
  #started({ title, ...event }: RunEventOf<'tool-start'>): void {
    const draft = this.#byCall.get(callKey(event, event.toolCallId))?.at(-1);
    if (draft !== undefined) draft.editedCall ??= { title };
  }

  #ended(event: RunEventOf<'tool-end'>): void {
    const { end, at } = event;
    const key = callKey(event, event.toolCallId);
    const drafts = this.#byCall.get(key);
    const isOwn = this.#calls.of(event, event.toolCallId)?.called !== undefined;
    const isAnswer = end.status === 'expired' || end.status === 'denied' || hasResult(end.status);
    if (drafts === undefined && isAnswer && event.providerExecuted !== true && !isOwn) {
      this.#resumed(event);
    }
    const message = 'message' in end ? { message: end.message } : {};
    for (const draft of this.#byCall.get(key) ?? []) draft.outcome ??= { status: end.status, at, ...message };
  }

  /** Records expiries: a run that fails because a call expired leaves its calls open, without an answer. */
  #failed({ runId, at }: RunEventOf<'run-end'>): void {
    for (const draft of this.drafts) {
      const { expiresAt, decision, event } = draft;
      const isExpired = event.runId === runId && decision === undefined && expiresAt !== undefined && expiresAt <= at;
      if (isExpired) draft.decision = { verdict: 'expired', by: { type: 'expiry' }, at };
    }
  }

  /**
   * Derives the decision about a call of a resumed run. Its answers were passed as options, so only their effects have
   * events.
   */
  #resumed(event: RunEventOf<'tool-start' | 'tool-end'>): void {
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
      takeDecision(draft, call.interrupted === undefined ? approval : { kind: 'run-again' }, { by: handler, at });
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

/** Withdraws a decision. It stays in the record as overruled. */
function withdrawDecision(draft: DecisionDraft | undefined): void {
  if (draft?.decision === undefined) return;
  draft.overruled.push(draft.decision);
  delete draft.decision;
  delete draft.answer;
  delete draft.editedCall;
}

function takeDecision(draft: DecisionDraft, answer: Answer, { by, at }: Omit<RecordedVerdict, 'verdict'>): void {
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
