import type { ApprovalAnswer, CallAnswer, DeferredAnswer } from '../../protocol/answers.js';
import { UserError } from '../../protocol/base/errors.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { given, ownMember } from '../../protocol/base/record.js';
import { titleOr } from '../../protocol/base/words.js';
import { parseApproval, parseCall, refuseRunAgain } from '../../protocol/build-results.js';
import { type DeferredCall, type DeferredToolResults, deferredCalls } from '../../protocol/deferred.js';
import { toolApproved, toolDenied } from '../../protocol/make-answer.js';
import type { EditedCall } from '../../protocol/preview.js';
import type { LateReason } from '../../protocol/run-event.js';
import { editedInput } from '../edit/edited-call.js';
import type { AskRequest, EarlierAnswer } from './ask.js';
import { type BrokerClock, type Deadline, timeLeft, toDeadline, waitFor } from './deadline.js';
import type { CallNews, Counting, Decision } from './decision.js';
import { loadDescription, loadPreview } from './load-preview.js';
import {
  type InputForm,
  type ItemAnswer,
  type ItemState,
  itemId,
  type PendingBatch,
  type PendingItem,
} from './pending.js';
import { type LateCall, type SettledCall, whyLate } from './settled-calls.js';

/** How long an answer that was given in time may take to be checked before its call expires after all, in milliseconds. */
const grace = 10_000;

/** Who waits for a batch. */
export interface Settle {
  readonly resolve: (results: DeferredToolResults) => void;
  readonly reject: (error: Error) => void;
  /** Listens to the batch's signal no longer. */
  readonly leave: () => void;
}

/** A batch that waits, and who waits for it. */
export class WaitingBatch {
  readonly request: AskRequest;
  /** What people attached to their answers, by tool call id. */
  readonly metadata: Map<string, JSONObject> = new Map();
  /** Aborted when the batch is closed. */
  readonly closing: AbortController = new AbortController();
  readonly #clock: BrokerClock;
  /** By tool call id, in the order of the card. */
  readonly #items: Map<string, PendingItem> = new Map();
  readonly #forms: Map<string, InputForm> = new Map();
  /** Of calls that are not decided. */
  readonly #deadlines: Map<string, Deadline> = new Map();
  #shown: PendingBatch | undefined;
  #undecided: number;
  #sendsAt: number | undefined;
  /** Its answers are those that a server refused: they are sent again only when a person wants it. */
  #isHeld: boolean;

  /** @throws UserError for an `expiresAt` that is no time. */
  constructor(request: AskRequest, clock: BrokerClock) {
    this.request = request;
    this.#clock = clock;
    const { requests, expiresAt, batchId } = request;
    for (const { kind, call } of deferredCalls(requests)) {
      const { toolCallId } = call;
      const metadata = ownMember(requests.metadata, toolCallId);
      const status = call.hasPreview && request.preview !== undefined ? 'loading' : 'none';
      this.#items.set(toolCallId, {
        id: itemId(batchId, toolCallId),
        batchId,
        kind,
        call: titled(call),
        state: { status: 'waiting' },
        preview: { status },
        ...(metadata && { metadata }),
      });
      const time = typeof expiresAt === 'object' ? ownMember(expiresAt, toolCallId) : expiresAt;
      const { expiresAt: moved = time } = request.earlier?.(toolCallId) ?? {};
      // It expires when it would have, whatever its question says anew.
      if (moved !== time && moved !== undefined) this.extend(toolCallId, moved);
      else if (time !== undefined && time !== Number.POSITIVE_INFINITY) this.#setDeadline(toolCallId, time);
    }
    this.#undecided = this.#items.size;
    this.#isHeld = request.refused !== undefined;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Somebody has answered anew. */
  release(): void {
    this.#isHeld = false;
  }

  /** The answer that a call had in time before, by whom: in an earlier life of the run, or before a server refused it. */
  answerBefore({ kind, call: { toolCallId } }: PendingItem): EarlierAnswer | undefined {
    const { earlier, refused } = this.request;
    const { answered, comesBack } = earlier?.(toolCallId) ?? {};
    const isOpen = comesBack === 'open' || (refused?.toolCallId === toolCallId && kind === 'approval');
    if (answered !== undefined || refused === undefined || isOpen) return answered;
    const answer = ownMember(refused.answers, toolCallId);
    return answer && { answer, by: { type: kind === 'approval' ? 'person' : 'page' } };
  }

  get items(): Iterable<PendingItem> {
    return this.#items.values();
  }

  get isDecided(): boolean {
    return this.#undecided === 0;
  }

  /** How long people can change their minds once it is decided, in milliseconds: 0 where none of them answered. */
  get sendDelay(): number {
    const { sendDelay = 0 } = this.request;
    const isPeoples = [...this.items].some(({ state }) => state.status === 'decided' && state.by.type === 'person');
    return isPeoples && sendDelay > 0 ? sendDelay : 0;
  }

  /** The batch as people see it; the same object until something changes. */
  get shown(): PendingBatch {
    if (this.#shown !== undefined) return this.#shown;
    const { batchId, runId, agentPath, round, requests, refused: told } = this.request;
    const refused = told && { message: told.message, ...given({ toolCallId: told.toolCallId }) };
    const times = [...this.#deadlines.values()].map((deadline) => deadline.expiresAt);
    const expiry = times.length === 0 ? {} : { expiresAt: times.reduce((a, b) => Math.min(a, b)) };
    const sending = this.#sendsAt === undefined ? {} : { sendsAt: this.#sendsAt };
    const items = [...this.items];
    const base = { batchId, runId, agentPath, round, requests, items, answers: 'changeable' } as const;
    this.#shown = { ...base, ...expiry, ...sending, ...given({ refused }) };
    return this.#shown;
  }

  get results(): DeferredToolResults {
    return toResults(this.shown, this.metadata);
  }

  /** The same object each time, for who listens to it. */
  formOf({ kind, call: { toolCallId } }: PendingItem): InputForm | undefined {
    if (kind !== 'approval') return undefined;
    const form = this.#forms.get(toolCallId) ?? this.request.form?.(toolCallId);
    if (form !== undefined) this.#forms.set(toolCallId, form);
    return form;
  }

  /** A call of it to which an answer comes late. */
  settled({ call, state }: PendingItem): SettledCall {
    return { toolCallId: call.toolCallId, asker: this.request, reason: whyLate(state) };
  }

  /** Its calls, with why a later answer to each is late. */
  late(reason: LateReason): readonly LateCall[] {
    return [...this.items].map(({ id, call: { toolCallId }, state }) => ({
      id,
      toolCallId,
      reason: whyLate(state, reason),
    }));
  }

  item(toolCallId: string): PendingItem | undefined {
    return this.#items.get(toolCallId);
  }

  change(toolCallId: string, change: Partial<PendingItem>): void {
    const item = this.#items.get(toolCallId);
    if (item === undefined) return;
    this.#items.set(toolCallId, { ...item, ...change });
    this.#shown = undefined;
  }

  /** When it goes back; `undefined`: nobody knows yet. */
  set sendsAt(time: number | undefined) {
    this.#sendsAt = time;
    this.#shown = undefined;
  }

  /** Changes a call's state, unless it has another one by now than it had. */
  replaceState(toolCallId: string, before: ItemState, state: ItemState): boolean {
    if (this.#items.get(toolCallId)?.state !== before) return false;
    this.change(toolCallId, { state });
    if (state.status === 'decided') {
      this.#undecided -= 1;
      this.#deadlines.delete(toolCallId);
    } else if (before.status === 'decided') {
      this.#undecided += 1;
      this.metadata.delete(toolCallId);
      const expiresAt = this.#items.get(toolCallId)?.expiresAt;
      if (expiresAt !== undefined) this.#deadlines.set(toolCallId, toDeadline(expiresAt, this.#clock));
    }
    return true;
  }

  /** @throws UserError for what is no time. */
  extend(toolCallId: string, expiresAt: number): void {
    this.#setDeadline(toolCallId, expiresAt);
    this.request.report({ type: 'extended', toolCallId, expiresAt });
  }

  /** Shows a call as it is now: who has said yes to it, what would run, until when. */
  showAs({ toolCallId, call, expiresAt }: Extract<CallNews, { readonly call: DeferredCall }>): void {
    this.change(toolCallId, { call: titled(call) });
    if (expiresAt !== undefined) this.#setDeadline(toolCallId, expiresAt);
  }

  /** What is wrong with an answer; where it is one yes of several, what it came to. */
  async consider({ toolCallId, needs }: DeferredCall, answer: DeferredAnswer): Promise<Counting> {
    const issues = await this.request.check(toolCallId, answer);
    const isOne = needs !== undefined && answer.kind === 'tool-approved' && !this.closing.signal.aborted;
    return issues.length > 0 || !isOne ? issues : ((await this.request.count?.(toolCallId, answer)) ?? []);
  }

  /** Describes the call that an edit approves. `undefined` for an answer that edits nothing, and where nobody can describe it. */
  describeEdit(item: PendingItem, answer: ItemAnswer): Promise<EditedCall | undefined> | undefined {
    const input = editedInput(answer, item.call.input);
    const describe = this.formOf(item)?.describe;
    if (input === undefined || describe === undefined) return undefined;
    return loadDescription((signal) => describe(input, signal), this.closing.signal, this.#clock);
  }

  /** Makes the preview of a call, and says so once it is there. */
  async loadPreview(toolCallId: string, done: () => void): Promise<void> {
    const load = async (signal: AbortSignal) => await this.request.preview?.(toolCallId, signal);
    const preview = await loadPreview(load, this.closing.signal, this.#clock);
    this.change(toolCallId, { preview });
    done();
  }

  /** The calls whose time is up. */
  overdue(): readonly PendingItem[] {
    const late = [...this.#deadlines].filter(
      ([id, deadline]) => timeLeft(deadline, this.#clock) + this.#grace(id) <= 0,
    );
    return late.flatMap(([id]) => this.#items.get(id) ?? []);
  }

  /** Whether a call's time is up, also while an answer to it is checked. */
  isOverdue(toolCallId: string): boolean {
    const deadline = this.#deadlines.get(toolCallId);
    return deadline !== undefined && timeLeft(deadline, this.#clock) <= 0;
  }

  /** The earliest time by the wall clock at which a call can expire, and how long to wait until then. */
  next(): { readonly at: number; readonly wait: number } {
    let at = Number.POSITIVE_INFINITY;
    let wait = at;
    for (const [id, deadline] of this.#deadlines) {
      at = Math.min(at, deadline.expiresAt);
      wait = Math.min(wait, Math.max(0, waitFor(deadline, this.#clock) + this.#grace(id)));
    }
    return { at, wait };
  }

  #setDeadline(toolCallId: string, expiresAt: number): void {
    this.#deadlines.set(toolCallId, toDeadline(expiresAt, this.#clock));
    this.change(toolCallId, { expiresAt });
  }

  #grace(toolCallId: string): number {
    return this.#items.get(toolCallId)?.state.status === 'checking' ? grace : 0;
  }
}

/** Every list of what waits shows its title: a text, whoever made the request. */
function titled(call: DeferredCall): DeferredCall {
  const title = titleOr(call.title, call.toolName);
  return title === call.title ? call : { ...call, title };
}

/**
 * A decision as data.
 *
 * @throws UserError when it cannot answer a call of that kind.
 */
export function toAnswer(item: PendingItem, decision: Decision): ItemAnswer {
  if (decision === 'defer') return 'defer';
  const { toolCallId } = item.call;
  if (item.kind === 'approval') {
    if (typeof decision === 'boolean') return decision ? toolApproved() : toolDenied();
    return parseApproval(toolCallId, decision);
  }
  if (typeof decision === 'boolean') {
    throw new UserError(
      'call-answer',
      `decide('${toolCallId}', ${decision}) cannot answer an external call. Give its result with toolReturn(), or ToolFailed.`,
    );
  }
  const answer = parseCall(toolCallId, decision);
  refuseRunAgain(item.call, answer);
  return answer;
}

/** The answers of a batch whose calls are all decided. */
function toResults(batch: PendingBatch, metadata: ReadonlyMap<string, JSONObject>): DeferredToolResults {
  const approvals: (readonly [string, ApprovalAnswer])[] = [];
  const calls: (readonly [string, CallAnswer])[] = [];
  const defer: string[] = [];
  for (const { kind, call, state } of batch.items) {
    if (state.status !== 'decided') continue;
    const { answer } = state;
    if (answer === 'defer') defer.push(call.toolCallId);
    else if (kind === 'approval')
      approvals.push([call.toolCallId, answer as ApprovalAnswer]); // toAnswer looked at the kind
    else calls.push([call.toolCallId, answer as CallAnswer]);
  }
  return {
    approvals: Object.fromEntries(approvals),
    calls: Object.fromEntries(calls),
    metadata: Object.fromEntries(metadata),
    defer,
  };
}

/** Whether an answer is an edit, which may turn out to be wrong. */
export function isEdit(answer: ItemAnswer): boolean {
  return typeof answer === 'object' && 'overrideArgs' in answer && answer.overrideArgs !== undefined;
}

/** Whether an answer is a person's no. */
export function isDenial(answer: ItemAnswer): boolean {
  return typeof answer === 'object' && answer.kind === 'tool-denied';
}

/** Whether a call waits for somebody's answer, or for the page's. */
export function isOpen({ state }: PendingItem): boolean {
  return state.status === 'waiting' || state.status === 'running';
}
