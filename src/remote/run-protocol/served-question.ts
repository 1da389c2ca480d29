import { newTask } from '../../agent/plumbing/next-task.js';
import type { AskFunction, AskRequest, RefusedAnswers } from '../../approval/broker/ask.js';
import type { CallNews, Counting } from '../../approval/broker/decision.js';
import type { AskOptions } from '../../approval/broker/handler.js';
import { findJsonIssues } from '../../json-schema/find-json-issues.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import { derivedId } from '../../protocol/base/ids.js';
import { deepFreeze, isSameJson, type JSONValue } from '../../protocol/base/json.js';
import { definedProps, ownMember } from '../../protocol/base/record.js';
import { issueText } from '../../protocol/call-end.js';
import {
  type DeferredCall,
  type DeferredToolRequests,
  type DeferredToolResults,
  deferredCalls,
} from '../../protocol/deferred.js';
import { toToolCallResults } from '../../protocol/results.js';
import type { Issue } from '../../protocol/signals.js';
import type { AnswerReceipt } from './batch-record.js';
import { type BatchView, callIn, standingIn } from './batch-view.js';
import { type RunClient, RunRefusal, type SentAnswer } from './run-client.js';

/** Options of {@link ServedQuestion}. */
export interface QuestionSetup {
  readonly client: RunClient;
  /** Shows calls to people. */
  readonly ask: AskFunction;
  /** The run in this page that asks. */
  readonly runId: string;
  /** The path of the run's agent in this page. */
  readonly agentPath: readonly string[];
  /** Distinguishes repeated questions about one batch. */
  readonly times: number;
  /** Answers to the same question that the server rejected. Default: none. */
  readonly refused?: RefusedAnswers | undefined;
  /** Called with the result of each answer. Default: not called. */
  readonly told?: (receipt: AnswerReceipt, call: DeferredCall | undefined) => void;
}

/** The end of a question. */
export type QuestionEnd =
  /** The server has all answers. `late`: those that came after another person's. */
  | { readonly type: 'sent'; readonly late: readonly Extract<AnswerReceipt, { readonly type: 'late' }>[] }
  /** The batch has changed, or its answers were rejected, so it has to be asked again. `why` is shown to people. */
  | { readonly type: 'again'; readonly why?: string | undefined; readonly refused?: RefusedAnswers | undefined }
  /** The batch is not open any more. */
  | { readonly type: 'over' };

/** A batch of a server that is shown to people here, while others may answer it elsewhere. */
export class ServedQuestion {
  readonly batchId: string;
  readonly #setup: QuestionSetup;
  readonly #gone: AbortController = new AbortController();
  /** The listeners of a call's cards. */
  readonly #cards: Map<string, (news: CallNews) => void> = new Map();
  /** The calls as they were last shown. */
  readonly #shown: Map<string, DeferredCall> = new Map();
  /** The deadlines that the cards show. */
  readonly #deadlines: Map<string, number | undefined> = new Map();
  /** Calls whose answer the server has already. */
  readonly #given: Set<string> = new Set();
  #view: BatchView;
  /** The number of answers on their way: until they have arrived, a view of the batch may be out of date. */
  #sending = 0;
  #asked = 0;
  /** The reason for a withdrawal that waits until all answers have arrived. */
  #afterwards: string | undefined;

  constructor(view: BatchView, setup: QuestionSetup) {
    this.batchId = view.batchId;
    this.#view = view;
    this.#setup = setup;
    for (const { call } of deferredCalls(view.requests)) {
      this.#shown.set(call.toolCallId, call);
      this.#deadlines.set(call.toolCallId, ownMember(view.expiresAt, call.toolCallId));
    }
  }

  get view(): BatchView {
    return this.#view;
  }

  /** The agents that lead to it, by their names in this page. */
  get agentPath(): readonly string[] {
    return pathHere(this.#setup.agentPath, this.#view.agentPath);
  }

  /** The number of times that people were asked. */
  get asked(): number {
    return this.#asked;
  }

  /** True while answers are on their way, so that the batch has to be read again. */
  get isSending(): boolean {
    return this.#sending > 0;
  }

  get isWithdrawn(): boolean {
    return this.#gone.signal.aborted;
  }

  /** Returns its unanswered calls, without those that were parked here. */
  open(left: ReadonlySet<string> = new Set()): DeferredToolRequests {
    const { requests } = this.#view;
    const isOpen = ({ toolCallId }: DeferredCall): boolean =>
      !left.has(toolCallId) && standingIn(this.#view, toolCallId) === undefined;
    const [approvals, calls] = [requests.approvals.filter(isOpen), requests.calls.filter(isOpen)];
    return deepFreeze({ approvals, calls, metadata: requests.metadata });
  }

  /** Shows some of its calls to people. */
  readonly ask = (requests: DeferredToolRequests, options: AskOptions = {}): Promise<DeferredToolResults | null> => {
    this.#asked += 1;
    return this.#setup.ask(this.#toRequest(requests, options));
  };

  /** Updates its cards. */
  update(view: BatchView): void {
    if (this.isSending) return;
    this.#view = view;
    if (view.state === 'withdrawn') this.withdraw('The question was withdrawn.');
    for (const [toolCallId, tell] of this.#cards) {
      const stands = standingIn(view, toolCallId);
      const call = callIn(view, toolCallId);
      if (stands !== undefined) {
        this.#given.add(toolCallId);
        tell({ toolCallId, answer: stands.answer, by: stands.by });
      } else if (call !== undefined) {
        const expiresAt = ownMember(view.expiresAt, toolCallId);
        const isMoved = this.#deadlines.get(toolCallId) !== expiresAt;
        if (!isMoved && !hasChanged(this.#shown.get(toolCallId), call)) continue;
        this.#shown.set(toolCallId, call);
        this.#deadlines.set(toolCallId, expiresAt);
        tell({ toolCallId, call, ...definedProps({ expiresAt }) });
      }
    }
  }

  /** Removes its cards once all answers on their way have arrived. */
  withdraw(reason: string): void {
    if (this.isSending) this.#afterwards = reason;
    else this.#gone.abort(reason);
  }

  /** Sends the answers in one request. Parked and expired calls are left to the server. */
  async send(results: DeferredToolResults, signal: AbortSignal): Promise<QuestionEnd> {
    const own = Object.entries(toToolCallResults(results)).filter(
      ([toolCallId, { kind }]) => kind !== 'tool-expired' && !this.#given.has(toolCallId),
    );
    if (own.length === 0) return { type: 'over' };
    const answers = own.map(([toolCallId, answer]) => [toolCallId, this.#toSent(toolCallId, answer)] as const);
    try {
      const receipts = await this.#give(Object.fromEntries(answers), signal);
      return { type: 'sent', late: receipts.filter((receipt) => receipt.type === 'late') };
    } catch (error) {
      if (!(error instanceof RunRefusal)) throw error;
      if (error.refusal === 'unknown-batch' || error.refusal === 'batch-over') return { type: 'over' };
      if (error.refusal === 'other-digest') return { type: 'again' };
      const [why, batchId] = [wordsOfServer(error), this.#questionId(this.#number)];
      const refused = {
        batchId,
        answers: Object.fromEntries(own),
        message: why,
        toolCallId: error.toolCallId,
        issue: error.issue,
      };
      return { type: 'again', why, refused };
    }
  }

  async #give(answers: Readonly<Record<string, SentAnswer>>, signal: AbortSignal): Promise<readonly AnswerReceipt[]> {
    this.#sending += 1;
    try {
      const { receipts, batch } = await this.#setup.client.answer(this.batchId, answers, signal);
      this.#view = batch;
      for (const receipt of receipts) this.#setup.told?.(receipt, callIn(batch, receipt.toolCallId));
      return receipts;
    } finally {
      this.#sending -= 1;
      const why = this.#afterwards;
      // In a task of its own, so that the accepted answer counts first.
      if (why !== undefined) void newTask().then(() => this.withdraw(why));
    }
  }

  #toSent(toolCallId: string, answer: DeferredAnswer): SentAnswer {
    return { answer, ...definedProps({ digest: this.#shown.get(toolCallId)?.digest }) };
  }

  /** The number of the current question about the batch in this page, from 1. */
  get #number(): number {
    return this.#setup.times + this.#asked - 1;
  }

  #questionId(number: number): string {
    const own = batchIdHere(this.#setup.runId, this.batchId);
    return number === 1 ? own : derivedId(own, 'again', number);
  }

  /** Returns the answers that the server refused when they were sent, or later, when the run was about to use them. */
  #refused(): RefusedAnswers | undefined {
    const { refused } = this.#view;
    if (this.#setup.refused !== undefined) return this.#setup.refused;
    if (refused === undefined || standingIn(this.#view, refused.toolCallId) !== undefined) return undefined;
    const { toolCallId, answer, issue } = refused;
    const message = issueText(issue, answer.kind === 'tool-approved' ? 'input' : 'value');
    const before = this.#questionId(Math.max(1, this.#number - 1));
    return { batchId: before, toolCallId, message, issue, answers: { [toolCallId]: answer } };
  }

  #toRequest(requests: DeferredToolRequests, options: AskOptions): AskRequest {
    const { round, about, expiresAt, onExpiry } = this.#view;
    const { runId } = this.#setup;
    const { agentPath } = this;
    const [batchId, refused] = [this.#questionId(this.#number), this.#refused()];
    const schemaOf = (toolCallId: string) => ownMember(about, toolCallId)?.schema;
    const findIssues = async (toolCallId: string, input: JSONValue): Promise<readonly Issue[]> => {
      const schema = schemaOf(toolCallId);
      return schema === undefined ? [] : (findJsonIssues(schema, input) ?? []);
    };
    return {
      ...{ batchId, servedId: this.batchId, runId, agentPath, round, requests, signal: this.#gone.signal },
      ...definedProps({ refused }),
      expiresAt: options.expiresAt ?? expiresAt,
      // The server decides if the run fails then.
      onExpiry: (options.onExpiry ?? onExpiry) === 'park' ? 'park' : 'deny',
      check: async (toolCallId, answer) =>
        answer.kind === 'tool-approved' && answer.overrideArgs !== undefined
          ? await findIssues(toolCallId, answer.overrideArgs)
          : [],
      form: (toolCallId) => {
        const schema = schemaOf(toolCallId);
        return schema && { schema: async () => schema, check: (input) => findIssues(toolCallId, input) };
      },
      count: (toolCallId, answer) => this.#count(toolCallId, answer),
      follow: (tell) => {
        for (const { call } of deferredCalls(requests)) this.#cards.set(call.toolCallId, tell);
      },
      report: (event) => {
        if (event.type === 'extended') void this.#extend(event).catch(() => {});
      },
      preview: async (toolCallId) =>
        ownMember(about, toolCallId)?.preview ?? { type: 'json', value: callIn(this.#view, toolCallId)?.input ?? null },
      policyCall: async (toolCallId, input) => {
        const known = ownMember(about, toolCallId)?.policyCall ?? bareCall(this.#shown.get(toolCallId));
        return { ...known, agentPath, ...definedProps({ input }) };
      },
    };
  }

  /** Moves a deadline on the server. If the server rejects that, the card shows the server's deadline again. */
  async #extend({ toolCallId, expiresAt }: { readonly toolCallId: string; readonly expiresAt: number }): Promise<void> {
    const { client } = this.#setup;
    this.#deadlines.set(toolCallId, expiresAt);
    try {
      await client.extend(this.batchId, { toolCallId, expiresAt });
    } catch (error) {
      if (!(error instanceof RunRefusal)) throw error;
      const now = await client.batch(this.batchId, this.#gone.signal);
      if (now !== undefined) this.update(now);
    }
  }

  /** Sends the approval of one of several people at once, because only the server knows if it is the last. */
  async #count(toolCallId: string, answer: DeferredAnswer): Promise<Counting> {
    try {
      const sent = { [toolCallId]: this.#toSent(toolCallId, answer) };
      const [receipt] = await this.#give(sent, this.#gone.signal);
      const call = callIn(this.#view, toolCallId);
      if (receipt?.type === 'counted' && call !== undefined) {
        this.#shown.set(toolCallId, call);
        return { missing: receipt.missing, call };
      }
      if (receipt?.type === 'taken') this.#given.add(toolCallId);
      else this.update(this.#view);
      return [];
    } catch (error) {
      if (!(error instanceof RunRefusal)) throw error;
      const now = await this.#setup.client.batch(this.batchId, this.#gone.signal);
      if (now === undefined) this.withdraw('The question is over.');
      else this.update(now);
      return [{ path: [], message: wordsOfServer(error) }];
    }
  }
}

/** Returns the id of a server's batch in this page, where other servers and runs have ids of their own. */
export function batchIdHere(runId: string, batchId: string): string {
  return derivedId(runId, 'served', batchId);
}

/** Returns a path of agents on a server, starting with the agent's name in this page. */
export function pathHere(here: readonly string[], there: readonly string[]): readonly string[] {
  return [...here, ...there.slice(1)];
}

/** Returns the server's own message, without its address. */
function wordsOfServer({ message, words = message }: RunRefusal): string {
  return words;
}

function hasChanged(before: DeferredCall | undefined, now: DeferredCall): boolean {
  return (
    before === undefined || !isSameJson(before as unknown as JSONValue, now as unknown as JSONValue) // Both came as JSON.
  );
}

function bareCall(call: DeferredCall | undefined) {
  const { toolName = '', input = null, capabilities = [], asksFor = capabilities, definition, origin } = call ?? {};
  return {
    toolName,
    input,
    annotations: {},
    capabilities: asksFor,
    declared: capabilities,
    ...definedProps({ definition, origin }),
  };
}
