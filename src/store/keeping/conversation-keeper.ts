import { onAbort } from '../../agent/plumbing/abortable.js';
import { canBeginAgain, type RunJournal, type StepAttempt } from '../../agent/run/journal.js';
import { type Clock, isLookedAt } from '../../protocol/base/clock.js';
import { CountersignError, UserError } from '../../protocol/base/errors.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { AnswersFirst } from './answers-first.js';
import { readNewest } from './earlier-events.js';
import { LifeEvents } from './life-events.js';
import type { LogPart } from './log-part.js';
import type { ActiveRun, ConversationClaim, ConversationStorage, StoredConversation } from './stored-conversation.js';

/** How long typed text may wait until it is stored, in milliseconds. */
const draftsDelay = 400;

/** How long other pages wait to read new events, in milliseconds. */
const logDelay = 500;

/** What a storage gave. */
export type Loaded = Awaited<ReturnType<ConversationStorage['load']>>;

/** What the keeper needs of its conversation. */
export interface KeeperHost {
  readonly clock: Clock;
  /** The conversation as it stands, as if no run went on. */
  readonly snapshot: () => Omit<StoredConversation, 'v' | 'active'>;
  /** What of it changes while a run goes on. */
  readonly live: () => Pick<
    StoredConversation,
    'status' | 'shown' | 'pending' | 'turns' | 'queued' | 'drafts' | 'choices' | 'deadlines'
  >;
  /** Takes over what was kept, and begins its run again. */
  readonly restore: (stored: Loaded, log: LogPart) => void;
  /** Follows while another page leads; `steal` takes the lead from it. Returns a function that ends it. */
  readonly follow: (steal: () => void) => () => void;
  /** This page leads. Returns a function that is called when it does not any more. */
  readonly lead: () => (() => void) | undefined;
  /** Something was stored: the conversation, or events alone. */
  readonly onStored: (what: 'conversation' | 'log') => void;
  /** Stops the run that goes on. */
  readonly stop: (reason: string) => void;
  /** Another page goes on, or this one was put away. */
  readonly lose: () => void;
  /** This page cannot go on with what was kept, and leaves it as it was. */
  readonly giveUp: () => void;
  readonly fail: (error: CountersignError) => void;
}

/** Keeps one conversation in a storage, as long as this page may, and takes it up again when it may once more. */
export class ConversationKeeper {
  readonly #host: KeeperHost;
  readonly #storage: ConversationStorage;
  readonly #key: string;
  readonly #closed: AbortController = new AbortController();
  #claim: ConversationClaim | undefined;
  /** The conversation before the run that goes on. */
  #base: Omit<StoredConversation, 'v' | 'active'> | undefined;
  #active: ActiveRun | undefined;
  /** Its life is over, and no other has begun. */
  #isCut = false;
  /** What the run tells that goes on, or was the last. */
  #life: LifeEvents | undefined;
  #saved: Promise<void> = Promise.resolve();
  #isScheduled = false;
  readonly #answersFirst: AnswersFirst;
  #stopDrafts: (() => void) | undefined;
  #stopNotifying: (() => void) | undefined;

  constructor(storage: ConversationStorage, key: string, host: KeeperHost) {
    this.#storage = storage;
    this.#key = key;
    this.#host = host;
    this.#answersFirst = new AnswersFirst(host.clock, () => this.#save());
    void this.#live();
  }

  /** A run begins, or begins again: gives what it needs to be taken up by a later page. Nothing: this page may not go on. */
  begin(active: ActiveRun): { readonly runId: string; readonly journal: RunJournal } | undefined {
    const claim = this.#claim;
    if (claim === undefined) return undefined;
    this.#base = this.#host.snapshot();
    this.#active = active;
    this.#isCut = false;
    this.#life = new LifeEvents((event) => this.#claim?.told?.(active.runId, event));
    this.changed();
    // What begins a run again has to be kept before anything that the run does. What is saved later may fail, and cost it nothing.
    const begun = Promise.resolve().then(() => this.#saved);
    begun.catch(() => {});
    const journal = claim.journal(active.runId);
    const { stopped } = active;
    const step: RunJournal['step'] = async (key, work, options) => {
      await begun;
      const watched = this.#answersFirst.watched(work, options?.once);
      // Where timers come late, nothing is left to one.
      const soon = options?.soon === true && isLookedAt();
      return await journal.step(key, stopped === undefined ? watched : this.#endAt(watched, stopped), {
        ...options,
        soon,
      });
    };
    return { runId: active.runId, journal: { step } };
  }

  /** A person stops the run: that counts also if the page ends before the run has. */
  stop(reason = ''): void {
    if (this.#active === undefined) return;
    this.#active = { ...this.#active, stopped: reason };
    this.#save();
  }

  /** A run that was stopped takes what was kept, and ends where there is no more. Of what had begun nobody knows how far it came. */
  #endAt<T>(work: (attempt: StepAttempt) => Promise<T>, reason: string): (attempt: StepAttempt) => Promise<T> {
    return (attempt) => {
      this.#host.stop(reason);
      return attempt.isRepeated ? work(attempt) : new Promise<never>(() => {});
    };
  }

  /** Something happened in the run that goes on, or is told of one that is over. */
  told(event: RunEvent): void {
    // A late answer may be of a run that was over before this one began.
    if (event.type === 'late-answer') this.#claim?.told?.(event.runId, event);
    else this.#life?.told(event);
    if (this.#claim === undefined) return;
    // Claims write events a little later.
    this.#stopNotifying ??= this.#host.clock.setTimeout(() => {
      this.#stopNotifying = undefined;
      this.#host.onStored('log');
    }, logDelay);
  }

  /** A run goes on, or is to begin again. */
  get isBusy(): boolean {
    return this.#active !== undefined;
  }

  /** Resolves once the conversation is stored as it is now. */
  async saved(): Promise<void> {
    this.#save();
    await this.#saved;
  }

  /** A run is over, or only its life: then it goes on once it can. */
  end(outcome: RunOutcome<unknown>): void {
    this.#isCut = outcome.type === 'failed' && canBeginAgain(outcome.error);
    if (!this.#isCut) {
      this.#active = undefined;
      this.#base = undefined;
    }
    this.#save();
  }

  /** Something has changed that a person did: kept soon, and several changes at once. */
  changed(): void {
    if (this.#isScheduled || this.#claim === undefined) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#save();
    });
  }

  /** Something was typed at a card: stored a little later, several keys at once. */
  typed(): void {
    if (this.#claim?.saveDrafts === undefined) this.changed();
    else this.#stopDrafts ??= this.#host.clock.setTimeout(this.#saveDrafts, draftsDelay);
  }

  /** A batch was answered whole: its run keeps the answers at once, and the conversation is kept after that. */
  answered(): void {
    if (this.#isScheduled || this.#claim === undefined) return;
    if (isLookedAt()) this.#answersFirst.hold();
    else this.changed();
  }

  /** Keeps what is not kept yet, and nothing that comes after. */
  close(): void {
    if (this.#isScheduled || this.#answersFirst.isHolding) this.#save();
    this.#saveDrafts();
    this.#stopNotifying?.();
    this.#closed.abort();
    const claim = this.#claim;
    this.#claim = undefined;
    void this.#saved.finally(() => claim?.release()).catch(() => {});
  }

  async #live(): Promise<void> {
    const { signal } = this.#closed;
    try {
      while (!signal.aborted) {
        // What this page is still keeping of an earlier lead would be refused once it takes the next one, and be gone.
        await this.#saved.catch(() => {});
        const claim = await this.#claimed(signal);
        // Another page may have more luck with what cannot be read here.
        const stored = await this.#storage.load(this.#key).catch((error: unknown) => {
          claim.release();
          throw error;
        });
        const goesOn = stored !== undefined && 'v' in stored ? stored.active?.runId : undefined;
        const log = await readNewest(this.#storage, this.#key, goesOn);
        if (signal.aborted) claim.release();
        if (signal.aborted || claim.lost.aborted) continue;
        await this.#lead(claim, stored, log);
        if (!signal.aborted) this.#host.lose();
      }
    } catch (cause) {
      if (!signal.aborted) this.#host.fail(notKept(cause));
    }
  }

  /** Waits for the right to go on with the conversation, and looks on until then. */
  async #claimed(signal: AbortSignal): Promise<ConversationClaim> {
    const theft = new AbortController();
    let unfollow: (() => void) | undefined;
    const onWait = (): void => {
      unfollow = this.#host.follow(() => theft.abort());
    };
    try {
      return await this.#storage.claim(this.#key, { signal, onWait, steal: theft.signal });
    } finally {
      unfollow?.();
    }
  }

  /** Goes on with the conversation until the right to is gone. */
  async #lead(claim: ConversationClaim, stored: Loaded, log: LogPart): Promise<void> {
    const isLost = new Promise<void>((resolve) =>
      onAbort(claim.lost, () => {
        this.#saveDrafts();
        resolve();
      }),
    );
    const onHidden = (): void => {
      if (!isLookedAt()) this.#saveDrafts();
    };
    globalThis.document?.addEventListener('visibilitychange', onHidden, { signal: claim.lost });
    this.#claim = claim;
    let end: (() => void) | undefined;
    try {
      this.#host.restore(stored, log);
      end = this.#host.lead();
    } catch (error) {
      // What was not taken over must not be written over.
      this.#forget();
      claim.release();
      this.#host.giveUp();
      throw error;
    }
    await isLost;
    end?.();
    this.#forget();
    if (!isDeleted(claim.lost.reason)) return;
    this.#host.giveUp();
    throw claim.lost.reason;
  }

  #forget(): void {
    this.#answersFirst.letGo();
    this.#cancelDrafts();
    this.#stopNotifying?.();
    this.#stopNotifying = undefined;
    this.#claim = undefined;
    this.#life = undefined;
    this.#active = undefined;
    this.#base = undefined;
  }

  /** Reads what another page has stored. `undefined`: there is nothing, or this page leads by now. */
  async read(): Promise<{ readonly stored: Loaded; readonly log: LogPart } | undefined> {
    // What cannot be read here is reported once this page leads.
    const stored = await this.#storage.load(this.#key).catch(() => undefined);
    const log = stored && (await this.readLog());
    return log && { stored, log };
  }

  /** Reads the newest events that another page has stored. `undefined`: this page leads by now. */
  async readLog(): Promise<LogPart | undefined> {
    const log = await readNewest(this.#storage, this.#key, undefined);
    return this.#claim !== undefined || this.#closed.signal.aborted ? undefined : log;
  }

  #save(): void {
    const claim = this.#claim;
    if (claim === undefined) return;
    this.#answersFirst.letGo();
    const live = this.#host.live();
    const active = this.#active;
    // That a run has begun is told by its events, which come later.
    const isTold = active === undefined || this.#isCut || live.status === 'waiting';
    const status = isTold ? live.status : 'running';
    this.#cancelDrafts();
    // State is never changed in place, so a storage can tell by its objects what it has stored.
    const conversation = { v: 1 as const, ...(this.#base ?? this.#host.snapshot()), ...live, status, active };
    this.#store(claim, () => claim.save(conversation));
  }

  readonly #saveDrafts = (): void => {
    const claim = this.#claim;
    const isTyped = this.#cancelDrafts();
    if (claim?.saveDrafts === undefined || !isTyped) return;
    const { drafts } = this.#host.live();
    this.#store(claim, async () => claim.saveDrafts?.(drafts));
  };

  /** Returns `true` when drafts were waiting to be stored. */
  #cancelDrafts(): boolean {
    const isTyped = this.#stopDrafts !== undefined;
    this.#stopDrafts?.();
    this.#stopDrafts = undefined;
    return isTyped;
  }

  #store({ lost }: ConversationClaim, write: () => Promise<void>): void {
    this.#saved = this.#saved.catch(() => {}).then(write);
    this.#saved.then(
      () => this.#host.onStored('conversation'),
      (cause: unknown) => {
        // Another page may lead by now. What was typed at the very last moment can be refused then.
        if (!lost.aborted) this.#host.fail(notKept(cause));
      },
    );
  }
}

/** What a storage, or what is kept in it, leads to where the conversation cannot be kept or opened. */
export function notKept(cause: unknown): CountersignError {
  if (isDeleted(cause)) return conversationGone(cause);
  if (CountersignError.isInstance(cause) && cause.code === 'conversation-gone') return cause;
  return new UserError(
    'not-kept',
    `The conversation could not be kept or opened (${serializeError(cause).message}). What is on screen is lost with the page. Mend the storage, or go on without one.`,
    { cause },
  );
}

/** Why a page leaves a conversation that it has open: another one may begin under the same name, and this one is not to be kept as that. */
export function conversationGone(cause?: unknown): CountersignError {
  return new CountersignError(
    'conversation-gone',
    'Nothing is kept of this conversation any more: it was deleted, in this tab or another, or the tab that had it could keep nothing. ' +
      'Its run was left, and what is on screen is lost with the page. Begin another conversation; under the same runKey, with a new component or page.',
    { cause },
  );
}

/** Whether a storage says that a conversation was deleted. */
function isDeleted(error: unknown): boolean {
  return CountersignError.isInstance(error) && error.code === 'run-cleaned';
}
