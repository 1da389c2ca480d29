import { ActivationEvents } from '../../agent/launch/activation-events.js';
import { onAbort } from '../../agent/plumbing/abortable.js';
import { canBeginAgain, type RunJournal, type StepAttempt } from '../../agent/run/journal.js';
import type {
  ActiveRun,
  LiveConversation,
  RestingConversation,
} from '../../conversation/state/conversation-snapshot.js';
import type { LogPart } from '../../conversation/state/event-log.js';
import type { ConversationPersister, PersistableConversation } from '../../conversation/state/persister.js';
import { isLookedAt } from '../../protocol/base/clock.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import type { RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent } from '../../protocol/run-event.js';
import type { ConversationClaim, ConversationRepository } from './conversation-repository.js';
import { readNewest } from './earlier-events.js';
import { isDeleted, notPersisted } from './persist-errors.js';
import { SaveAfterAnswers } from './save-after-answers.js';

/** The delay in milliseconds until typed text is stored. */
const draftsDelay = 400;

/** The delay in milliseconds until other pages are notified of new events. */
const logDelay = 500;

/** A conversation as a repository loads it. */
export type LoadedConversation = Awaited<ReturnType<ConversationRepository['load']>>;

/** The callbacks of a session. */
export interface SessionHost {
  /** Hydrates the conversation with what was loaded. */
  readonly hydrate: (loaded: LoadedConversation, log: LogPart) => void;
  /** Follows while another page leads; `steal` takes the lead from it. Returns a function that ends it. */
  readonly follow: (steal: () => void) => () => void;
  /** This page leads. Returns a function that is called when it loses the lead. */
  readonly lead: () => (() => void) | undefined;
  /** The conversation was stored, or only events. */
  readonly onStored: (what: 'conversation' | 'log') => void;
}

/** Claims and saves one conversation while this page may lead it, and claims it again after it has lost the lead. */
export class ConversationSession
  implements Pick<ConversationPersister, 'begin' | 'applyEvent' | 'stop' | 'end' | 'changed' | 'close'>
{
  readonly #conversation: PersistableConversation;
  readonly #host: SessionHost;
  readonly #repository: ConversationRepository;
  readonly #key: string;
  readonly #closed: AbortController = new AbortController();
  #claim: ConversationClaim | undefined;
  /** The conversation before the current run. */
  #base: (RestingConversation & LiveConversation) | undefined;
  #active: ActiveRun | undefined;
  /** Its activation has ended, and no other has started. */
  #isCut = false;
  /** The events of the current or last activation. */
  #activation: ActivationEvents | undefined;
  #saved: Promise<void> = Promise.resolve();
  #isScheduled = false;
  readonly #delayedSave: SaveAfterAnswers;
  #stopDrafts: (() => void) | undefined;
  #stopNotifying: (() => void) | undefined;

  constructor(
    conversation: PersistableConversation,
    { repository, key }: { readonly repository: ConversationRepository; readonly key: string },
    host: SessionHost,
  ) {
    this.#conversation = conversation;
    this.#repository = repository;
    this.#key = key;
    this.#host = host;
    this.#delayedSave = new SaveAfterAnswers(conversation.clock, () => this.#save());
    void this.#claimAndLead();
  }

  begin(active: ActiveRun): { readonly runId: string; readonly journal: RunJournal } | undefined {
    const claim = this.#claim;
    if (claim === undefined) return undefined;
    this.#base = this.#conversation.dehydrate();
    this.#active = active;
    this.#isCut = false;
    this.#activation = new ActivationEvents((event) => this.#claim?.told?.(active.runId, event));
    this.changed();
    // The record that the run starts again from has to be saved before its first step. A later save may fail without
    // ending the run.
    const started = Promise.resolve().then(() => this.#saved);
    started.catch(() => {});
    const journal = claim.journal(active.runId);
    const { stopped } = active;
    const step: RunJournal['step'] = async (key, work, options) => {
      await started;
      const watched = this.#delayedSave.wrapStep(work, options?.once);
      // In a hidden page timers are late, so nothing may wait for one.
      const soon = options?.soon === true && isLookedAt();
      return await journal.step(key, stopped === undefined ? watched : this.#endAt(watched, stopped), {
        ...options,
        soon,
      });
    };
    return { runId: active.runId, journal: { step } };
  }

  stop(reason = ''): void {
    if (this.#active === undefined) return;
    this.#active = { ...this.#active, stopped: reason };
    this.#save();
  }

  /**
   * A run that was stopped replays its persisted steps, and ends at the first step without one. The result of a step
   * that had started is unknown.
   */
  #endAt<T>(work: (attempt: StepAttempt) => Promise<T>, reason: string): (attempt: StepAttempt) => Promise<T> {
    return (attempt) => {
      this.#conversation.stop(reason);
      return attempt.isRepeated ? work(attempt) : new Promise<never>(() => {});
    };
  }

  applyEvent(event: RunEvent): void {
    // A late answer may belong to an earlier run.
    if (event.type === 'late-answer') this.#claim?.told?.(event.runId, event);
    else this.#activation?.applyEvent(event);
    if (this.#claim === undefined) return;
    this.#stopNotifying ??= this.#conversation.clock.setTimeout(() => void this.#notifyOfLog(), logDelay);
  }

  /** Notifies other pages once the events are stored: they read the log once for each notification. */
  async #notifyOfLog(): Promise<void> {
    this.#stopNotifying = undefined;
    await this.#claim?.logStored?.();
    if (!this.#closed.signal.aborted) this.#host.onStored('log');
  }

  /** There is a current run, or one that is to start again. */
  get isBusy(): boolean {
    return this.#active !== undefined;
  }

  /** Resolves once the conversation is stored as it is now. */
  async saved(): Promise<void> {
    this.#save();
    await this.#saved;
  }

  end(outcome: RunOutcome<unknown>): void {
    this.#isCut = outcome.type === 'failed' && canBeginAgain(outcome.error);
    if (!this.#isCut) {
      this.#active = undefined;
      this.#base = undefined;
    }
    this.#save();
  }

  /** Saves in the next microtask: several changes are saved at once. */
  changed(): void {
    if (this.#isScheduled || this.#claim === undefined) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#save();
    });
  }

  /** Saves drafts with a delay, several keys at once. */
  draftsChanged(): void {
    if (this.#claim?.saveDrafts === undefined) this.changed();
    else this.#stopDrafts ??= this.#conversation.clock.setTimeout(this.#saveDrafts, draftsDelay);
  }

  /** A batch is answered: its run persists the answers at once, and the conversation is saved after that. */
  batchAnswered(): void {
    if (this.#isScheduled || this.#claim === undefined) return;
    if (isLookedAt()) this.#delayedSave.delay();
    else this.changed();
  }

  close(): void {
    if (this.#isScheduled || this.#delayedSave.isDelayed) this.#save();
    this.#saveDrafts();
    this.#stopNotifying?.();
    this.#closed.abort();
    const claim = this.#claim;
    this.#claim = undefined;
    void this.#saved.finally(() => claim?.release()).catch(() => {});
  }

  async #claimAndLead(): Promise<void> {
    const { signal } = this.#closed;
    try {
      while (!signal.aborted) {
        // Pending saves of an earlier lead would be rejected after the next claim, and lost.
        await this.#saved.catch(() => {});
        const claim = await this.#claimConversation(signal);
        // Another page may be able to read what this one cannot.
        const loaded = await this.#repository.load(this.#key).catch((error: unknown) => {
          claim.release();
          throw error;
        });
        const activeRunId = loaded !== undefined && 'v' in loaded ? loaded.active?.runId : undefined;
        const log = await readNewest(this.#repository, this.#key, activeRunId);
        if (signal.aborted) claim.release();
        if (signal.aborted || claim.lost.aborted) continue;
        await this.#lead(claim, loaded, log);
        if (!signal.aborted) this.#yieldLead();
      }
    } catch (cause) {
      if (!signal.aborted) this.#fail(notPersisted(cause));
    }
  }

  /** Waits until this page may lead the conversation, and follows until then. */
  async #claimConversation(signal: AbortSignal): Promise<ConversationClaim> {
    const theft = new AbortController();
    let unfollow: (() => void) | undefined;
    const onWait = (): void => {
      unfollow = this.#host.follow(() => theft.abort());
    };
    try {
      return await this.#repository.claim(this.#key, { signal, onWait, steal: theft.signal });
    } finally {
      unfollow?.();
    }
  }

  /** Leads the conversation until the claim is lost. */
  async #lead(claim: ConversationClaim, loaded: LoadedConversation, log: LogPart): Promise<void> {
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
      this.#host.hydrate(loaded, log);
      end = this.#host.lead();
    } catch (error) {
      // A record that could not be hydrated must not be overwritten.
      this.#forget();
      claim.release();
      this.#abandon();
      throw error;
    }
    await isLost;
    end?.();
    this.#forget();
    if (!isDeleted(claim.lost.reason)) return;
    this.#abandon();
    throw claim.lost.reason;
  }

  /** Another page leads, or this one was suspended. */
  #yieldLead(): void {
    this.#conversation.suspend();
    // Queued messages are stored, and come back with the rest.
    this.#conversation.store.setState({ place: 'elsewhere', queued: [], steering: null, pending: [] });
  }

  /** This page cannot continue, and leaves the record as it was. */
  #abandon(): void {
    this.#conversation.suspend();
    // Messages wait: no page has the conversation.
    this.#conversation.store.setState({ place: 'opening' });
  }

  #fail(error: CountersignError): void {
    this.#conversation.store.setState({ error });
  }

  #forget(): void {
    this.#delayedSave.cancel();
    this.#cancelDrafts();
    this.#stopNotifying?.();
    this.#stopNotifying = undefined;
    this.#claim = undefined;
    this.#activation = undefined;
    this.#active = undefined;
    this.#base = undefined;
  }

  /** Reads what another page has stored. `undefined`: there is nothing, or this page leads by now. */
  async readFollowed(): Promise<{ readonly loaded: LoadedConversation; readonly log: LogPart } | undefined> {
    // Read errors are reported once this page leads.
    const loaded = await this.#repository.load(this.#key).catch(() => undefined);
    const log = loaded && (await this.readLog());
    return log && { loaded, log };
  }

  /** Reads the newest events that another page has stored. `undefined`: this page leads by now. */
  async readLog(): Promise<LogPart | undefined> {
    const log = await readNewest(this.#repository, this.#key, undefined);
    return this.#claim !== undefined || this.#closed.signal.aborted ? undefined : log;
  }

  #save(): void {
    const claim = this.#claim;
    if (claim === undefined) return;
    this.#delayedSave.cancel();
    const live = this.#conversation.dehydrateLive();
    const active = this.#active;
    // The state shows a new run only after its first events.
    const isShown = active === undefined || this.#isCut || live.status === 'waiting';
    const status = isShown ? live.status : 'running';
    this.#cancelDrafts();
    // State is never changed in place, so a repository can tell by its objects what it has stored.
    const snapshot = { v: 1 as const, ...(this.#base ?? this.#conversation.dehydrate()), ...live, status, active };
    this.#write(claim, () => claim.save(snapshot));
  }

  readonly #saveDrafts = (): void => {
    const claim = this.#claim;
    const isTyped = this.#cancelDrafts();
    if (claim?.saveDrafts === undefined || !isTyped) return;
    const { drafts } = this.#conversation.dehydrateLive();
    this.#write(claim, async () => claim.saveDrafts?.(drafts));
  };

  /** Returns `true` when drafts were waiting to be stored. */
  #cancelDrafts(): boolean {
    const isTyped = this.#stopDrafts !== undefined;
    this.#stopDrafts?.();
    this.#stopDrafts = undefined;
    return isTyped;
  }

  #write({ lost }: ConversationClaim, write: () => Promise<void>): void {
    this.#saved = this.#saved.catch(() => {}).then(write);
    this.#saved.then(
      () => this.#host.onStored('conversation'),
      (cause: unknown) => {
        // Another page may lead by now, which rejects the last drafts of this one.
        if (!lost.aborted) this.#fail(notPersisted(cause));
      },
    );
  }
}
