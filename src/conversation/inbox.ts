import type { AnswerReport, AskFunction, AskRequest } from '../approval/broker/ask.js';
import type { OwnBroker } from '../approval/broker/broker.js';
import type { Urgency } from '../approval/broker/change-notifier.js';
import type { DecideOptions } from '../approval/broker/decision.js';
import { itemId, type PendingBatch } from '../approval/broker/pending.js';
import { UserError } from '../protocol/base/errors.js';
import type { JSONObject } from '../protocol/base/json.js';
import { deferredCalls } from '../protocol/deferred.js';
import type { Conversation } from './conversation.js';
import type { LateAnswer } from './late-answers.js';

/** The functions of its conversation that an inbox uses. */
export interface InboxHost {
  readonly broker: OwnBroker;
  /** Called when `pending` has changed, or an answer came too late. */
  readonly changed: (urgency: Urgency) => void;
  readonly now: () => number;
  /** Returns the time between the last answer of a batch and its sending, in milliseconds. */
  readonly sendDelay: () => number;
  /** Returns the state of the calls of a batch from an earlier activation of its run. */
  readonly earlier: (request: AskRequest) => NonNullable<AskRequest['earlier']>;
  /** Called for each new batch, before anybody can answer it. */
  readonly onRequest: (request: AskRequest) => void;
  /** Called for each action on a batch, before `pending` changes. */
  readonly onReport: (batchId: string, event: AnswerReport, metadata?: JSONObject) => void;
  /**
   * Called for each answer that came too late, also when the run of its batch has ended and records nothing. `changed`
   * follows.
   */
  readonly onLate: (late: LateAnswer) => void;
  /** Adds this page to the author of a decision, if that matters. */
  readonly withPage: (options: DecideOptions) => DecideOptions;
}

/** The batches of one conversation in its broker, which may hold those of others, too. */
export class Inbox {
  readonly #host: InboxHost;
  /** The ids of the pending batches of the conversation. */
  readonly #own: Set<string> = new Set();
  /** All batches of the conversation that contain a call, by tool call id, oldest first. */
  readonly #batchesByCall: Map<string, readonly BatchOfRun[]> = new Map();
  /** The functions that record actions in the events of the current run, by batch. */
  readonly #reports: Map<string, AskRequest['report']> = new Map();
  #pending: readonly PendingBatch[] = [];
  #unsubscribe: (() => void) | undefined;
  #announcing: Promise<void> | undefined;

  constructor(host: InboxHost) {
    this.#host = host;
  }

  /** The pending batches, oldest first. May be newer than the state of the conversation, which changes once a frame. */
  get pending(): readonly PendingBatch[] {
    const now = this.#host.broker.pending.filter(({ batchId }) => this.#own.has(batchId));
    const isSame = now.length === this.#pending.length && now.every((batch, index) => batch === this.#pending[index]);
    if (!isSame) this.#pending = now;
    return this.#pending;
  }

  /** Passes a batch to the broker, and resolves with its answers. */
  readonly ask: AskFunction = async (request) => {
    const { broker, changed, earlier, onRequest, sendDelay } = this.#host;
    const { batchId, runId, report } = request;
    this.#own.add(batchId);
    this.#reports.set(batchId, report);
    for (const { call } of deferredCalls(request.requests)) {
      const batches = this.#batchesByCall.get(call.toolCallId) ?? [];
      this.#batchesByCall.set(call.toolCallId, [...batches, { batchId, runId }]);
    }
    this.#unsubscribe ??= broker.subscribe(changed);
    const answer = broker.request({
      ...request,
      sendDelay: sendDelay(),
      earlier: earlier(request),
      report: (event, metadata) => this.#report(batchId, event, metadata),
    });
    if (!request.signal.aborted) onRequest(request);
    try {
      return await answer;
    } finally {
      this.#own.delete(batchId);
      if (this.#own.size === 0) {
        this.#unsubscribe?.();
        this.#unsubscribe = undefined;
      }
    }
  };

  /** Answers a call. Only the first answer counts; later ones are late. */
  readonly decide: Conversation['decide'] = async (toolCallId, decision, { batchId, ...options } = {}) =>
    await this.#host.broker.respond(this.#itemIdOf(toolCallId, batchId), decision, this.#host.withPage(options));

  /** Answers all pending approvals. */
  readonly decideAll: Conversation['decideAll'] = async (decision, batchId, options = {}) => {
    const batches = this.pending.filter((batch) => batchId === undefined || batch.batchId === batchId);
    const items = batches.flatMap((batch) => batch.items);
    const open = items.filter(({ kind, state }) => kind === 'approval' && state.status === 'waiting');
    const { broker, withPage } = this.#host;
    return await Promise.all(open.map(({ id }) => broker.respond(id, decision, withPage(options))));
  };

  /** Forgets an ended run. It does not record late answers any more. */
  forgetRun(): void {
    this.#reports.clear();
  }

  #report(batchId: string, event: AnswerReport, metadata?: JSONObject): void {
    this.#host.onReport(batchId, event, metadata);
    if (event.type === 'late-answer') {
      const { changed, onLate, now } = this.#host;
      onLate({ ...event, at: now() });
      // While batches are pending, the broker calls `changed`.
      if (this.#unsubscribe === undefined) {
        this.#announcing ??= Promise.resolve().then(() => {
          this.#announcing = undefined;
          changed('now');
        });
      }
    }
    this.#reports.get(batchId)?.(event);
  }

  /** Returns the item id of a call in a batch; without `batchId`, in its pending batch or in the last one. */
  #itemIdOf(toolCallId: string, batchId: string | undefined): string {
    const batches = this.#batchesByCall.get(toolCallId) ?? [];
    const waiting = batches.filter((batch) => this.#own.has(batch.batchId));
    if (batchId === undefined && new Set(waiting.map(({ runId }) => runId)).size > 1) throw ambiguous(toolCallId);
    const found =
      batchId === undefined ? (waiting.at(-1) ?? batches.at(-1)) : batches.find((batch) => batch.batchId === batchId);
    if (found === undefined) throw unknownCall(toolCallId, batchId);
    return itemId(found.batchId, toolCallId);
  }
}

type BatchOfRun = Pick<AskRequest, 'batchId' | 'runId'>;

function unknownCall(toolCallId: string, batchId: string | undefined): UserError {
  const [what, ids] =
    batchId === undefined
      ? ['no batch has asked about', 'the toolCallId']
      : [`the batch '${batchId}' has not asked about`, 'the batchId and the toolCallId'];
  return new UserError(
    'unknown-call',
    `decide() was given '${toolCallId}', which ${what}. Nothing was decided. Use ${ids} of an item in \`pending\`.`,
  );
}

function ambiguous(toolCallId: string): UserError {
  return new UserError(
    'ambiguous-call',
    `decide() was given '${toolCallId}', and calls of several agents that wait have this id. Nothing was decided. Say \`batchId\` too.`,
  );
}
