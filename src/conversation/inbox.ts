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

/** The members of its conversation that the inbox uses. */
export interface InboxHost {
  readonly broker: OwnBroker;
  /** `pending` has changed, or an answer came too late. */
  readonly changed: (urgency: Urgency) => void;
  readonly now: () => number;
  /** Returns the time between the last answer of a batch and its sending, in milliseconds. */
  readonly sendDelay: () => number;
  /** Returns the state of the calls of a batch from an earlier activation of its run. */
  readonly earlier: (request: AskRequest) => NonNullable<AskRequest['earlier']>;
  /** Told about each batch that comes up, before anybody can answer it. */
  readonly onAsked: (request: AskRequest) => void;
  /** Told what people do about a batch, before the broker says so. */
  readonly onReport: (batchId: string, event: AnswerReport, metadata?: JSONObject) => void;
  /**
   * Told about each answer that came too late, also when the run that asked records nothing any more; `changed`
   * follows.
   */
  readonly onLate: (late: LateAnswer) => void;
  /** Says of a decision of this page who made it. */
  readonly said: (options: DecideOptions) => DecideOptions;
}

/** A conversation's view of a broker: the batches of its own runs. */
export class Inbox {
  readonly #host: InboxHost;
  /** Its batches that wait. */
  readonly #own: Set<string> = new Set();
  /** Every batch that it asked about, by tool call id, oldest first. */
  readonly #asked: Map<string, readonly AskedBatchId[]> = new Map();
  /** Records in the events of the current run; those of an earlier one take nothing any more. */
  readonly #reports: Map<string, AskRequest['report']> = new Map();
  #pending: readonly PendingBatch[] = [];
  #unsubscribe: (() => void) | undefined;
  #announcing: Promise<void> | undefined;

  constructor(host: InboxHost) {
    this.#host = host;
  }

  /** The batches that wait, oldest first: perhaps newer than what the screen shows. */
  get pending(): readonly PendingBatch[] {
    const now = this.#host.broker.pending.filter(({ batchId }) => this.#own.has(batchId));
    const isSame = now.length === this.#pending.length && now.every((batch, index) => batch === this.#pending[index]);
    if (!isSame) this.#pending = now;
    return this.#pending;
  }

  /** Puts a batch on screen. */
  readonly ask: AskFunction = async (request) => {
    const { broker, changed, earlier, onAsked, sendDelay } = this.#host;
    const { batchId, runId, report } = request;
    this.#own.add(batchId);
    this.#reports.set(batchId, report);
    for (const { call } of deferredCalls(request.requests)) {
      const earlier = this.#asked.get(call.toolCallId) ?? [];
      this.#asked.set(call.toolCallId, [...earlier, { batchId, runId }]);
    }
    this.#unsubscribe ??= broker.subscribe(changed);
    const answer = broker.request({
      ...request,
      sendDelay: sendDelay(),
      earlier: earlier(request),
      report: (event, metadata) => this.#report(batchId, event, metadata),
    });
    if (!request.signal.aborted) onAsked(request);
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

  /** Takes an answer for a call; what comes after it is late. */
  readonly decide: Conversation['decide'] = async (toolCallId, decision, { batchId, ...options } = {}) =>
    await this.#host.broker.respond(this.#idOf(toolCallId, batchId), decision, this.#host.said(options));

  /** Answers all approvals that are open. */
  readonly decideAll: Conversation['decideAll'] = async (decision, batchId, options = {}) => {
    const batches = this.pending.filter((batch) => batchId === undefined || batch.batchId === batchId);
    const items = batches.flatMap((batch) => batch.items);
    const open = items.filter(({ kind, state }) => kind === 'approval' && state.status === 'waiting');
    const { broker, said } = this.#host;
    return await Promise.all(open.map(({ id }) => broker.respond(id, decision, said(options))));
  };

  /** The run is over: it records no late answers any more, so nothing of it is kept. */
  forgetRun(): void {
    this.#reports.clear();
  }

  #report(batchId: string, event: AnswerReport, metadata?: JSONObject): void {
    this.#host.onReport(batchId, event, metadata);
    if (event.type === 'late-answer') {
      const { changed, onLate, now } = this.#host;
      onLate({ ...event, at: now() });
      // While anything waits, the broker says so.
      if (this.#unsubscribe === undefined) {
        this.#announcing ??= Promise.resolve().then(() => {
          this.#announcing = undefined;
          changed('now');
        });
      }
    }
    this.#reports.get(batchId)?.(event);
  }

  #idOf(toolCallId: string, batchId: string | undefined): string {
    const asked = this.#asked.get(toolCallId) ?? [];
    const waiting = asked.filter((batch) => this.#own.has(batch.batchId));
    if (batchId === undefined && new Set(waiting.map(({ runId }) => runId)).size > 1) throw ambiguous(toolCallId);
    const found =
      batchId === undefined ? (waiting.at(-1) ?? asked.at(-1)) : asked.find((batch) => batch.batchId === batchId);
    if (found === undefined) throw unknownCall(toolCallId, batchId);
    return itemId(found.batchId, toolCallId);
  }
}

type AskedBatchId = Pick<AskRequest, 'batchId' | 'runId'>;

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
