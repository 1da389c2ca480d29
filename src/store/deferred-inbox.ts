import type { AskPeople, AskRequest } from '../agent/ask.js';
import type { DeferredToolResults } from '../protocol/deferred.js';
import { RunAborted, UserError } from '../protocol/errors.js';
import type { JSONObject } from '../protocol/json.js';
import type { LateReason } from '../protocol/run-event.js';
import type { Issue } from '../protocol/signals.js';
import type { DecideOptions, DecideOutcome, Decision } from './decision.js';
import type { LateAnswer } from './late-answers.js';
import { type ItemState, type PendingBatch, type PendingItem, toBatch, toResults } from './pending.js';
import { toAnswer } from './to-answer.js';

/** What the inbox needs of its conversation. */
export interface InboxHost {
  /** `pending` has changed, or an answer came too late. */
  readonly changed: (by: ChangedBy) => void;
  readonly now: () => number;
  /** Told about each batch that comes up, before anybody can answer it. */
  readonly onAsked: (request: AskRequest) => void;
  /** Told about each answer that came too late, also when the run that asked records nothing any more; `changed` follows. */
  readonly onLate: (late: LateAnswer) => void;
}

interface Waiting {
  readonly request: AskRequest;
  readonly metadata: Map<string, JSONObject>;
  readonly resolve: (results: DeferredToolResults) => void;
  /** By tool call id, in the order of the card. */
  readonly items: Map<string, PendingItem>;
  undecided: number;
  /** The batch as it was last shown. */
  batch: PendingBatch;
  hasChanged: boolean;
}

/** Who changed something: a person must see it at once, the page itself can wait for the next frame. */
type ChangedBy = 'person' | 'page';

/**
 * The bridge between a run that awaits and people who press buttons. A batch settles once: when each of its calls is
 * decided, or when the run no longer wants it.
 */
export class DeferredInbox {
  readonly #host: InboxHost;
  #pending: readonly PendingBatch[] | undefined;
  /** What waits, by tool call id. */
  readonly #waiting: Map<string, Waiting> = new Map();
  /** Why calls no longer wait. */
  readonly #closed: Map<string, LateReason> = new Map();
  /** Where late answers to the current run's calls are recorded. */
  readonly #reports: Map<string, AskRequest['report']> = new Map();
  /** Resolves when what people have said is on screen. */
  #shown: Promise<void> | undefined;

  constructor(host: InboxHost) {
    this.#host = host;
  }

  /** The batches that wait, oldest first: perhaps newer than what the screen shows. */
  get pending(): readonly PendingBatch[] {
    this.#pending ??= [...new Set(this.#waiting.values())].map(toShown);
    return this.#pending;
  }

  /** Puts a batch on screen. */
  readonly ask: AskPeople = (request) => {
    const promise = new Promise<DeferredToolResults>((resolve, reject) => {
      if (request.signal.aborted) return reject(noLongerWanted());
      const batch = toBatch(request);
      const items = new Map(batch.items.map((item) => [item.call.toolCallId, item]));
      const entry: Waiting = {
        request,
        metadata: new Map(),
        resolve,
        items,
        undecided: items.size,
        batch,
        hasChanged: false,
      };
      for (const id of items.keys()) this.#waiting.set(id, entry);
      const cancel = (): void => {
        if (!this.#close(entry, 'cancelled')) return;
        this.#changed('person');
        reject(noLongerWanted());
      };
      request.signal.addEventListener('abort', cancel, { once: true });
      if (items.size === 0) resolve(toResults(batch, entry.metadata));
      this.#host.onAsked(request);
      const isForPeople = [...items.values()].some(({ state }) => state.status === 'open');
      this.#changed(isForPeople ? 'person' : 'page');
    });
    // A handler may have stopped listening by the time that its batch is cancelled.
    promise.catch(() => {});
    return promise;
  };

  /** Takes a person's answer for a call; what comes after it is late. */
  readonly decide = (toolCallId: string, decision: Decision, options: DecideOptions = {}): Promise<DecideOutcome> =>
    this.#decide(toolCallId, decision, { ...options, by: 'person' });

  /** Takes the page's own answer. */
  readonly decideByPage = (toolCallId: string, decision: Decision): Promise<DecideOutcome> =>
    this.#decide(toolCallId, decision, { by: 'page' });

  /** Marks an external call as being worked on by the page. */
  markWorking(toolCallId: string): void {
    this.#setState(toolCallId, { status: 'working' });
    this.#changed('page');
  }

  /** The run is over: it records no late answers any more, so nothing of it is kept. */
  forgetRun(): void {
    this.#reports.clear();
  }

  async #decide(
    toolCallId: string,
    decision: Decision,
    { by, metadata }: DecideOptions & { readonly by: ChangedBy },
  ): Promise<DecideOutcome> {
    const entry = this.#waiting.get(toolCallId);
    const item = entry?.items.get(toolCallId);
    if (entry === undefined || item === undefined) return await this.#late(toolCallId, this.#closed.get(toolCallId));
    const { state } = item;
    if (state.status === 'decided' || state.status === 'checking') return await this.#late(toolCallId, 'answered');
    const answer = toAnswer(item, decision);
    // Most checks are over before a frame is, so that this is seldom shown.
    this.#setState(toolCallId, { status: 'checking' });
    this.#changed('page');
    let issues: readonly Issue[];
    try {
      issues = answer === 'defer' ? [] : await entry.request.check(toolCallId, answer);
    } catch (error) {
      if (this.#waiting.get(toolCallId) === entry) this.#setState(toolCallId, state);
      await this.#show(by);
      throw error;
    }
    if (this.#waiting.get(toolCallId) !== entry) return await this.#late(toolCallId, this.#closed.get(toolCallId));
    if (issues.length > 0) {
      this.#setState(toolCallId, state);
      await this.#show(by);
      return { status: 'invalid', issues };
    }
    if (metadata !== undefined) entry.metadata.set(toolCallId, metadata);
    this.#setState(toolCallId, { status: 'decided', answer, at: this.#host.now() });
    entry.request.report({ type: 'answer', toolCallId, answer });
    entry.undecided -= 1;
    const isLast = entry.undecided === 0;
    if (isLast) this.#close(entry, 'answered');
    await this.#show(by);
    if (isLast) entry.resolve(toResults(toShown(entry), entry.metadata));
    return { status: 'accepted' };
  }

  async #late(toolCallId: string, by: LateReason | undefined): Promise<DecideOutcome> {
    if (by === undefined) throw unknownCall(toolCallId);
    const late = { type: 'late-answer', toolCallId, by } as const;
    this.#host.onLate({ ...late, at: this.#host.now() });
    const report = this.#waiting.get(toolCallId)?.request.report ?? this.#reports.get(toolCallId);
    report?.(late);
    await this.#show('person');
    return { status: 'late', by };
  }

  /** Takes a batch off the screen. False when it is closed already. */
  #close(entry: Waiting, by: LateReason): boolean {
    const ids = [...entry.items.keys()].filter((id) => this.#waiting.get(id) === entry);
    for (const id of ids) {
      this.#waiting.delete(id);
      this.#closed.set(id, by);
      this.#reports.set(id, entry.request.report);
    }
    return ids.length > 0;
  }

  #setState(toolCallId: string, state: ItemState): void {
    const entry = this.#waiting.get(toolCallId);
    const item = entry?.items.get(toolCallId);
    if (entry === undefined || item === undefined) return;
    entry.items.set(toolCallId, { ...item, state });
    entry.hasChanged = true;
  }

  /** Shows what was said; what people say in one moment, however many calls it is about, is shown together. */
  #show(by: ChangedBy): Promise<void> | void {
    this.#pending = undefined;
    if (by === 'page') return this.#changed(by);
    this.#shown ??= Promise.resolve().then(() => {
      this.#shown = undefined;
      this.#changed(by);
    });
    return this.#shown;
  }

  #changed(by: ChangedBy): void {
    this.#pending = undefined;
    this.#host.changed(by);
  }
}

function toShown(entry: Waiting): PendingBatch {
  if (entry.hasChanged) entry.batch = { ...entry.batch, items: [...entry.items.values()] };
  entry.hasChanged = false;
  return entry.batch;
}

function unknownCall(toolCallId: string): UserError {
  return new UserError(
    'unknown-call',
    `decide() was given '${toolCallId}', which no batch has asked about. Nothing was decided. Use the toolCallId of an item in \`pending\`.`,
  );
}

function noLongerWanted(): RunAborted {
  return new RunAborted(
    'ask-cancelled',
    'The question was withdrawn before people answered: the run was stopped, or its handler answered without them.',
  );
}
