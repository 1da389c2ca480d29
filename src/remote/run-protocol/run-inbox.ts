import { asRunError } from '../../agent/launch/ending.js';
import { launchRun, type Work } from '../../agent/launch/launch-run.js';
import { onAbort } from '../../agent/plumbing/abortable.js';
import type { Agent } from '../../agent/run/agent.js';
import type { RunScope } from '../../agent/run/run-scope.js';
import type { RefusedAnswers } from '../../approval/broker/ask.js';
import type { DecisionEntry } from '../../approval/record/decision-entry.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import { type Clock, systemClock } from '../../protocol/base/clock.js';
import type { CountersignError } from '../../protocol/base/errors.js';
import { titleOr } from '../../protocol/base/words.js';
import type { DecidedBy } from '../../protocol/decided-by.js';
import { type DeferredCall, deferredCalls } from '../../protocol/deferred.js';
import { toRemoteConfig } from '../remote-config.js';
import type { AnswerReceipt } from './batch-record.js';
import { type BatchView, standingIn } from './batch-view.js';
import { decisionsIn, type InboxDecision } from './inbox-decisions.js';
import { type QuestionsAddress, RunClient, RunRefusal } from './run-client.js';
import type { ListedRun, Person } from './run-record.js';
import { ServedQuestion } from './served-question.js';

/** Options of {@link connectInbox}. */
export interface RunInboxOptions extends QuestionsAddress {
  /** The interval of requests for pending batches, in milliseconds. Default: 4,000. */
  readonly interval?: number;
  /** The maximum number of batches shown, oldest first; the others are counted. Default: 50. */
  readonly maxQuestions?: number;
}

/** A change of a batch of the inbox. */
export type InboxNews = {
  /** Identifies it among other news, and counts up. */
  readonly id: number;
  /** The title of the call, as on its card. */
  readonly title: string;
} & (
  | { readonly type: 'taken' }
  /** This person's approval counts, and `missing` more are required. */
  | { readonly type: 'counted'; readonly missing: number }
  /** Another answer counts: `late` if this person answered after it, `elsewhere` if they had not answered. */
  | { readonly type: 'late' | 'elsewhere'; readonly by: DecidedBy; readonly answer: DeferredAnswer }
  /** The server rejected an answer, for this reason. The batch is shown again. */
  | { readonly type: 'refused'; readonly message: string }
  /** The batch is not open any more: its run was stopped. */
  | { readonly type: 'over' }
);

/** The state of an inbox besides its cards. */
export interface InboxState {
  readonly status: 'connecting' | 'ready' | 'failed';
  /** The error of the last request. */
  readonly error: CountersignError | null;
  /** The person who started each run with a pending batch, and the time of its request, by run id. */
  readonly asked: Readonly<Record<string, { readonly requester: Person; readonly askedAt: number }>>;
  /** The server's code of the last request, if the server refused it: `link-refused`, `not-signed-in`. */
  readonly refusal?: string | undefined;
  /**
   * The state of the batch of a link; `used`: an answer from here has used up the link. Absent without a link, and
   * until it is known.
   */
  readonly linked?: BatchView['state'] | 'used' | undefined;
  /** The number of pending batches that are not shown, as far as the server has counted. Default: none. */
  readonly hidden?: number;
  /** News, newest first. */
  readonly news: readonly InboxNews[];
}

/** The pending batches of a run server for the current person. For `ApprovalInbox`. */
export interface RunInbox {
  /** Identifies the inbox. */
  readonly id: string;
  /**
   * An agent whose single run asks about all pending batches until it is stopped: for `useAgentRun` and cards of your
   * own.
   */
  readonly agent: Agent;
  /** Returns the state besides the cards; the same object until something changes. */
  readonly state: () => InboxState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Requests the pending batches now. */
  readonly refresh: () => void;
  /** Returns this person's finished runs, newest first. @throws RemoteError */
  readonly history: (signal: AbortSignal) => Promise<readonly ListedRun[]>;
  /** Returns what this person has decided, newest first. @throws RemoteError */
  readonly decided: (signal: AbortSignal) => Promise<readonly InboxDecision[]>;
  /** Returns the decision record of a run. @throws RemoteError */
  readonly record: (runId: string, signal: AbortSignal) => Promise<readonly DecisionEntry[]>;
}

/**
 * Connects to the pending batches of a server of `createRunServer`, of runs that anybody started. The first request is
 * made when the inbox is shown. Create it outside of components.
 *
 * @example
 * const inbox = connectInbox({ url: '/agents', headers: () => ({ authorization: `Bearer ${token()}` }) });
 * export const Page = () => <ApprovalInbox inbox={inbox} />;
 */
export function connectInbox(options: RunInboxOptions): RunInbox {
  return new ConnectedInbox(options);
}

/** Omit of each member of a union. */
type NewsBody = InboxNews extends infer ONE ? (ONE extends InboxNews ? Omit<ONE, 'id'> : never) : never;

/** The shown batches, and the number of the others. */
interface ReadPages {
  readonly views: readonly BatchView[];
  readonly hidden: number;
  /** The reason why some of them cannot be trusted. */
  readonly problem: unknown;
  readonly linked: InboxState['linked'];
}

/** The maximum number of news. */
const mostNews = 20;
/** The maximum number of pages that one refresh reads. */
const maxPages = 20;

let made = 0;

/** Counts, because a prerendered page must not use random numbers. */
function nextId(): string {
  made += 1;
  return `inbox-${made}`;
}

class ConnectedInbox implements RunInbox {
  readonly id: string = nextId();
  readonly agent: Agent;
  readonly #client: RunClient;
  /** The client for refreshing. A failed refresh is followed by the next one and needs no retries. */
  readonly #looking: RunClient;
  readonly #interval: number;
  readonly #maxQuestions: number;
  readonly #isLinked: boolean;
  /** True if the server has accepted an answer from here. */
  #hasAnswered = false;
  readonly #clock: Clock;
  readonly #listeners: Set<() => void> = new Set();
  readonly #questions: Map<string, ServedQuestion> = new Map();
  readonly #asked: Map<string, number> = new Map();
  /** Answers that the server rejected, by batch. */
  readonly #refusedAnswers: Map<string, RefusedAnswers> = new Map();
  /** Calls that were parked here, by batch: calls of several runs may have the same id. */
  readonly #left: Map<string, ReadonlySet<string>> = new Map();
  #state: InboxState = { status: 'connecting', error: null, asked: {}, hidden: 0, news: [] };
  #count = 0;
  /**
   * True if another refresh is required, also while one is under way, because that one may have started before the
   * change.
   */
  #isWanted = false;
  #wake: () => void = () => {};

  constructor({ interval = 4000, maxQuestions = 50, ...address }: RunInboxOptions) {
    this.#client = new RunClient(address);
    this.#looking = new RunClient({ ...address, retries: 0 });
    this.#interval = interval;
    this.#isLinked = address.link !== undefined;
    this.#maxQuestions = Math.max(1, maxQuestions);
    this.#clock = address.clock ?? systemClock;
    const config = toRemoteConfig({ name: 'inbox' });
    this.agent = {
      name: config.agentName,
      run: (input, ...[options]) =>
        launchRun(config, { input, options: options ?? {} }, { toRun: (run) => run, loop: (run) => this.#watch(run) }),
    };
  }

  readonly state = (): InboxState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly refresh = (): void => {
    this.#isWanted = true;
    this.#wake();
  };

  readonly history = async (signal: AbortSignal): Promise<readonly ListedRun[]> =>
    await this.#looking.list('state=ended&limit=50', signal);

  readonly decided = async (signal: AbortSignal): Promise<readonly InboxDecision[]> =>
    decisionsIn(await this.#looking.decided(signal));

  readonly record = async (runId: string, signal: AbortSignal): Promise<readonly DecisionEntry[]> =>
    await this.#looking.record(runId, signal);

  // biome-ignore lint/correctness/useYield: the events are emitted by the batches that are asked
  async *#watch(run: RunScope): Work {
    while (!run.signal.aborted) {
      this.#isWanted = false;
      await this.#look(run);
      if (!run.signal.aborted && !this.#isWanted) await this.#pause(run.signal);
    }
    for (const question of this.#questions.values()) question.withdraw('The inbox was closed.');
    this.#questions.clear();
    return { type: 'aborted' };
  }

  async #pause(signal: AbortSignal): Promise<void> {
    let cleanUp = (): void => {};
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.setTimeout(resolve, this.#interval);
      const forget = onAbort(signal, resolve);
      this.#wake = resolve;
      cleanUp = () => {
        cancel();
        forget();
      };
    });
    cleanUp();
  }

  async #look(run: RunScope): Promise<void> {
    try {
      const { views, hidden, problem, linked } = await this.#readPages(run.signal);
      const asked = views.map(({ runId, requester, askedAt }) => [runId, { requester, askedAt }] as const);
      for (const question of [...this.#questions.values()])
        if (!views.some(({ batchId }) => batchId === question.batchId)) await this.#gone(run, question);
      for (const view of views) this.#show(run, view);
      const state =
        problem === undefined
          ? ({ status: 'ready', error: null } as const)
          : ({ status: 'failed', error: asRunError(problem) } as const);
      this.#change({ ...state, refusal: undefined, linked, asked: Object.fromEntries(asked), hidden });
    } catch (error) {
      if (!run.signal.aborted) this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    const refusal = error instanceof RunRefusal ? error.refusal : undefined;
    // Answers over a link that the server refuses would be refused, too.
    if (refusal !== undefined && this.#isLinked) {
      for (const question of this.#questions.values()) if (!question.isSending) question.withdraw('The link is over.');
    }
    if (refusal === 'link-refused' && this.#hasAnswered) this.#change({ status: 'ready', error: null, linked: 'used' });
    else this.#change({ status: 'failed', error: asRunError(error), refusal });
  }

  /** Reads pages until there are enough batches to show. Those that were parked here do not count. */
  async #readPages(signal: AbortSignal): Promise<ReadPages> {
    const views: BatchView[] = [];
    let [problem, linked]: [unknown, BatchView | undefined] = [undefined, undefined];
    let [shown, seen, count, cursor] = [0, 0, 0, undefined as string | undefined]; // No cursor before the first page.
    for (let pages = 0; pages < maxPages; pages++) {
      const page = await this.#looking.waiting(signal, cursor);
      count = seen + page.count;
      problem ??= page.problem;
      linked ??= page.linked;
      for (const view of page.batches) {
        seen += 1;
        const left = this.#left.get(view.batchId);
        const isLeft = deferredCalls(view.requests).every(({ call }) => left?.has(call.toolCallId) === true);
        if (!isLeft && shown === this.#maxQuestions) continue;
        views.push(view);
        if (!isLeft) shown += 1;
      }
      cursor = page.next;
      if (cursor === undefined || shown === this.#maxQuestions) break;
    }
    return { views, hidden: count - views.length, problem, linked: linked?.state };
  }

  /** Handles a batch that is not pending any more, or not for this person: reads how it ended. */
  async #gone(run: RunScope, question: ServedQuestion): Promise<void> {
    if (question.isSending) return;
    const view = await this.#looking.batch(question.batchId, run.signal);
    if (view !== undefined) this.#tellOthers(question, view);
    // Older batches may have pushed it off the pages.
    if (view?.state === 'open') return question.update(view);
    const isOver = view === undefined || view.state === 'withdrawn';
    for (const { call } of isOver ? deferredCalls(question.open()) : [])
      this.#tell({ type: 'over', title: titleOfCall(call) });
    if (view !== undefined) question.update(view);
    question.withdraw('The question is over.');
    this.#questions.delete(question.batchId);
  }

  #show(run: RunScope, view: BatchView): void {
    const known = this.#questions.get(view.batchId);
    if (known === undefined) void this.#ask(run, view);
    else if (!known.isSending) {
      this.#tellOthers(known, view);
      known.update(view);
    }
  }

  /** Adds news about answers since the last refresh. */
  #tellOthers(question: ServedQuestion, view: BatchView): void {
    if (question.isSending) return;
    for (const { call } of deferredCalls(question.open())) {
      const stands = standingIn(view, call.toolCallId);
      if (stands !== undefined)
        this.#tell({ type: 'elsewhere', title: titleOfCall(call), by: stands.by, answer: stands.answer });
    }
  }

  async #ask(run: RunScope, view: BatchView): Promise<void> {
    const { batchId, runId, agentPath } = view;
    const ask = run.gate.ask ?? (async () => null);
    const times = (this.#asked.get(batchId) ?? 0) + 1;
    const path = agentPath.slice(0, 1);
    const refused = this.#refusedAnswers.get(batchId);
    this.#refusedAnswers.delete(batchId);
    const told = (receipt: AnswerReceipt, call: DeferredCall | undefined): void => this.#receipt(receipt, call);
    const question = new ServedQuestion(view, {
      client: this.#client,
      ask,
      runId,
      agentPath: path,
      times,
      told,
      refused,
    });
    const open = question.open(this.#left.get(batchId));
    if (deferredCalls(open).length === 0) return;
    this.#questions.set(batchId, question);
    this.#asked.set(batchId, times);
    let isSent = false;
    try {
      const results = await question.ask(open);
      const end = results === null ? undefined : await question.send(results, run.signal);
      isSent = end?.type === 'sent' || end?.type === 'again';
      if (end?.type === 'again' && end.refused !== undefined) this.#refusedAnswers.set(batchId, end.refused);
      if (end?.type === 'again') this.#refused(question, end.why);
      else if (results !== null)
        this.#left.set(batchId, new Set([...(this.#left.get(batchId) ?? []), ...results.defer]));
    } catch (error) {
      // A withdrawn batch reports nothing.
      if (!question.isWithdrawn && !run.signal.aborted) this.#refused(question, asRunError(error).message);
    }
    if (this.#questions.get(batchId) === question) this.#questions.delete(batchId);
    // A batch that ends by itself (its deadline passed, or it cannot be asked) would end again at once, so it waits for
    // the next refresh.
    if (isSent) this.refresh();
  }

  #refused(question: ServedQuestion, message: string | undefined): void {
    const [first] = deferredCalls(question.open());
    if (message !== undefined && first !== undefined)
      this.#tell({ type: 'refused', title: titleOfCall(first.call), message });
  }

  #receipt(receipt: AnswerReceipt, call: DeferredCall | undefined): void {
    const title = call === undefined ? '' : titleOfCall(call);
    if (receipt.type === 'taken' || receipt.type === 'counted') this.#hasAnswered = true;
    if (receipt.type === 'taken') this.#tell({ type: 'taken', title });
    if (receipt.type === 'withdrawn') this.#tell({ type: 'over', title });
    if (receipt.type === 'counted') this.#tell({ type: 'counted', title, missing: receipt.missing });
    if (receipt.type !== 'late') return;
    const { by, answer } = receipt.stands;
    this.#tell({ type: 'late', title, by, answer });
  }

  #tell(news: NewsBody): void {
    this.#count += 1;
    const told: InboxNews = { id: this.#count, ...news };
    this.#change({ news: [told, ...this.#state.news].slice(0, mostNews) });
  }

  #change(change: Partial<InboxState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

function titleOfCall({ title, toolName }: DeferredCall): string {
  return titleOr(title, toolName);
}
