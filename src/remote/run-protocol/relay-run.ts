import { askInOrder, ownCalls } from '../../agent/batch/ask-handlers.js';
import { asRunError } from '../../agent/launch/ending.js';
import type { Work } from '../../agent/launch/launch-run.js';
import { addPrompt, pendingPrompt } from '../../agent/launch/prompt.js';
import { onAbort, runAborted } from '../../agent/plumbing/abortable.js';
import type { Emit } from '../../agent/plumbing/delta-batcher.js';
import { EventQueue } from '../../agent/plumbing/event-queue.js';
import { isSuspended } from '../../agent/plumbing/suspension.js';
import { type Ending, type RunScope, runContext } from '../../agent/run/run-scope.js';
import { runStep } from '../../agent/run/run-step.js';
import type { RefusedAnswers } from '../../approval/broker/ask.js';
import type { HandlerContext } from '../../approval/broker/handler.js';
import { toOwnError } from '../../protocol/base/error-from-data.js';
import { RemoteError } from '../../protocol/base/errors.js';
import { isNested } from '../../protocol/base/event-keys.js';
import { derivedId } from '../../protocol/base/ids.js';
import { definedProps } from '../../protocol/base/record.js';
import { deferredCalls } from '../../protocol/deferred.js';
import type { RunEvent, RunEventBody, RunEventOf } from '../../protocol/run-event.js';
import type { BatchView } from './batch-view.js';
import { EmittedTexts } from './emitted-texts.js';
import { foldRun } from './fold-run.js';
import { addressOfKey, RunClient, type RunServerAddress } from './run-client.js';
import { readNews } from './run-news.js';
import { batchIdHere, pathHere, ServedQuestion } from './served-question.js';
import { toRunStart } from './to-run-start.js';

/** A run in this page whose loop is on a run server. */
export interface RelayedRun extends RunScope {
  readonly server: RunServerAddress;
  /** The name of one of the server's agents. */
  readonly agent: string;
}

/** The address of a server at the other end of a port. */
export const portUrl = 'port:';

/** The time to wait for the server after a stop, in milliseconds. */
const stopPatience = 10_000;

/** Executes a run on a server, emits its events here, and lets people here answer its batches. */
export async function* relayRun(run: RelayedRun): Work {
  const events = new EventQueue(run.config.environment);
  try {
    const ending = new Relay(run, events.emit).work();
    for await (const batch of events.until(ending)) for (const event of batch) yield event;
    return await ending;
  } finally {
    events.close();
  }
}

class Relay {
  readonly #run: RelayedRun;
  readonly #client: RunClient;
  readonly #emit: Emit;
  readonly #texts: EmittedTexts = new EmittedTexts();
  /** The persisted events, from which the outcome is derived if the connection is lost. */
  readonly #stored: RunEvent[] = [];
  /** Aborts when nobody reads the run any more. */
  readonly #gone: AbortController = new AbortController();
  readonly #questions: Map<string, ServedQuestion> = new Map();
  /** Requests for batches, one after another for each batch. */
  readonly #looks: Map<string, Promise<void>> = new Map();
  /** The number of times that people were asked about a batch. */
  readonly #asked: Map<string, number> = new Map();
  /** Answers that the server rejected, by batch. */
  readonly #refused: Map<string, RefusedAnswers> = new Map();
  /** Calls that nobody here answers, by batch: the run waits for them on the server. */
  readonly #left: Map<string, Set<string>> = new Map();
  readonly #broken: Promise<never>;
  #break: (error: unknown) => void = () => {};
  #end: RunEventOf<'run-end'> | undefined;
  /** The server does not reply, and the run has reported it. */
  #isLost = false;

  /** The address of the run on the server, by the key under which it was started. */
  get #address(): string {
    return addressOfKey(this.#run.runId);
  }

  constructor(run: RelayedRun, emit: Emit) {
    this.#run = run;
    this.#client = new RunClient(run.server, (...loss) => this.#reportLoss(...loss));
    this.#emit = emit;
    this.#broken = new Promise((_, reject) => {
      this.#break = reject;
    });
    this.#broken.catch(() => {});
  }

  async work(): Promise<Ending> {
    const { signal } = this.#run;
    const release = signal.aborted ? () => {} : onAbort(signal, () => this.#stop());
    if (signal.aborted) this.#stop();
    const following = this.#follow();
    following.catch(() => {});
    try {
      return await Promise.race([following, this.#broken]);
    } catch (error) {
      return this.#cut(error);
    } finally {
      release();
      this.#gone.abort('The run is over.');
      for (const question of this.#questions.values()) question.withdraw('The run is over.');
    }
  }

  async #follow(): Promise<Ending> {
    const { signal } = this.#gone;
    if (!this.#run.signal.aborted) await this.#start(signal);
    for await (const told of readNews(this.#client, this.#address, signal)) {
      this.#isLost = false;
      if (told.type === 'event') this.#take(told.event, told.serial !== undefined);
      else if (told.type === 'batch') this.#hear(told.batchId);
    }
    return this.#end === undefined ? await this.#stuck() : toEnding(this.#run, this.#end);
  }

  /** Starts the run once in all its activations here: a server that lost it would execute it a second time. */
  async #start(signal: AbortSignal): Promise<void> {
    const run = this.#run;
    await runStep(run, { key: derivedId(run.runId, 'start'), emit: this.#emit }, async () => {
      await this.#client.start(toRunStart(run), signal);
      return null;
    });
  }

  /**
   * Reports a lost connection once, until the server sends something again. Networks break off now and then; a port on
   * this device does not.
   */
  #reportLoss({ message }: RemoteError, failures: number): void {
    if (this.#isLost || (failures === 0 && this.#run.server.url !== portUrl)) return;
    this.#isLost = true;
    this.#emit({ type: 'warning', code: 'remote-reconnecting', message });
  }

  #take(told: RunEvent, isKept: boolean): void {
    const event = this.#texts.take(told);
    if (isKept) this.#stored.push(told);
    if (event === undefined) return;
    const run = this.#run;
    if (!isNested(told)) {
      if (event.type === 'step-start') addPrompt(run);
      if (event.type === 'step-end') run.messages.push(...event.messages);
      if (event.type === 'step-end') run.lastResponse = { finishReason: event.finishReason };
      if (event.type === 'usage') run.usage = event.usage;
      if (event.type === 'run-end') this.#end = event;
      // This page emits both itself, with the same keys.
      if (event.type === 'run-start' || event.type === 'run-end') return;
    }
    const { v: _, seq: __, agentPath, ...body } = event;
    const batch = 'batchId' in body ? { batchId: batchIdHere(run.runId, body.batchId) } : {};
    this.#emit({ ...body, ...batch, agentPath: pathHere(run.agentPath, agentPath) } as RunEventBody); // A spread of a union loses the discriminant.
  }

  /** Handles an event about a batch. */
  #hear(batchId: string): void {
    const look = (this.#looks.get(batchId) ?? Promise.resolve()).then(() => this.#look(batchId));
    this.#looks.set(batchId, look);
    look.catch((error: unknown) => this.#break(error));
  }

  async #look(batchId: string): Promise<void> {
    // It is checked again after the answers were sent.
    if (this.#questions.get(batchId)?.isSending === true) return;
    const view = await this.#client.batch(batchId, this.#gone.signal);
    const question = this.#questions.get(batchId);
    if (view === undefined) question?.withdraw('The question is over.');
    else if (question !== undefined) question.update(view);
    else if (view.state === 'open') this.#begin(view);
  }

  #begin(view: BatchView): void {
    const refused = this.#refused.get(view.batchId);
    this.#refused.delete(view.batchId);
    const { runId, agentPath, gate } = this.#run;
    const { ask } = gate;
    const { batchId } = view;
    const times = (this.#asked.get(batchId) ?? 0) + 1;
    const nobody = async () => null;
    const question = new ServedQuestion(view, {
      client: this.#client,
      ask: ask ?? nobody,
      runId,
      agentPath,
      times,
      refused,
    });
    this.#questions.set(batchId, question);
    this.#ask(question).then(
      (isDone) => this.#over(question, isDone),
      (error: unknown) => {
        this.#over(question, true);
        this.#break(error);
      },
    );
  }

  #over(question: ServedQuestion, isDone: boolean): void {
    const { batchId, asked } = question;
    this.#questions.delete(batchId);
    this.#asked.set(batchId, (this.#asked.get(batchId) ?? 0) + asked);
    question.withdraw('The batch was answered.');
    // It may have been asked again while its answers were on their way.
    if (!isDone && !this.#gone.signal.aborted) this.#hear(batchId);
  }

  /** Asks people here about a batch. Returns `false` if it may have to be asked again. */
  async #ask(question: ServedQuestion): Promise<boolean> {
    const run = this.#run;
    const { batchId } = question;
    const left = this.#left.get(batchId) ?? new Set();
    this.#left.set(batchId, left);
    const requests = question.open(left);
    if (deferredCalls(requests).length === 0) return true;
    const { round, askedAt } = question.view;
    const ask: HandlerContext['ask'] = async (some, options) => await question.ask(ownCalls(requests, some), options);
    const ctx: HandlerContext = runContext(run, { agentPath: question.agentPath, round, askedAt, ask });
    const results = await askInOrder(run, requests, ctx).catch((error: unknown) => {
      // A withdrawn batch is not an error of its handler.
      if (question.isWithdrawn || run.signal.aborted) return undefined;
      throw error;
    });
    if (results === undefined) return false;
    const end = results === null ? undefined : await question.send(results, this.#gone.signal);
    if (end?.type === 'again') {
      if (end.refused !== undefined && question.asked > 0) this.#refused.set(batchId, end.refused);
      if (end.why !== undefined) this.#emit({ type: 'warning', code: 'answer-refused', message: end.why });
      return false;
    }
    for (const { call } of deferredCalls(question.open(left))) left.add(call.toolCallId);
    if (end?.type !== 'sent') return true;
    for (const { toolCallId } of end.late) this.#emit({ type: 'late-answer', toolCallId, reason: 'answered' });
    return false;
  }

  /** Stops the run on the server and waits for its end for a while, or only disconnects. */
  #stop(): void {
    const { signal, config } = this.#run;
    if (isSuspended(signal)) {
      this.#break(runAborted(signal));
      return;
    }
    for (const question of this.#questions.values()) question.withdraw('The run was stopped.');
    let isTold = false;
    const cancel = config.environment.setTimeout(
      () => {
        if (!isTold) this.#emit({ type: 'warning', code: 'remote-not-stopped', message: notStopped });
        this.#break(runAborted(signal));
      },
      this.#isLost ? 0 : stopPatience,
    );
    onAbort(this.#gone.signal, cancel);
    const reason = typeof signal.reason === 'string' ? signal.reason : '';
    this.#client.stop(this.#address, reason).then(
      () => {
        isTold = true;
      },
      // The run does not exist: it never started.
      (error: unknown) => {
        if (RemoteError.isInstance(error) && error.code === 'remote-refused') this.#break(error);
      },
    );
  }

  /** The server sent all events, and no end: it cannot continue the run. */
  async #stuck(): Promise<never> {
    const state = (await this.#client.find(this.#address, this.#gone.signal))?.state;
    const why = state?.type === 'stuck' ? state.why : 'It sent no end.';
    throw new RemoteError('remote-failed', `The server cannot continue the run: ${why}`);
  }

  /** Returns the end of a run whose connection is lost. */
  #cut(error: unknown): Ending {
    const run = this.#run;
    if (isSuspended(run.signal)) return { type: 'suspended' };
    const history = run.messages.slice(0, run.historyLength);
    const known = foldRun({ messages: history, events: this.#stored, interrupted: new Set() });
    for (const event of known.closing) this.#emit(event);
    run.messages.splice(0, run.messages.length, ...known.messages);
    if (run.signal.aborted) {
      addPrompt(run);
      return stopped(run, undefined);
    }
    const failed = { type: 'failed', error: asRunError(error) } as const;
    // It would be rejected with every later message, too.
    return failed.error.code === 'remote-too-large' ? failed : { ...failed, ...pendingPrompt(run, []) };
  }
}

const notStopped =
  'The server did not receive the stop, so the run may continue there. The request is repeated for a while.';

/** The reason of a stop in this page takes precedence over the server's. */
function stopped({ signal }: RelayedRun, there: string | undefined): Ending {
  const here: unknown = signal.reason;
  const reason = typeof here === 'string' && here !== '' ? here : there;
  return { type: 'aborted', ...definedProps({ reason }) };
}

function toEnding(run: RelayedRun, end: RunEventOf<'run-end'>): Ending {
  const { outcome, output = '', requests, reason, error, prompt } = end;
  switch (outcome) {
    case 'completed':
      return { type: 'completed', output };
    case 'deferred':
      return {
        type: 'deferred',
        requests: requests ?? { approvals: [], calls: [], metadata: {} },
        ...definedProps({ prompt }),
      };
    case 'aborted':
      addPrompt(run);
      return stopped(run, reason);
    case 'failed':
      return { type: 'failed', error: toOwnError(error ?? {}), ...definedProps({ prompt }) };
    default:
      return outcome satisfies never;
  }
}
