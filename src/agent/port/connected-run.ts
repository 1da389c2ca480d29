import type { ModelMessage, UserContent } from 'ai';
import { systemClock } from '../../protocol/base/clock.js';
import { CountersignError, UserError } from '../../protocol/base/errors.js';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { lazyPart } from '../../protocol/base/lazy-part.js';
import { randomId } from '../../protocol/base/random-id.js';
import { given, isList, isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { noUsage, type RunOutcome } from '../../protocol/outcome.js';
import type { RunEvent, RunEventBody } from '../../protocol/run-event.js';
import { onAbort } from '../plumbing/abortable.js';
import { EventLog } from '../plumbing/event-log.js';
import { isLeft } from '../plumbing/leaving.js';
import type { AgentRun } from '../run/agent.js';
import { nestingOf } from '../run/nesting.js';
import type { RunInput } from '../run/run-options.js';
import { withTokens } from './agent-tokens.js';
import { type PortRunOptions, toSetup } from './crossing.js';
import type { KnownRun } from './fold-run.js';
import { pageFunctions, plainGrants } from './page-functions.js';
import { fromRunError, portClosed } from './port-error.js';
import type { RunMessage } from './port-message.js';
import { RunLink } from './run-link.js';

/** What a run needs of its connection. */
export interface RunHost {
  readonly post: (message: RunMessage) => void;
  readonly agentName: () => string;
  readonly onEnd: (run: ConnectedRun) => void;
}

/** How a run ends that the other side does not end. */
type CutShort =
  | { readonly type: 'failed'; readonly error: CountersignError }
  | { readonly type: 'aborted'; readonly reason?: string }
  | { readonly type: 'left' };

const foldPart = lazyPart(() => import('./fold-run.js'));

type Settle = (outcome: RunOutcome<unknown>) => void;

/** A run in this page whose agent is on the other side of a port. */
export class ConnectedRun {
  /** Names it among all that go over the port. */
  readonly id: string = randomId();
  readonly link: RunLink;
  readonly run: AgentRun<unknown>;
  readonly #host: RunHost;
  readonly #options: PortRunOptions;
  readonly #setup: Readonly<Record<string, unknown>> | undefined;
  readonly #log: EventLog = new EventLog();
  /** The history that it began with, and what it is to say. */
  readonly #beginning: Pick<KnownRun, 'messages' | 'prompt'>;
  /** External calls whose work has begun in this page. */
  readonly #begun: Set<string> = new Set();
  readonly #settle: Settle;
  readonly #cleanUp: (() => void)[] = [];
  #state: 'waiting' | 'begun' | 'over' = 'waiting';

  constructor(host: RunHost, input: RunInput, options: PortRunOptions) {
    this.#host = host;
    this.#options = options;
    const runId = options.runId ?? randomId();
    const conversationId = options.conversationId ?? conversationOf(options) ?? randomId();
    this.#beginning = beginningOf(input, options);
    this.link = new RunLink(this.id, host.post, { ...this.#functions(), ...pageFunctions(this.#side()) });
    let settle: Settle = () => {};
    const outcome = new Promise<RunOutcome<unknown>>((resolve) => {
      settle = resolve;
    });
    this.#settle = settle;
    this.run = {
      runId,
      conversationId,
      outcome,
      abort: (reason = '') => this.#abort(reason),
      ...(options.journal !== undefined && { leave: () => this.#leave() }),
      [Symbol.asyncIterator]: () => this.#log.read(),
    };
    this.#setup = this.#prepare(input, { ...options, runId, conversationId });
    if (options.abortSignal !== undefined) this.#stopWith(options.abortSignal);
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** The agent can be reached. */
  begin(server: string): void {
    if (this.#state !== 'waiting') return;
    this.#state = 'begun';
    // Loaded while it can be: without it, a history would not say what had begun.
    void foldPart().catch(() => {});
    const { grants } = this.#options;
    const list = (): unknown => grants && plainGrants(grants.list());
    try {
      this.#host.post({ type: 'run', run: this.id, server, setup: { ...this.#setup, grants: list() } });
      if (grants !== undefined) this.#cleanUp.push(grants.subscribe(() => this.link.tell('grants', list())));
    } catch (error) {
      this.#cutShort({ type: 'failed', error: notCloned(error) });
    }
  }

  /** The agent cannot be reached, or not any more. If it lives, it goes no further. */
  lose(error: CountersignError | string): void {
    if (this.#state === 'over') return;
    const isKept = this.#options.journal !== undefined;
    if (this.#state === 'begun') this.link.tell('leave');
    this.#cutShort({ type: 'failed', error: typeof error === 'string' ? portClosed(error, isKept) : error });
  }

  /** What the other side tells. */
  #functions() {
    return {
      event: ([event]: readonly unknown[]) => {
        if (isEvent(event)) this.#log.append(event);
      },
      end: ([outcome]: readonly unknown[]) => {
        if (!isRecord(outcome) || typeof outcome.type !== 'string') return;
        const error = outcome.type === 'failed' ? { error: fromRunError(outcome.error) } : {};
        this.#end({ ...outcome, ...error } as unknown as RunOutcome<unknown>); // it was one there
      },
      broke: ([error]: readonly unknown[]) => this.#cutShort({ type: 'failed', error: fromRunError(error) }),
    };
  }

  #side() {
    return {
      options: this.#options,
      link: () => this.link,
      began: (toolCallId: string) => void this.#begun.add(toolCallId),
    };
  }

  #prepare(input: RunInput, options: PortRunOptions): Readonly<Record<string, unknown>> | undefined {
    try {
      const nesting = nestingOf(options);
      // What is forbidden around it is forbidden within it, which only this side could say.
      const [policy] = nesting?.policies ?? [];
      const setup = toSetup(input, policy === undefined ? options : { ...options, policy });
      return nesting === undefined
        ? setup
        : { ...setup, nesting: withTokens({ agentPath: nesting.agentPath, agents: nesting.agents }) };
    } catch (error) {
      this.#cutShort({ type: 'failed', error: CountersignError.isInstance(error) ? error : notCloned(error) });
      return undefined;
    }
  }

  #stopWith(signal: AbortSignal): void {
    const stop = (): void => {
      if (isLeft(signal)) this.#leave();
      else this.#abort(typeof signal.reason === 'string' ? signal.reason : '');
    };
    if (signal.aborted) stop();
    else this.#cleanUp.push(onAbort(signal, stop));
  }

  #abort(reason: string): void {
    if (this.#state === 'begun') this.link.tell('abort', reason);
    else this.#cutShort({ type: 'aborted', ...(reason === '' ? {} : { reason }) });
  }

  /** At once: what the other side does from now on is no part of any life. */
  #leave(): void {
    if (this.#state === 'begun') this.link.tell('leave');
    this.#cutShort({ type: 'left' });
  }

  #cutShort(how: CutShort): void {
    if (this.#state !== 'over') void this.#endAs(how);
  }

  async #endAs(how: CutShort): Promise<void> {
    this.#close();
    const known = how.type === 'left' ? { ...this.#beginning, usage: noUsage, closing: [] } : await this.#known();
    const { runId, conversationId } = this.run;
    const { usage } = known;
    // A stopped run has said what it was to say; one that failed says it in the run that goes on from it.
    const isSaid = how.type !== 'failed';
    const messages = how.type === 'aborted' ? [...known.messages, ...known.prompt] : known.messages;
    const prompt = isSaid || known.prompt.length === 0 ? {} : { prompt: known.prompt };
    const bodies = how.type === 'left' ? [] : [...known.closing, { ...endOf(how), usage, ...prompt }];
    const isTold = this.#log.events.at(-1)?.type === 'run-end';
    if (!isTold) for (const body of bodies) this.#tell(body);
    const newMessages = messages.slice(this.#beginning.messages.length);
    this.#settleWith({ ...how, ...prompt, runId, conversationId, messages, newMessages, usage });
  }

  /** What the events say. Where they cannot be read, no more than what it began with is known. */
  async #known(): Promise<KnownRun> {
    const { events } = this.#log;
    const { conversationId } = this.run;
    const { messages, prompt } = this.#beginning;
    const nothing = { messages, prompt, usage: noUsage, closing: [] };
    if (events.length === 0) return { ...nothing, closing: [{ type: 'run-start', conversationId, prompt }] };
    try {
      return (await foldPart()).foldRun({ messages, events, begun: this.#begun });
    } catch {
      return nothing;
    }
  }

  #tell(body: RunEventBody): void {
    const last = this.#log.events.at(-1);
    const seq = last === undefined ? 0 : last.seq + 1;
    const agentPath = this.#log.events[0]?.agentPath ?? [this.#host.agentName()];
    this.#log.append({ v: 1, seq, at: systemClock.now(), runId: this.run.runId, agentPath, ...body } as RunEvent);
  }

  #end(outcome: RunOutcome<unknown>): void {
    if (this.#state === 'over') return;
    this.#close();
    this.#settleWith(outcome);
  }

  /** From here on, nothing that the other side says counts. */
  #close(): void {
    this.#state = 'over';
    for (const clean of this.#cleanUp) clean();
    this.link.close(portClosed('it is over', this.#options.journal !== undefined));
    this.#host.onEnd(this);
  }

  #settleWith(outcome: RunOutcome<unknown>): void {
    this.#log.close();
    this.#settle(outcome);
  }
}

function endOf(how: Exclude<CutShort, { type: 'left' }>) {
  return how.type === 'aborted'
    ? ({ type: 'run-end', outcome: 'aborted', ...given({ reason: how.reason }) } as const)
    : ({ type: 'run-end', outcome: 'failed', error: serializeError(how.error) } as const);
}

/** As much as the readers of events rely on for each of them: the rest is the word of the same package. */
function isEvent(event: unknown): event is RunEvent {
  return isRecord(event) && typeof event.type === 'string' && typeof event.seq === 'number' && isList(event.agentPath);
}

function conversationOf({ resumeFrom }: PortRunOptions): string | undefined {
  const id: unknown = isRecord(resumeFrom) ? resumeFrom.conversationId : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** What the run starts from, as far as it can be read here: whether it is right is for its agent to say. */
function beginningOf(
  input: RunInput,
  { messages, resumeFrom }: PortRunOptions,
): { readonly messages: readonly ModelMessage[]; readonly prompt: readonly ModelMessage[] } {
  const stored: Readonly<Record<string, unknown>> = isRecord(resumeFrom) ? resumeFrom : {};
  const list = (value: unknown): readonly ModelMessage[] => (isList(value) ? (value as readonly ModelMessage[]) : []);
  try {
    const prompt = toJsonMessages([...list(stored.prompt), ...asMessages(input)]);
    return { messages: list(messages ?? stored.messages), prompt };
  } catch {
    return { messages: [], prompt: [] };
  }
}

function asMessages(input: RunInput): readonly ModelMessage[] {
  if (input === undefined) return [];
  const items: readonly unknown[] = isList(input) ? input : [];
  if (items.some((item) => isRecord(item) && 'role' in item)) return items as readonly ModelMessage[];
  return [{ role: 'user', content: input as UserContent }]; // what else it may be, its agent refuses
}

function notCloned(error: unknown): UserError {
  return new UserError(
    'port-options',
    `The run could not be sent to its agent on the other side of the port: ${serializeError(error).message}. Nothing was run. Pass plain data.`,
    { cause: error },
  );
}
