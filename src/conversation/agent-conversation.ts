import { createStore, type StoreApi } from 'zustand/vanilla';
import { defaultEnvironment } from '../agent/plumbing/environment.js';
import type { AgentRun } from '../agent/run/agent.js';
import type { RunInput } from '../agent/run/run-options.js';
import type { OwnBroker } from '../approval/broker/broker.js';
import { pageClock } from '../approval/broker/deadline.js';
import { LocalBroker } from '../approval/broker/local-broker.js';
import type { Grants } from '../approval/grants/grants.js';
import type { Clock } from '../protocol/base/clock.js';
import { RunAborted, UserError } from '../protocol/base/errors.js';
import { derivedId } from '../protocol/base/ids.js';
import { invokeCallback } from '../protocol/base/invoke-callback.js';
import { definedProps, withMember } from '../protocol/base/record.js';
import { serializeError } from '../protocol/base/serialize-error.js';
import { leftOpenResults } from '../protocol/results.js';
import { endsRun, type RunEvent } from '../protocol/run-event.js';
import type { Conversation, ConversationEnvironment } from './conversation.js';
import { createEventApplier, type EventApplier, pacedFrames } from './event-applier.js';
import { Inbox } from './inbox.js';
import { LateAnswers } from './late-answers.js';
import { reduceRunEvents } from './messages/reduce-run-event.js';
import { Steering } from './messages/steering.js';
import { createOptionCheck, type OptionsSource } from './options-source.js';
import { removeRefused } from './remove-refused.js';
import { closedMessage, restoreMessages, showUntilOpen, toSnapshot } from './restore-messages.js';
import { Rewinder, type Trigger } from './rewinder.js';
import type { OwnConversation } from './route-to-leader.js';
import { ClientToolRunner } from './run-client-tools.js';
import { ConversationMemory } from './state/conversation-memory.js';
import type { ActiveRun, RunBeginning } from './state/conversation-snapshot.js';
import { type ConversationState, initialState, type UserInput } from './state/conversation-state.js';
import { dehydrate, dehydrateLive } from './state/dehydrate.js';
import { EventList } from './state/event-list.js';
import { persistedLogs } from './state/event-log.js';
import { holdEvents } from './state/hold-events.js';
import { hydrateMemory, hydrateState } from './state/hydrate.js';
import { inThisPage } from './state/page-id.js';
import {
  type ConversationPersister,
  type ConversationStorage,
  eventRoom,
  notOpen,
  type PersistableConversation,
  refuseElsewhere,
} from './state/persister.js';
import { findRefused } from './state/refused-state.js';
import { nothingParked, refuseResume } from './state/turns.js';
import { toRunOptions } from './to-run-options.js';

/** A conversation that runs its agent in this page. */
export class AgentConversation<DEPS, OUTPUT> implements OwnConversation {
  readonly store: StoreApi<ConversationState>;
  readonly runKey: string | undefined;
  readonly decide: Conversation['decide'];
  readonly decideAll: Conversation['decideAll'];
  readonly extend: Conversation['extend'];
  readonly retract: Conversation['retract'];
  readonly formOf: Conversation['formOf'];
  readonly sendNow: Conversation['sendNow'];
  readonly grants: Grants | undefined;
  readonly #options: OptionsSource<DEPS, OUTPUT>['current'];
  readonly #renewOptions: () => void;
  readonly #optionCheck: ReturnType<typeof createOptionCheck>;
  readonly #runner: ClientToolRunner;
  readonly #applier: EventApplier;
  readonly #broker: OwnBroker;
  readonly #inbox: Inbox;
  readonly #late: LateAnswers = new LateAnswers();
  readonly #steering: Steering;
  #active: AgentRun<OUTPUT> | undefined;
  readonly #memory: ConversationMemory;
  readonly #rewinder: Rewinder;
  readonly #clock: Clock;
  /** `undefined` if the conversation is not persisted. */
  readonly #storage: ConversationStorage | undefined;
  #persister: ConversationPersister | undefined;
  #isDisposed = false;
  /** `ending`: the end of a run is not persisted yet. `closing`: the same, and the conversation closes after that. */
  #phase: 'open' | 'ending' | 'closing' = 'open';

  constructor({ current: options, renew }: OptionsSource<DEPS, OUTPUT>, environment: ConversationEnvironment = {}) {
    this.#options = options;
    this.#renewOptions = renew;
    this.#optionCheck = createOptionCheck(options());
    const { broker, grants, storage, runKey, initialMessages = [] } = options();
    this.runKey = runKey;
    this.#storage = runKey === undefined ? undefined : storage;
    const restored = restoreMessages(initialMessages);
    this.#memory = new ConversationMemory(restored);
    const messages = this.#storage === undefined ? restored.messages : showUntilOpen(restored, initialMessages);
    this.store = createStore(() => ({ ...initialState, messages }));
    this.#steering = new Steering(this.store);
    this.#rewinder = new Rewinder(this.store, this.#memory);
    const pace = pacedFrames(() => options().throttle, environment.scheduleFrame);
    this.#applier = createEventApplier((events) => {
      const room = eventRoom(this.#persister, this.#options().maxEvents);
      const reduce = (state: ConversationState) =>
        this.#steering.withRun(this.#withPending(holdEvents(reduceRunEvents(state, events), room)));
      this.store.setState(reduce, true);
    }, pace);
    const clock = { ...pageClock, ...environment };
    this.#clock = clock;
    this.#broker = broker ?? new LocalBroker(clock, grants);
    this.grants = this.#broker.grants;
    this.extend = this.#broker.extend;
    this.retract = this.#broker.retract;
    this.formOf = this.#broker.formOf;
    this.sendNow = this.#broker.sendNow;
    this.#runner = new ClientToolRunner(this.#broker, () => this.#options().clientTools ?? {});
    this.#inbox = new Inbox({
      broker: this.#broker,
      changed: (urgency) => (urgency === 'now' ? this.#recordLate() : this.#applier.touch()),
      now: () => clock.now(),
      sendDelay: () => this.#options().sendDelay ?? 0,
      earlier: (request) => this.#memory.earlierCalls(request),
      onRequest: (request) => this.#runner.asked(request),
      onReport: (batchId, event, metadata) =>
        this.#memory.recordAnswer(batchId, event, { metadata, at: this.#clock.now() }),
      onLate: (late) => this.#late.add(late),
      // The page of a decision only matters when other pages can show the conversation.
      withPage: (options) => (this.#persister === undefined ? options : inThisPage(options)),
    });
    this.decide = this.#inbox.decide;
    this.decideAll = this.#inbox.decideAll;
    if (this.#storage !== undefined) this.store.setState({ place: 'opening' });
  }

  readonly open: OwnConversation['open'] = () => {
    if (this.#persister !== undefined || this.#isDisposed) return;
    const [store, memory] = [this.store, this.#memory];
    this.#persister = this.#storage?.persist(this.runKey ?? '', {
      store,
      clock: this.#clock,
      dehydrate: () => dehydrate(memory, store.getState()),
      dehydrateLive: () => dehydrateLive(memory, store.getState()),
      snapshotOf: toSnapshot,
      hydrate: this.#hydrate,
      suspend: () => this.#active?.suspend?.(),
      stop: (reason) => this.#active?.abort(reason),
      decide: this.decide,
    });
    const log = this.#persister?.log;
    if (log !== undefined) persistedLogs.set(store, log);
  };

  readonly #hydrate: PersistableConversation['hydrate'] = (snapshot, log) => {
    const { queued: said, messages: shown } = this.store.getState();
    const { queued = [], steering = null, active, lastEnd = null } = snapshot ?? {};
    if (snapshot === undefined) this.store.setState({ messages: shown.map(closedMessage) });
    else {
      hydrateMemory(this.#memory, snapshot);
      this.store.setState({ ...hydrateState(snapshot), steering, pending: [], drafts: {} });
      if (active !== undefined) this.#begin(active.input, active.from, active);
    }
    // After a run that was stopped or failed, queued messages wait, and only a new message is sent.
    const isHeld = active === undefined && lastEnd !== null;
    const [next, ...later] = said;
    this.store.setState({
      place: 'here',
      queued: [...queued, ...(isHeld ? later : said)],
      events: EventList.of(log.events),
      earlierEvents: log.earlier,
    });
    if (isHeld && next !== undefined) this.#say(next);
    else if (!isHeld && this.store.getState().status === 'idle') this.#sendQueued();
  };

  readonly checkOptions: OwnConversation['checkOptions'] = () =>
    this.#optionCheck(this.#options(), this.store.getState());

  readonly runClientTools: Conversation['runClientTools'] = () => {
    this.#readOptions();
    this.#runner.run();
  };

  readonly followerVerbs: OwnConversation['followerVerbs'] = () => this.#persister?.followerVerbs();

  readonly takeLead: Conversation['takeLead'] = () => this.#persister?.takeLead();

  readonly start: Conversation['start'] = (input) => {
    this.#refuseIfDisposed();
    if (this.#canSend()) this.#say(input);
    else this.store.setState(({ queued }) => ({ queued: [...queued, input] }));
  };

  readonly steer: Conversation['steer'] = (input) => {
    this.#refuseIfDisposed();
    this.unqueue(input);
    if (this.#canSend() || !this.#steering.send(input)) this.start(input);
  };

  readonly unqueue: Conversation['unqueue'] = (input) => this.#steering.unqueue(input);

  readonly regenerate: Conversation['regenerate'] = () => {
    this.#refuseIfDisposed();
    const { input, trigger } = this.#rewinder.prepareRegenerate(this.#isBusy);
    this.#say(input, trigger);
  };

  readonly edit: Conversation['edit'] = (input, messageId) => {
    this.#refuseIfDisposed();
    this.#rewinder.rewind({ verb: 'edit', isBusy: this.#isBusy, messageId });
    this.#say(input);
  };

  readonly removeRefused: Conversation['removeRefused'] = () => {
    this.#refuseIfDisposed();
    const state = this.store.getState();
    refuseElsewhere(state);
    const refused = findRefused(state, this.#isBusy);
    if (refused.type === 'tool') this.#memory.withoutTools = [...this.#memory.withoutTools, refused.toolName];
    const messages = refused.type === 'tool' ? state.messages : removeRefused(this.#memory, state, refused);
    this.store.setState({ messages, status: 'idle', outcome: null, error: null });
    this.#persister?.changed();
    this.#answerRest();
  };

  /** Continues from the history. If it ends with an answer, sends the next queued message instead. */
  #answerRest(): void {
    this.#memory.commitPendingPrompt();
    const { history: messages } = this.#memory;
    const last = messages.at(-1);
    if (last?.role === 'user' || last?.role === 'tool') this.#begin(undefined, { messages });
    else this.#sendQueued();
  }

  readonly stop: Conversation['stop'] = (reason) => {
    this.#persister?.stop(reason);
    this.#active?.abort(reason);
  };

  readonly resume: Conversation['resume'] = (results, prompt) => {
    this.#refuseIfDisposed();
    refuseElsewhere(this.store.getState());
    refuseResume({ isBusy: this.#isBusy, isMisplaced: results === undefined && prompt !== undefined });
    const resumeFrom = this.#memory.toStoredRun(this.store.getState());
    // Without answers, the open calls are read from the history, and the requests about them from the outcome.
    if (results === undefined) this.#begin(undefined, { resumeFrom: this.#memory.withPrompt(resumeFrom) });
    else this.#begin(this.#memory.withPendingPrompt(prompt), { resumeFrom, deferredToolResults: results });
  };

  readonly abandon: Conversation['abandon'] = (input) => {
    const { parked } = this.store.getState();
    if (parked === null) throw nothingParked();
    // The results of these calls are one message of the history. Pending messages are sent before the new one.
    const history = this.#memory.history.length + 1 + this.#memory.pendingPrompt.length;
    const before = { messages: this.store.getState().messages.length, history };
    this.resume(leftOpenResults(parked), input);
    if (input !== undefined)
      this.#memory.turns.add({ messageId: derivedId(this.#active?.runId ?? '', 'message', 0), input, ...before });
  };

  readonly saveDraft: Conversation['saveDraft'] = (itemId, draft) => {
    this.store.setState(({ drafts }) => ({ drafts: withMember(drafts, itemId, draft) }));
  };

  readonly showEarlier: Conversation['showEarlier'] = () => this.#persister?.showEarlier();

  readonly dispose: Conversation['dispose'] = () => {
    this.#isDisposed = true;
    if (this.#persister === undefined) return this.#active?.abort('The conversation was closed.');
    // If it closed before the end is persisted, the next page would start the ended run again.
    if (this.#phase !== 'open') {
      this.#phase = 'closing';
      return;
    }
    // Before the run is suspended: the cards that close with it must stay persisted.
    this.#persister.close();
    this.#active?.suspend?.();
  };

  #say(input: UserInput, trigger?: Trigger): void {
    // A failed run leaves its calls open. A new message instead of a resume abandons them.
    this.#memory.commitPendingPrompt();
    const before = { messages: this.store.getState().messages.length, history: this.#memory.history.length };
    const { runId } = this.#begin(input, { messages: this.#memory.history, ...definedProps({ trigger }) });
    this.#memory.turns.add({ messageId: derivedId(runId, 'message', 0), input, ...before });
  }

  #begin(input: RunInput, from: RunBeginning, known?: ActiveRun): AgentRun<OUTPUT> {
    this.#readOptions();
    this.#memory.beginRun();
    // Each activation of a run belongs to one conversation, whose id is persisted with it.
    if (this.#storage !== undefined) this.#memory.conversationId ??= defaultEnvironment.generateId();
    const persisted = this.#persister?.begin(known ?? { runId: defaultEnvironment.generateId(), input, from });
    // A run of a persisted conversation never starts without its journal.
    if (this.#storage !== undefined && persisted === undefined) throw notOpen();
    const { conversationId, withoutTools } = this.#memory;
    const about = { from: { ...from, ...persisted, withoutTools }, ask: this.#inbox.ask, grants: this.grants };
    const run = this.#options().agent.run(input, toRunOptions(this.#options, { ...about, conversationId }));
    if (this.store.getState().parked !== null) this.store.setState({ parked: null });
    this.#active = run;
    this.#steering.begin(run);
    this.#memory.conversationId = run.conversationId;
    void this.#follow(run);
    return run;
  }

  #readOptions(): void {
    this.#renewOptions();
    this.checkOptions();
  }

  async #follow(run: AgentRun<OUTPUT>): Promise<void> {
    try {
      for await (const event of run) {
        if (event.type === 'late-answer') this.#late.seen(event);
        if (endsRun(event) && this.#active === run) this.#phase = 'ending';
        this.#tell(event);
      }
      const outcome = await run.outcome;
      // The next activation of the run may have started already.
      if (this.#active !== run) return;
      this.#endRun();
      if (outcome.type === 'suspended') return this.#ended();
      this.#memory.continueFrom(outcome);
      const canAsk = this.#options().deferredToolHandler !== null && !this.#isDisposed;
      const parked = outcome.type === 'deferred' && canAsk ? outcome.requests : null;
      this.#memory.endRun(outcome, parked);
      const error = outcome.type === 'failed' ? outcome.error : null;
      this.store.setState({ outcome, parked, error, ...this.#rewinder.endRun(outcome) });
      this.#persister?.end(outcome);
      this.#ended();
      invokeCallback(this.#options().onFinish, { outcome, messages: this.store.getState().messages });
      // After a stop, nothing more should happen. After a failure, the next message may depend on the failed run.
      if (outcome.type === 'completed') this.#sendQueued();
    } catch (cause) {
      // Runs must not throw. If a custom agent does, end the run, so that it does not continue unseen, and the state.
      (run.suspend ?? run.abort).call(run);
      this.#endRun();
      this.#ended();
      this.#rewinder.endRun();
      const message = `The agent's run broke off: ${serializeError(cause).message}. A new message continues from the state before it.`;
      this.store.setState({ status: 'failed', error: new UserError('run-broke-off', message, { cause }) });
    }
  }

  /** Called when the end of a run is persisted. Closes a conversation that was disposed meanwhile. */
  #ended(): void {
    const phase = this.#phase;
    this.#phase = 'open';
    if (phase === 'closing') this.#persister?.close();
  }

  #tell(event: RunEvent): void {
    this.#applier.add(event);
    this.#persister?.applyEvent(event);
    invokeCallback(this.#options().onEvent, event);
  }

  #endRun(): void {
    this.#active = undefined;
    this.#applier.flush();
    this.#steering.end();
    this.#inbox.forgetRun();
    this.#recordLate();
  }

  #recordLate(): void {
    for (const event of this.#late.take(this.store.getState().events, this.#active?.runId)) this.#tell(event);
    this.#applier.flush();
  }

  #sendQueued(): void {
    const [next, ...queued] = this.store.getState().queued;
    if (next === undefined || !this.#canSend()) return;
    this.store.setState({ queued });
    this.#say(next);
  }

  get #isBusy(): boolean {
    return this.#active !== undefined;
  }

  /** Returns `true` if this page may send a message now. */
  #canSend(): boolean {
    const { status, place } = this.store.getState();
    return !this.#isBusy && !this.#isDisposed && status !== 'deferred' && place === 'here';
  }

  #withPending(state: ConversationState): ConversationState {
    // The pending batches are those of the leading page then.
    if (state.place === 'elsewhere') return state;
    const { pending } = this.#inbox;
    const isWaiting = this.#active !== undefined && pending.length > 0;
    const status = isWaiting ? 'waiting' : state.status === 'waiting' ? 'running' : state.status;
    if (pending === state.pending && status === state.status) return state;
    return { ...state, pending, status, drafts: this.#memory.updatePending(state, pending) };
  }

  #refuseIfDisposed(): void {
    if (!this.#isDisposed) return;
    throw new RunAborted('disposed', 'This conversation was closed. Make a new one, or keep its component mounted.');
  }
}
