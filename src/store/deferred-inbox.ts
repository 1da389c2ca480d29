import type { AskPeople, AskRequest } from '../agent/ask.js';
import { type DeferredToolResults, deferredCalls } from '../protocol/deferred.js';
import { RunAborted, UserError } from '../protocol/errors.js';
import type { JSONObject } from '../protocol/json.js';
import type { LateReason } from '../protocol/run-event.js';
import type { DecideOptions, DecideOutcome, Decision } from './decision.js';
import { findItem, type ItemState, type PendingBatch, toBatch, toResults, withItem } from './pending.js';
import { toAnswer } from './to-answer.js';

/** What the inbox needs of the store. */
export interface InboxStore {
  readonly pending: () => readonly PendingBatch[];
  readonly update: (change: (pending: readonly PendingBatch[]) => readonly PendingBatch[]) => void;
  readonly now: () => number;
  /** Told about each batch that comes up, before anybody can answer it. */
  readonly onAsked: (request: AskRequest) => void;
}

interface Waiting {
  readonly request: AskRequest;
  readonly metadata: Map<string, JSONObject>;
  readonly resolve: (results: DeferredToolResults) => void;
}

interface Closed {
  readonly request: AskRequest;
  readonly by: LateReason;
}

/**
 * The bridge between a run that awaits and people who press buttons. A batch settles once: when each of its calls is
 * decided, or when the run no longer wants it.
 */
export class DeferredInbox {
  readonly #store: InboxStore;
  readonly #waiting: Map<string, Waiting> = new Map();
  readonly #closed: Map<string, Closed> = new Map();

  constructor(store: InboxStore) {
    this.#store = store;
  }

  /** Puts a batch on screen. */
  readonly ask: AskPeople = (request) => {
    const promise = new Promise<DeferredToolResults>((resolve, reject) => {
      if (request.signal.aborted) return reject(noLongerWanted());
      const entry: Waiting = { request, metadata: new Map(), resolve };
      for (const { call } of deferredCalls(request.requests)) this.#waiting.set(call.toolCallId, entry);
      const cancel = (): void => {
        if (this.#close(entry, 'cancelled')) reject(noLongerWanted());
      };
      request.signal.addEventListener('abort', cancel, { once: true });
      this.#store.update((pending) => [...pending, toBatch(request)]);
      this.#store.onAsked(request);
    });
    // A handler may have stopped listening by the time that its batch is cancelled.
    promise.catch(() => {});
    return promise;
  };

  /** Takes one answer for a call; what comes after it is late. */
  readonly decide = async (
    toolCallId: string,
    decision: Decision,
    options: DecideOptions = {},
  ): Promise<DecideOutcome> => {
    const entry = this.#waiting.get(toolCallId);
    const item = findItem(this.#store.pending(), toolCallId);
    if (entry === undefined || item === undefined) return late(this.#closed.get(toolCallId), toolCallId);
    const { state } = item;
    if (state.status === 'decided' || state.status === 'checking') {
      return late({ request: entry.request, by: 'answered' }, toolCallId);
    }
    const answer = toAnswer(item, decision);
    this.#setState(toolCallId, { status: 'checking' });
    const issues = answer === 'defer' ? [] : await this.#check(entry.request, { toolCallId, answer, reopened: state });
    if (this.#waiting.get(toolCallId) !== entry) return late(this.#closed.get(toolCallId), toolCallId);
    if (issues.length > 0) {
      this.#setState(toolCallId, state);
      return { status: 'invalid', issues };
    }
    if (options.metadata !== undefined) entry.metadata.set(toolCallId, options.metadata);
    this.#setState(toolCallId, { status: 'decided', answer, at: this.#store.now() });
    entry.request.report({ type: 'answer', toolCallId, answer });
    this.#settleIfComplete(entry);
    return { status: 'accepted' };
  };

  /** Marks an external call as being worked on by the page. */
  markWorking(toolCallId: string): void {
    this.#setState(toolCallId, { status: 'working' });
  }

  async #check(
    request: AskRequest,
    {
      toolCallId,
      answer,
      reopened,
    }: { toolCallId: string; answer: Parameters<AskRequest['check']>[1]; reopened: ItemState },
  ): ReturnType<AskRequest['check']> {
    try {
      return await request.check(toolCallId, answer);
    } catch (error) {
      this.#setState(toolCallId, reopened);
      throw error;
    }
  }

  #settleIfComplete(entry: Waiting): void {
    const batch = this.#store.pending().find(({ batchId }) => batchId === entry.request.batchId);
    if (batch === undefined || !batch.items.every(({ state }) => state.status === 'decided')) return;
    this.#close(entry, 'answered');
    entry.resolve(toResults(batch, entry.metadata));
  }

  /** Takes a batch off the screen. False when it is closed already. */
  #close(entry: Waiting, by: LateReason): boolean {
    const { batchId, requests } = entry.request;
    const ids = deferredCalls(requests).map(({ call }) => call.toolCallId);
    if (!ids.some((id) => this.#waiting.get(id) === entry)) return false;
    for (const id of ids) {
      this.#waiting.delete(id);
      this.#closed.set(id, { request: entry.request, by });
    }
    this.#store.update((pending) => pending.filter((batch) => batch.batchId !== batchId));
    return true;
  }

  #setState(toolCallId: string, state: ItemState): void {
    this.#store.update((pending) => pending.map((batch) => withItem(batch, toolCallId, state)));
  }
}

function late(closed: Closed | undefined, toolCallId: string): DecideOutcome {
  if (closed === undefined) {
    throw new UserError(
      'unknown-call',
      `decide() was given '${toolCallId}', which no batch has asked about. Nothing was decided. Use the toolCallId of an item in \`pending\`.`,
    );
  }
  closed.request.report({ type: 'late-answer', toolCallId, by: closed.by });
  return { status: 'late', by: closed.by };
}

function noLongerWanted(): RunAborted {
  return new RunAborted(
    'ask-cancelled',
    'The question was withdrawn before people answered: the run was stopped, or its handler answered without them.',
  );
}
