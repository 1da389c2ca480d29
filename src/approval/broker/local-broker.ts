import { UserError } from '../../protocol/base/errors.js';
import { definedProps, ownMember } from '../../protocol/base/record.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import type { Issue } from '../../protocol/signals.js';
import { editedCallOf, editedInput } from '../edit/edited-call.js';
import type { Grants } from '../grants/grants.js';
import { type AskFunction, type AskRequest, batchAborted } from './ask.js';
import { type Batch, type BatchCall, type DecideAction, nextExpiry, openBatch, toPendingBatch } from './batch.js';
import { type Broker, throwUnknownItem } from './broker.js';
import { type BrokerEvent, type BrokerEventBody, createEventHub, type EventHub } from './broker-event.js';
import { ChangeNotifier } from './change-notifier.js';
import { type BrokerClock, createAlarm, type Moment } from './deadline.js';
import type { DecideOptions, DecideOutcome, Decision } from './decision.js';
import { GrantResolver } from './grant-resolver.js';
import { loadDescription, loadPreview } from './load-preview.js';
import { type InputForm, itemId, type PendingBatch, type PendingItem } from './pending.js';
import { type BatchAction, type BatchEffect, type CheckEffect, type CheckResult, reduceBatch } from './reduce-batch.js';

/** The run that asked about a batch. */
type Origin = Pick<AskRequest, 'batchId' | 'runId' | 'agentPath'> & { report?: AskRequest['report'] };

/** The state of a batch, and the functions that its effects call. */
interface BatchEntry {
  readonly origin: Origin;
  batch: Batch;
  /** `undefined` once the batch is closed. */
  open: OpenRequest | undefined;
}

interface OpenRequest {
  readonly request: AskRequest;
  readonly resolve: (results: DeferredToolResults) => void;
  readonly reject: (error: Error) => void;
  /** Aborted when the batch is closed. */
  readonly closing: AbortController;
  readonly forms: Map<string, InputForm>;
  stopTimer?: (() => void) | undefined;
  pending?: PendingBatch | undefined;
}

/** A call to `respond` that waits for its outcome. */
interface Attempt {
  readonly remember: DecideOptions['remember'];
  readonly resolve: (outcome: DecideOutcome) => void;
  readonly reject: (error: unknown) => void;
}

type NewDecision = Omit<DecideAction, 'type' | 'attempt'>;

/** The number of closed batches that still report late answers to their runs. */
const reporting = 100;

/** Holds batches, runs the effects of `reduceBatch`, and notifies subscribers. See `createBroker`. */
export class LocalBroker implements Broker {
  readonly grants: Grants | undefined;
  readonly #clock: BrokerClock;
  readonly #hub: EventHub<BrokerEvent> = createEventHub();
  readonly #grantResolver: GrantResolver<BatchEntry>;
  readonly #changes: ChangeNotifier = new ChangeNotifier();
  readonly #open: Set<BatchEntry> = new Set();
  /** Every call that was ever asked about, by item id. */
  readonly #byId: Map<string, { readonly entry: BatchEntry; readonly toolCallId: string }> = new Map();
  readonly #closed: Origin[] = [];
  readonly #attempts: Map<number, Attempt> = new Map();
  readonly #alarm: ReturnType<typeof createAlarm>;
  #attemptCount = 0;
  /** Nothing expires before this time by the wall clock. */
  #nextExpiry: number = Number.POSITIVE_INFINITY;
  #pending: readonly PendingBatch[] | undefined;

  constructor(clock: BrokerClock, grants: Grants | undefined) {
    this.#clock = clock;
    this.grants = grants;
    this.#alarm = createAlarm(clock, () => {
      this.#expire();
      this.#setAlarm();
    });
    this.#grantResolver = new GrantResolver(grants, {
      batches: this.#open,
      decide: (entry, toolCallId, remembered) =>
        void this.#dispatch(entry, { type: 'grant', toolCallId, ...remembered }),
    });
  }

  get pending(): readonly PendingBatch[] {
    this.#pending ??= [...this.#open].flatMap(({ batch, open }) => {
      if (batch.status === 'closed' || open === undefined) return [];
      open.pending ??= toPendingBatch(batch);
      return [open.pending];
    });
    return this.#pending;
  }

  readonly subscribe: Broker['subscribe'] = this.#changes.subscribe;

  readonly events: Broker['events'] = this.#hub.read;

  readonly request: AskFunction = (request) => {
    const promise = new Promise<DeferredToolResults>((resolve, reject) => {
      if (request.signal.aborted) return reject(batchAborted());
      const batch = openBatch(request, this.#now());
      if (batch.calls.size === 0) return resolve({ approvals: {}, calls: {}, metadata: {}, defer: [] });
      for (const { item } of batch.calls.values())
        if (this.#byId.get(item.id)?.entry.open !== undefined) throw askedTwice(item.id);
      const { batchId, runId, agentPath, report } = request;
      const open = { request, resolve, reject, closing: new AbortController(), forms: new Map() };
      const entry: BatchEntry = { origin: { batchId, runId, agentPath, report }, batch, open };
      const abort = (): void => void this.#dispatch(entry, { type: 'abort' });
      request.signal.addEventListener('abort', abort, { signal: open.closing.signal });
      this.#open.add(entry);
      this.#begin(entry, request, batch.calls.values());
    });
    // A handler may have stopped listening by the time that its batch is aborted.
    promise.catch(() => {});
    return promise;
  };

  readonly respond: Broker['respond'] = async (id, decision, options = {}) => {
    this.#expire();
    const { entry, toolCallId } = this.#byId.get(id) ?? throwUnknownItem(id);
    const { by = { type: 'person' } } = options;
    return await this.#decide(entry, { ...options, toolCallId, decision, by });
  };

  readonly retract: Broker['retract'] = (id) => {
    this.#expire();
    const { entry, toolCallId } = this.#byId.get(id) ?? throwUnknownItem(id);
    return this.#dispatch(entry, { type: 'retract', toolCallId });
  };

  readonly sendNow: Broker['sendNow'] = (batchId) =>
    [...this.#open].some((entry) => entry.origin.batchId === batchId && this.#dispatch(entry, { type: 'send' }));

  readonly extend: Broker['extend'] = (id, expiresAt) => {
    this.#expire();
    const { entry, toolCallId } = this.#byId.get(id) ?? this.#ofBatch(id) ?? throwUnknownItem(id);
    return this.#dispatch(entry, { type: 'extend', toolCallId, expiresAt });
  };

  readonly formOf: Broker['formOf'] = (id) => {
    const { entry, toolCallId = '' } = this.#byId.get(id) ?? {};
    if (entry?.batch.status !== 'open' || entry.batch.calls.get(toolCallId)?.item.kind !== 'approval') return undefined;
    // Listeners compare forms, so a call keeps its own.
    const form = entry.open?.forms.get(toolCallId) ?? entry.open?.request.form?.(toolCallId);
    if (form !== undefined) entry.open?.forms.set(toolCallId, form);
    return form;
  };

  readonly markWorking: Broker['markWorking'] = (id) => {
    const { entry, toolCallId = '' } = this.#byId.get(id) ?? {};
    if (entry !== undefined) this.#dispatch(entry, { type: 'work', toolCallId });
  };

  #begin(entry: BatchEntry, request: AskRequest, calls: Iterable<BatchCall>): void {
    for (const { item, wasExtended } of calls) {
      const { id, kind, call, expiresAt, preview } = item;
      const { toolCallId } = call;
      this.#byId.set(id, { entry, toolCallId });
      if (expiresAt !== undefined && wasExtended === true) request.report({ type: 'extended', toolCallId, expiresAt });
      this.#emit(entry.origin, toolCallId, { type: 'requested', kind, call, ...definedProps({ expiresAt }) });
      if (preview.status === 'loading') void this.#loadPreview(entry, toolCallId);
      const answered = answerBefore(request, item);
      // It was given in time, however late the call is asked about again. If it is rejected, the call stays open.
      if (answered !== undefined) this.#decide(entry, answered).catch(() => {});
    }
    request.follow?.((news) => void this.#dispatch(entry, { type: 'news', news }));
    this.#grantResolver.begin(entry, request.round);
    this.#setAlarm();
    const isWaiting = (): boolean =>
      entry.batch.status === 'open' && entry.batch.calls.list().some(({ item }) => item.state.status === 'waiting');
    // A batch that the page answers itself is not urgent.
    void this.#publish(isWaiting);
  }

  #decide(entry: BatchEntry, decision: NewDecision): Promise<DecideOutcome> {
    this.#attemptCount += 1;
    const attempt = this.#attemptCount;
    return new Promise((resolve, reject) => {
      this.#attempts.set(attempt, { remember: decision.remember, resolve, reject });
      try {
        this.#dispatch(entry, { type: 'decide', ...decision, attempt });
      } catch (error) {
        this.#attempts.delete(attempt);
        throw error;
      }
    });
  }

  /** Returns `true` when the action applied. */
  #dispatch(entry: BatchEntry, action: BatchAction): boolean {
    const { batch, effects } = reduceBatch(entry.batch, action, this.#now());
    entry.batch = batch;
    for (const effect of effects) this.#run(entry, effect);
    return effects.length > 0;
  }

  #run(entry: BatchEntry, effect: BatchEffect): void {
    const { origin, open } = entry;
    switch (effect.type) {
      case 'check':
        return void this.#check(entry, effect);
      case 'reply':
        return void this.#reply(effect.attempt, ({ resolve }) => resolve(effect.outcome));
      case 'report':
        return void origin.report?.(effect.event, effect.metadata);
      case 'emit':
        return void this.#emit(origin, effect.toolCallId, effect.event);
      case 'publish':
        if (open !== undefined) open.pending = undefined;
        return void this.#publish(effect.urgency === 'now');
      case 'work':
        return void open?.request.began?.(effect.toolCallId);
      case 'revoke':
        return void this.#revoke(effect.grantId);
      case 'send-timer':
        return void this.#setSendTimer(entry, effect.delay);
      case 'expiry-timer':
        return void this.#setAlarm();
      case 'resolve':
        this.#close(entry);
        return void this.#changes.afterwards(() => open?.resolve(effect.results));
      case 'reject':
        this.#close(entry);
        return void open?.reject(effect.error);
      default:
        effect satisfies never;
    }
  }

  async #check(entry: BatchEntry, effect: CheckEffect): Promise<void> {
    const { attempt, by } = effect;
    const about = { type: 'checked', toolCallId: effect.item.call.toolCallId, attempt, by } as const;
    try {
      this.#dispatch(entry, { ...about, result: await this.#validate(entry, effect) });
    } catch (error) {
      this.#dispatch(entry, { ...about, result: { type: 'open' } });
      void this.#reply(attempt, ({ reject }) => reject(error));
    }
  }

  async #validate({ open }: BatchEntry, { attempt, item, answer, by }: CheckEffect): Promise<CheckResult> {
    if (open === undefined) return { type: 'valid' };
    const { request, closing } = open;
    const { toolCallId, input, needs } = item.call;
    const edit = editedInput(answer, input);
    const describe = edit === undefined ? undefined : this.formOf(item.id)?.describe;
    const description =
      edit === undefined || describe === undefined
        ? undefined
        : loadDescription((signal) => describe(edit, signal), closing.signal, this.#clock);
    const issues = answer === 'defer' ? [] : await request.check(toolCallId, answer);
    if (issues.length > 0) return invalidAnswer(issues);
    if (answer !== 'defer' && answer.kind === 'tool-approved' && needs !== undefined && !closing.signal.aborted) {
      const counting = (await request.count?.(toolCallId, answer)) ?? [];
      if ('missing' in counting) {
        const { missing, call } = counting;
        return { type: 'open', outcome: { status: 'accepted', missing }, call };
      }
      if (counting.length > 0) return invalidAnswer(counting);
    }
    const editedCall = editedCallOf(item.call, answer, await description);
    const remember = this.#attempts.get(attempt)?.remember;
    if (remember === undefined || closing.signal.aborted) return { type: 'valid', editedCall };
    // A grant is added as late as possible before its decision counts.
    const granted = await this.#grantResolver.remember({ request, item, answer, remember, by });
    return 'issues' in granted ? invalidAnswer(granted.issues) : { type: 'valid', editedCall, ...granted };
  }

  async #reply(id: number, settle: (attempt: Attempt) => void): Promise<void> {
    const attempt = this.#attempts.get(id);
    if (attempt === undefined) return;
    this.#attempts.delete(id);
    if (attempt.remember !== undefined) await this.#grantResolver.answer();
    await this.#changes.published;
    settle(attempt);
  }

  /** Revokes a grant whose decision does not count any more. The calls that it answered wait again. */
  #revoke(grantId: string): void {
    this.#grantResolver.revoke(grantId);
    const reopened = [...this.#open].map((entry) => this.#dispatch(entry, { type: 'retract-grant', grantId }));
    // Another grant may answer them.
    if (reopened.includes(true)) void this.#grantResolver.answer();
  }

  async #loadPreview(entry: BatchEntry, toolCallId: string): Promise<void> {
    const { open } = entry;
    if (open === undefined) return;
    const load = async (signal: AbortSignal): Promise<unknown> => await open.request.preview?.(toolCallId, signal);
    const preview = await loadPreview(load, open.closing.signal, this.#clock);
    this.#dispatch(entry, { type: 'previewed', toolCallId, preview });
  }

  #close(entry: BatchEntry): void {
    entry.open?.stopTimer?.();
    // Without a reason of its own, an abort would bring a DOMException.
    entry.open?.closing.abort('The batch is closed.');
    entry.open = undefined;
    this.#open.delete(entry);
    this.#closed.push(entry.origin);
    if (this.#closed.length > reporting) delete this.#closed.shift()?.report;
    if (this.#open.size === 0) this.#grantResolver.end();
    this.#setAlarm();
  }

  #setSendTimer(entry: BatchEntry, delay: number | undefined): void {
    entry.open?.stopTimer?.();
    if (entry.open === undefined) return;
    const send = (): void => void this.#dispatch(entry, { type: 'send' });
    entry.open.stopTimer = delay === undefined ? undefined : this.#clock.setTimeout(send, delay);
  }

  /** Runs before each answer too, because a timer may be late. */
  #expire(): void {
    if (this.#clock.now() < this.#nextExpiry) return;
    for (const entry of [...this.#open]) this.#dispatch(entry, { type: 'expire' });
    this.#setAlarm();
  }

  #setAlarm(): void {
    const now = this.#now();
    const next = [...this.#open].flatMap(({ batch }) => (batch.status === 'open' ? [nextExpiry(batch, now)] : []));
    this.#nextExpiry = Math.min(...next.map(({ at }) => at));
    const wait = Math.min(...next.map((each) => each.wait));
    this.#alarm.set(wait === Number.POSITIVE_INFINITY ? undefined : wait);
  }

  #emit({ batchId, runId, agentPath }: Origin, toolCallId: string, body: BrokerEventBody): void {
    const id = itemId(batchId, toolCallId);
    this.#hub.emit(() => ({ v: 1, at: this.#clock.now(), id, batchId, toolCallId, runId, agentPath, ...body }));
  }

  #ofBatch(batchId: string): { readonly entry: BatchEntry; readonly toolCallId?: undefined } | undefined {
    const all = [...this.#open, ...[...this.#byId.values()].map(({ entry }) => entry)];
    const entry = all.find(({ origin }) => origin.batchId === batchId);
    return entry && { entry };
  }

  #now(): Moment {
    return { now: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }

  #publish(isUrgent: boolean | (() => boolean)): Promise<void> {
    this.#pending = undefined;
    return this.#changes.publish(isUrgent);
  }
}

/** Returns the answer that a call received in time before it is asked about again. */
function answerBefore({ earlier, refused }: AskRequest, { kind, call }: PendingItem): NewDecision | undefined {
  const { toolCallId } = call;
  const person = { type: 'person' } as const;
  const { answered, comesBack } = earlier?.(toolCallId) ?? {};
  // An answer is a decision as data.
  if (answered !== undefined) {
    const { answer, by = person, ...more } = answered;
    return { ...more, toolCallId, decision: answer as Decision, by, isRestored: true };
  }
  const refusedAnswer = refused && ownMember(refused.answers, toolCallId);
  const isOpen = comesBack === 'open' || (refused?.toolCallId === toolCallId && kind === 'approval');
  if (refusedAnswer === undefined || isOpen) return undefined;
  const by = kind === 'approval' ? person : ({ type: 'page' } as const);
  return { toolCallId, decision: refusedAnswer as Decision, by, isRestored: true };
}

function invalidAnswer(issues: readonly Issue[]): CheckResult {
  return { type: 'open', outcome: { status: 'invalid', issues } };
}

/** The call already waits. */
function askedTwice(id: string): UserError {
  return new UserError(
    'asked-twice',
    `The call '${id}' waits already, and only one could be answered. Give each batch an id of its own.`,
  );
}
