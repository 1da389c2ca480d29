import { UserError } from '../../protocol/base/errors.js';
import { given } from '../../protocol/base/record.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import type { DeferredToolResults } from '../../protocol/deferred.js';
import { toolExpired } from '../../protocol/make-answer.js';
import type { EditedCall } from '../../protocol/preview.js';
import type { LateReason } from '../../protocol/run-event.js';
import { editedCallOf } from '../edit/edited-call.js';
import type { Grants } from '../grants/grants.js';
import { type AskFunction, expired, noLongerWanted } from './ask.js';
import type { Broker } from './broker.js';
import { type BrokerEvent, type BrokerEventBody, createEventHub, type EventHub } from './broker-event.js';
import { ChangeNotifier } from './change-notifier.js';
import type { BrokerClock } from './deadline.js';
import type { CallNews, Counting, DecideOptions, DecideOutcome, Decision } from './decision.js';
import { ExpiryWatch } from './expiry-watch.js';
import { GrantDesk, type Granting, type Remembering } from './grant-desk.js';
import { type DecidedCall, type ItemState, itemId, type PendingBatch, type PendingItem } from './pending.js';
import { type Asker, HeldNoes, SettledCalls } from './settled-calls.js';
import { UnsentAnswers } from './unsent-answers.js';
import { isDenial, isEdit, isOpen, type Settle, toAnswer, WaitingBatch } from './waiting-batch.js';

/** An answer that is looked at before it counts. */
interface Considering extends Pick<Remembering, 'answer' | 'by'> {
  readonly remember: DecideOptions['remember'];
  /** The description of the call as it was edited, on its way. */
  readonly described: Promise<EditedCall | undefined> | undefined;
}

/** See `createBroker`. */
export class LocalBroker implements Broker {
  readonly grants: Grants | undefined;
  readonly #clock: BrokerClock;
  readonly #watch: ExpiryWatch;
  readonly #hub: EventHub<BrokerEvent> = createEventHub();
  readonly #desk: GrantDesk;
  readonly #changes: ChangeNotifier = new ChangeNotifier();
  readonly #waiting: Map<WaitingBatch, Settle> = new Map();
  /** What waits, by item id. */
  readonly #byId: Map<string, readonly [batch: WaitingBatch, toolCallId: string]> = new Map();
  readonly #unsent: UnsentAnswers;
  readonly #closed: SettledCalls = new SettledCalls();
  readonly #noes: HeldNoes = new HeldNoes();
  #pending: readonly PendingBatch[] | undefined;

  constructor(clock: BrokerClock, grants: Grants | undefined) {
    this.#clock = clock;
    this.grants = grants;
    this.#desk = new GrantDesk(grants, {
      batches: this.#waiting,
      decide: (batch, item, remembered) => void this.#decide(batch, item, remembered),
    });
    this.#unsent = new UnsentAnswers({
      clock,
      desk: this.#desk,
      batches: this.#waiting,
      send: (batch) => this.#send(batch),
      tell: (batch, toolCallId, body) => this.#tell(batch.request, toolCallId, body),
    });
    this.#watch = new ExpiryWatch({ clock, batches: this.#waiting, expire: (...late) => this.#expire(...late) });
  }

  get pending(): readonly PendingBatch[] {
    this.#pending ??= [...this.#waiting.keys()].map(({ shown }) => shown);
    return this.#pending;
  }

  readonly subscribe: Broker['subscribe'] = this.#changes.subscribe;

  readonly events: Broker['events'] = this.#hub.read;

  readonly request: AskFunction = (request) => {
    const promise = new Promise<DeferredToolResults>((resolve, reject) => {
      if (request.signal.aborted) return reject(noLongerWanted());
      const batch = new WaitingBatch(request, this.#clock);
      if (batch.isDecided) return resolve(batch.results);
      for (const { id } of batch.items) if (this.#byId.has(id)) throw askedTwice(id);
      const withdraw = (): void => this.#withdraw(batch);
      request.signal.addEventListener('abort', withdraw);
      const leave = (): void => request.signal.removeEventListener('abort', withdraw);
      this.#waiting.set(batch, { resolve, reject, leave });
      this.#begin(batch);
    });
    // A handler may have stopped listening by the time that its batch is withdrawn.
    promise.catch(() => {});
    return promise;
  };

  readonly respond: Broker['respond'] = async (id, decision, options = {}) => {
    this.#watch.sweep();
    this.#found(id)?.batch.release();
    return await this.#respond(id, decision, options);
  };

  async #respond(id: string, decision: Decision, options: DecideOptions): Promise<DecideOutcome> {
    const { by = { type: 'person' }, metadata, remember } = options;
    const found = this.#found(id);
    if (found === undefined) return await this.#late(id, by);
    const { batch, item } = found;
    const { toolCallId } = item.call;
    if (!isOpen(item)) {
      if (!this.#noes.mustWait(item, () => isDenial(toAnswer(item, decision))) || batch.isOverdue(toolCallId))
        return await this.#late(id, by);
      // It was given in time: how long the other one is checked does not make it late.
      return await new Promise((resolve) => this.#noes.hold(id, () => resolve(this.#respond(id, decision, options))));
    }
    const answer = toAnswer(item, decision);
    const checking: PendingItem = { ...item, state: { status: 'checking' } };
    if (remember !== undefined || isEdit(answer)) this.#noes.doubt(checking.state);
    batch.replaceState(toolCallId, item.state, checking.state);
    // Most checks are over before a frame is, so that this is seldom shown.
    void this.#publish(false);
    const reopen = async (): Promise<boolean> => {
      const isMine = this.#waiting.has(batch) && batch.replaceState(toolCallId, checking.state, item.state);
      if (isMine) this.#noes.release(id);
      this.#watch.sweep();
      await this.#publish(by.type !== 'page');
      return isMine;
    };
    const describing = batch.describeEdit(checking, answer);
    const consideration = this.#consider(batch, checking, { answer, remember, by, described: describing });
    const considered = await consideration.catch(async (error) => {
      await reopen();
      throw error;
    });
    const granted = 'revoke' in considered ? considered : undefined;
    if ('missing' in considered) {
      batch.showAs({ toolCallId, call: considered.call });
      return (await reopen()) ? { status: 'accepted', missing: considered.missing } : await this.#late(id, by);
    }
    if (!('revoke' in considered) && considered.length > 0) {
      return (await reopen()) ? { status: 'invalid', issues: considered } : await this.#late(id, by);
    }
    const editedCall = describing && (await describing);
    const isFirst = this.#decide(batch, checking, { answer, by, metadata, editedCall });
    if (!isFirst) granted?.revoke();
    else if (granted !== undefined && this.#byId.has(id)) this.#unsent.granted(id, granted);
    if (granted !== undefined) await this.#desk.answer();
    if (!isFirst) return await this.#late(id, by);
    await this.#changes.published;
    return { status: 'accepted' };
  }

  readonly takeBack: Broker['takeBack'] = (id) => {
    this.#watch.sweep();
    const found = this.#found(id);
    if (found === undefined) this.#closed.get(id); // throws where nobody was asked
    const isTaken = found !== undefined && this.#unsent.takeBack(found.batch, found.item);
    this.#watch.reset();
    if (isTaken) void this.#publish(true);
    return isTaken;
  };

  readonly sendNow: Broker['sendNow'] = (batchId) => this.#unsent.sendNow(batchId);

  readonly formOf: Broker['formOf'] = (id) => {
    const found = this.#found(id);
    return found?.batch.formOf(found.item);
  };

  readonly extend: Broker['extend'] = (id, expiresAt) => {
    this.#watch.sweep();
    const found = this.#found(id);
    const batch = found?.batch ?? [...this.#waiting.keys()].find(({ request }) => request.batchId === id);
    if (batch === undefined) {
      this.#closed.refuseUnknown(id);
      return false;
    }
    const items = found === undefined ? [...batch.items] : [found.item];
    const open = items.filter(({ state }) => state.status !== 'decided');
    for (const { call } of open) {
      batch.extend(call.toolCallId, expiresAt);
      this.#tell(batch.request, call.toolCallId, { type: 'extended', expiresAt });
    }
    this.#watch.reset();
    void this.#publish(true);
    return open.length > 0;
  };

  readonly markWorking: Broker['markWorking'] = (id) => {
    const found = this.#found(id);
    if (found === undefined || found.item.state.status !== 'waiting') return;
    const { toolCallId } = found.item.call;
    found.batch.request.began?.(toolCallId);
    found.batch.replaceState(toolCallId, found.item.state, { status: 'running' });
    void this.#publish(false);
  };

  #begin(batch: WaitingBatch): void {
    for (const item of batch.items) {
      const { id, kind, call, preview, expiresAt } = item;
      const { toolCallId } = call;
      this.#byId.set(id, [batch, toolCallId]);
      this.#tell(batch.request, toolCallId, { type: 'requested', kind, call, ...given({ expiresAt }) });
      if (preview.status === 'loading')
        void batch.loadPreview(toolCallId, () => this.#waiting.has(batch) && void this.#publish(false));
      const answered = batch.answerBefore(item);
      // It was given in time, however late its card is back. One that is not taken any more leaves its card open.
      if (answered !== undefined) this.#respond(id, answered.answer as Decision, answered).catch(() => {}); // as data
    }
    batch.request.follow?.((news) => this.#hear(batch, news));
    this.#desk.begin(batch);
    this.#watch.reset();
    // What the page itself answers need not interrupt anybody.
    void this.#publish(() => [...batch.items].some(({ state }) => state.status === 'waiting'));
  }

  /** What is told of a call from elsewhere counts as soon as it is known: whatever was said here by then has not gone back. */
  #hear(batch: WaitingBatch, news: CallNews): void {
    const item = batch.item(news.toolCallId);
    if (item === undefined || !this.#waiting.has(batch)) return;
    if ('call' in news) batch.showAs(news);
    else this.#decide(batch, this.#unsent.giveWay(batch, item), news);
    this.#watch.reset();
    void this.#publish(true);
  }

  /** What is wrong with an answer; when it is to be remembered, it is, and can be revoked. */
  async #consider(
    batch: WaitingBatch,
    item: PendingItem,
    { answer, remember, by, described }: Considering,
  ): Promise<Counting | Granting> {
    const issues = answer === 'defer' ? [] : await batch.consider(item.call, answer);
    // A grant is added as late as possible before its decision counts.
    if (remember !== undefined) await described;
    if ('missing' in issues || issues.length > 0 || remember === undefined || !this.#waiting.has(batch)) return issues;
    return await this.#desk.remember({ batch, item, answer, remember, by });
  }

  /** Settles a call that still stands as it did. */
  #decide(batch: WaitingBatch, item: PendingItem, { answer, by, metadata, ...about }: DecidedCall): boolean {
    const { toolCallId } = item.call;
    const edited = given({ editedCall: editedCallOf(item.call, answer, about.editedCall) });
    const state: ItemState = { status: 'decided', answer, by, at: this.#clock.now(), ...edited };
    if (!this.#waiting.has(batch) || !batch.replaceState(toolCallId, item.state, state)) return false;
    if (metadata !== undefined) batch.metadata.set(toolCallId, metadata);
    batch.request.report({ type: 'answer', toolCallId, answer, by, ...edited }, metadata);
    if (by.type !== 'expiry') this.#tell(batch.request, toolCallId, { type: 'answered', answer, by, ...edited });
    if (batch.isDecided && batch.isHeld) this.#unsent.hold(batch);
    else if (batch.isDecided && batch.sendDelay > 0) this.#unsent.sendLater(batch);
    else if (batch.isDecided) this.#send(batch);
    void this.#publish(by.type !== 'page');
    this.#noes.release(item.id);
    return true;
  }

  #send(batch: WaitingBatch): void {
    const settle = this.#close(batch, 'answered');
    this.#changes.afterwards(() => settle?.resolve(batch.results));
    void this.#publish(true);
  }

  #expire(batch: WaitingBatch, item: PendingItem): void {
    if (!this.#waiting.has(batch)) return;
    const { onExpiry = 'deny' } = batch.request;
    this.#tell(batch.request, item.call.toolCallId, { type: 'expired', outcome: onExpiry });
    if (onExpiry !== 'fail') {
      this.#decide(batch, item, { answer: onExpiry === 'park' ? 'defer' : toolExpired(), by: { type: 'expiry' } });
      return;
    }
    const settle = this.#close(batch, 'expired');
    void this.#publish(true);
    settle?.reject(expired(item));
  }

  #withdraw(batch: WaitingBatch): void {
    const settle = this.#close(batch, 'cancelled');
    if (settle === undefined) return;
    for (const { state, call } of batch.items)
      if (state.status !== 'decided') this.#tell(batch.request, call.toolCallId, { type: 'withdrawn' });
    void this.#publish(true);
    settle.reject(noLongerWanted());
  }

  #tell({ batchId, runId, agentPath }: Asker, toolCallId: string, body: BrokerEventBody): void {
    const id = itemId(batchId, toolCallId);
    this.#hub.emit(() => ({ v: 1, at: this.#clock.now(), id, batchId, toolCallId, runId, agentPath, ...body }));
  }

  /** Takes a batch off the screen. Nothing when it is closed already. */
  #close(batch: WaitingBatch, reason: LateReason): Settle | undefined {
    const settle = this.#waiting.get(batch);
    if (settle === undefined) return undefined;
    this.#waiting.delete(batch);
    this.#unsent.close(batch);
    this.#closed.add(batch.request, batch.late(reason));
    const ids = [...batch.items].map(({ id }) => id);
    for (const id of ids) this.#byId.delete(id);
    this.#noes.releaseSoon(ids);
    settle.leave();
    // Without a reason of its own, an abort would bring a DOMException.
    batch.closing.abort('The batch is closed.');
    if (this.#waiting.size === 0) this.#desk.end();
    this.#watch.reset();
    return settle;
  }

  async #late(id: string, by: DecidedBy): Promise<DecideOutcome> {
    const found = this.#found(id);
    const { toolCallId, asker, reason } = found?.batch.settled(found.item) ?? this.#closed.get(id);
    asker.report?.({ type: 'late-answer', toolCallId, reason });
    this.#tell(asker, toolCallId, { type: 'late', reason, by });
    await this.#publish(true);
    return { status: 'late', reason };
  }

  /** The call that waits under an id. */
  #found(id: string): { readonly batch: WaitingBatch; readonly item: PendingItem } | undefined {
    const [batch, toolCallId = ''] = this.#byId.get(id) ?? [];
    const item = batch?.item(toolCallId);
    return batch && item && { batch, item };
  }

  #publish(isUrgent: boolean | (() => boolean)): Promise<void> {
    this.#pending = undefined;
    return this.#changes.publish(isUrgent);
  }
}

/** For a call that waits already. */
function askedTwice(id: string): UserError {
  return new UserError(
    'asked-twice',
    `The call '${id}' waits already, and only one could be answered. Give each batch an id of its own.`,
  );
}
