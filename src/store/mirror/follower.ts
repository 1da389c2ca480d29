import type { StoreApi } from 'zustand/vanilla';
import { type Clock, isLookedAt } from '../../protocol/base/clock.js';
import { toOwnError } from '../../protocol/base/error-from-data.js';
import { UserError } from '../../protocol/base/errors.js';
import { randomId } from '../../protocol/base/ids.js';
import { type ConversationState, type Draft, initialState, type UserInput } from '../state/conversation-state.js';
import type { Verbs } from '../state/verbs.js';
import type { ConversationChannel } from './channel.js';
import { OwnDrafts } from './own-drafts.js';
import { isNewRun, OwnError } from './own-error.js';
import { type Errand, errandToWire, fromWire, type Said, toWire } from './said.js';
import { type StateChange, withChange } from './state-change.js';
import { verbsOver } from './verbs-over.js';

/** The page that looks on. */
export interface Onlooker {
  readonly store: StoreApi<ConversationState>;
  readonly clock: Clock;
  /** The page that goes on with the conversation has not answered for {@link patience}, in which this one was looked at. */
  readonly onSilence: () => void;
}

interface OpenErrand {
  /** As it was sent. */
  readonly said: Extract<Said, { type: 'do' }>;
  readonly resolve: (gave: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** How long the other page may take for an answer, in milliseconds. */
const patience = 10_000;

/** Time is counted in such pieces, so that none counts in which this page was frozen or hidden. */
const piece = 1_000;

/** What pages say that look on: no sign that the page lives that goes on with the conversation. */
const ofOnlookers: readonly Said['type'][] = ['hello', 'bye', 'here', 'do'];

/** Shows what another page goes on with, and has done there what people do here. */
export class Follower {
  /** What is typed here and not yet taken there. */
  readonly drafts: OwnDrafts = new OwnDrafts();
  /** What was refused of what people did here. */
  readonly errors: OwnError;
  readonly #channel: ConversationChannel;
  readonly #onlooker: Onlooker;
  readonly #self: string = randomId();
  readonly #errands: Map<string, OpenErrand> = new Map();
  /** Those of which the other page has not said that it heard. How long it works at one is its own affair. */
  readonly #unheard: Set<string> = new Set();
  readonly #leave: (() => void)[];
  #leader: { readonly from: string; serial: number } | undefined;
  /** The page that told something last. */
  #leaderBefore: string | undefined;
  #verbs: Verbs | undefined;
  #waited = 0;
  #stopWaiting: (() => void) | undefined;

  constructor(channel: ConversationChannel, onlooker: Onlooker) {
    this.#channel = channel;
    this.#onlooker = onlooker;
    this.errors = new OwnError(onlooker.store);
    const bye = (): void => this.#say({ type: 'bye', from: this.#self });
    const look = (): void => {
      // Whether the other page still lives is found out when somebody looks.
      if (isLookedAt()) void this.ask('answer').catch(() => {});
    };
    this.#leave = [
      channel.listen((text) => this.#hear(fromWire(text))),
      listenTo(globalThis.document, 'visibilitychange', look),
      listenTo(globalThis.document?.defaultView, 'pageshow', this.#hello),
      listenTo(globalThis.document?.defaultView, 'pagehide', bye),
      bye,
    ];
    this.#hello();
    look();
  }

  /** What people do here. `undefined`: the other page has not told anything yet. */
  get verbs(): Verbs | undefined {
    return this.#verbs;
  }

  /** This page goes on itself, or is closed. */
  get isOver(): boolean {
    return this.#leave.length === 0;
  }

  /** Has the other page do something. @throws what it throws there, or that it cannot be sent. Nothing but errors of this package. */
  async ask(what: Errand, ...given: readonly unknown[]): Promise<unknown> {
    if (this.isOver) throw gone();
    const id = randomId();
    const last = given.findLastIndex((each) => each !== undefined);
    const said = { type: 'do', from: this.#self, id, what, with: given.slice(0, last + 1) } as const;
    this.#channel.send(errandToWire(said));
    // What came in the meantime is heard after this.
    const done = new Promise((resolve, reject) => this.#errands.set(id, { said, resolve, reject }));
    this.#unheard.add(id);
    this.#wait();
    return await done;
  }

  /** This page goes on itself, or is closed. Gives what was typed here and not taken there, by tool call id. */
  end(): Readonly<Record<string, Draft>> {
    const { store } = this.#onlooker;
    const { pending, drafts } = store.getState();
    const items = pending.flatMap((batch) => batch.items);
    const typed = items.flatMap(({ id, call }) => {
      const draft = this.drafts.isOnItsWay(id) ? drafts[id] : undefined;
      return draft === undefined ? [] : [[call.toolCallId, draft] as const];
    });
    const unsaid = this.#unheardErrands().filter(({ said }) => said.what === 'start');
    // Both are done here: what was typed is handed over, heard or not.
    const done = [...unsaid, ...[...this.#errands.values()].filter(({ said }) => said.what === 'saveDraft')];
    for (const { said } of done) this.#settle(said.id, ({ resolve }) => resolve(undefined));
    const queued = unsaid.flatMap(({ said }) => said.with.slice(0, 1)) as readonly UserInput[]; // what start() was given
    for (const leave of this.#leave.splice(0)) leave();
    this.#forgetLeader();
    this.#stopWaiting?.();
    // What was the other page's comes back from the storage; what it never heard is said here.
    if (this.#verbs !== undefined) store.setState({ queued, pending: [], drafts: {} });
    this.#verbs = undefined;
    return Object.fromEntries(typed);
  }

  #hear(said: Said | 'foreign' | undefined): void {
    if (said === undefined) return;
    if (said === 'foreign') {
      // A page of another version lives, and cannot be asked for anything.
      this.#unheard.clear();
      return;
    }
    if (!ofOnlookers.includes(said.type)) this.#waited = 0;
    if ('id' in said) this.#unheard.delete(said.id);
    if (said.type === 'state') this.#show(said);
    if (said.type === 'roll') this.#say({ type: 'here', from: this.#self });
    if (said.type === 'done') this.#settle(said.id, ({ resolve }) => resolve(said.gave));
    if (said.type === 'refused') this.#settle(said.id, ({ reject }) => reject(toOwnError(said.error)));
    if (said.type !== 'leads') return;
    this.#leader = undefined;
    for (const { said: errand } of this.#heardErrands()) {
      // What the page before has heard, and not done, nobody knows about. A draft can be told twice.
      if (errand.what === 'saveDraft') this.#unheard.add(errand.id);
      else this.#settle(errand.id, ({ reject }) => reject(gone()));
    }
    if (this.#unheard.size > 0) this.#wait();
    this.#hello();
  }

  #show({ from, to, serial, change }: Extract<Said, { type: 'state' }>): void {
    const { store } = this.#onlooker;
    if (to === this.#self) this.#leader = { from, serial };
    else if (to !== undefined || from !== this.#leader?.from) return;
    else this.#leader.serial += 1;
    const state = store.getState();
    const before: ConversationState =
      to === undefined ? { ...state, error: this.errors.told } : { ...initialState, place: 'mirrored' };
    const shown = this.#leader.serial === serial ? changed(before, change) : undefined;
    if (shown === undefined) {
      this.#leader = undefined;
      this.#hello();
      return;
    }
    const said = this.#verbs === undefined ? state.queued : [];
    const isFirst = to === this.#self && from !== this.#leaderBefore;
    this.#verbs ??= verbsOver(this, store);
    const error = this.errors.over(shown.error, to === undefined && isNewRun(state, change));
    store.setState({ ...shown, error, drafts: this.drafts.over(state.drafts, shown.drafts) });
    if (isFirst) for (const errand of this.#unheardErrands()) this.#say(errand.said);
    this.#leaderBefore = from;
    // What was said here before there was somebody to say it to.
    for (const input of said) this.#verbs.start(input);
  }

  #settle(id: string, settle: (errand: OpenErrand) => void): void {
    const errand = this.#errands.get(id);
    this.#errands.delete(id);
    if (errand !== undefined) settle(errand);
  }

  readonly #hello = (): void => this.#say({ type: 'hello', from: this.#self });

  #say(said: Said): void {
    this.#channel.send(toWire(said));
  }

  #wait(): void {
    if (this.#stopWaiting !== undefined) return;
    this.#waited = 0;
    const count = (): void => {
      this.#stopWaiting = undefined;
      if (this.#unheard.size === 0) return;
      if (isLookedAt()) this.#waited += piece;
      if (this.#waited < patience) {
        this.#stopWaiting = this.#onlooker.clock.setTimeout(count, piece);
        return;
      }
      // Before others who wait as long do the same.
      this.#say({ type: 'leads', from: this.#self });
      this.#onlooker.onSilence();
    };
    this.#stopWaiting = this.#onlooker.clock.setTimeout(count, piece);
  }

  #forgetLeader(): void {
    this.#leader = undefined;
    for (const { reject } of this.#errands.values()) reject(gone());
    this.#errands.clear();
    this.#unheard.clear();
  }

  #unheardErrands(): readonly OpenErrand[] {
    return [...this.#errands.values()].filter(({ said }) => this.#unheard.has(said.id));
  }

  #heardErrands(): readonly OpenErrand[] {
    return [...this.#errands.values()].filter(({ said }) => !this.#unheard.has(said.id));
  }
}

function listenTo(target: EventTarget | null | undefined, type: string, listener: () => void): () => void {
  target?.addEventListener(type, listener);
  return () => target?.removeEventListener(type, listener);
}

/** A change that came over the channel, which may be anybody's. */
function changed(state: ConversationState, change: StateChange): ConversationState | undefined {
  try {
    return withChange(state, change);
  } catch {
    return undefined;
  }
}

function gone(): UserError {
  return new UserError(
    'page-gone',
    'The page that went on with the conversation has gone or was given up before it answered, so nobody here knows whether it took this. What it kept is shown as soon as the conversation goes on. Look, and say it again if it is not there.',
  );
}
