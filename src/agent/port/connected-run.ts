import type { ModelMessage, UserContent } from 'ai';
import { CountersignError } from '../../protocol/base/errors.js';
import { randomId } from '../../protocol/base/ids.js';
import { toJsonMessages } from '../../protocol/base/json-messages.js';
import { isList, isRecord } from '../../protocol/base/record.js';
import { serializeError } from '../../protocol/base/serialize-error.js';
import { is } from '../../protocol/foreign/shape.js';
import { noUsage, type RunOutcome } from '../../protocol/outcome.js';
import { isReadable, isRequests } from '../../protocol/run-event-shape.js';
import { isMessage } from '../../protocol/stored-run.js';
import { onAbort } from '../plumbing/abortable.js';
import { EventLog } from '../plumbing/event-log.js';
import { isLeft } from '../plumbing/leaving.js';
import type { AgentRun } from '../run/agent.js';
import { nestingOf } from '../run/nesting.js';
import type { RunInput } from '../run/run-options.js';
import { withTokens } from './agent-tokens.js';
import { type PortRunOptions, type Setup, toSetup } from './crossing.js';
import { type Cut, cutShort, type Lost, type PageRun } from './cut-short.js';
import { pageFunctions, plainGrants } from './page-functions.js';
import { fromRunError } from './port-error.js';
import type { RunMessage } from './port-message.js';
import { RunLink } from './run-link.js';

/** What a run needs of its connection. */
export interface RunHost {
  readonly post: (message: RunMessage) => void;
  readonly agentName: () => string;
  readonly onEnd: (run: ConnectedRun) => void;
}

type Settle = (outcome: RunOutcome<unknown>) => void;

/** A run in this page whose agent is on the other side of a port. */
export class ConnectedRun {
  /** Names it among all that go over the port. */
  readonly id: string = randomId();
  readonly link: RunLink;
  readonly run: AgentRun<unknown>;
  readonly #host: RunHost;
  readonly #options: PortRunOptions;
  readonly #setup: Setup;
  readonly #log: EventLog = new EventLog();
  /** The history that it began with, and what it is to say. */
  readonly #beginning: Pick<PageRun, 'messages' | 'prompt'>;
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
    if (this.#setup.type === 'refused') this.#cut(this.#setup);
    if (options.abortSignal !== undefined && !this.isOver) this.#stopWith(options.abortSignal);
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  /** The agent can be reached. */
  begin(server: string): void {
    if (this.#state !== 'waiting' || this.#setup.type !== 'ready') return;
    this.#state = 'begun';
    const { grants } = this.#options;
    const list = (): unknown => grants && plainGrants(grants.list());
    try {
      this.#host.post({ type: 'run', run: this.id, server, setup: { ...this.#setup.sent, grants: list() } });
      if (grants !== undefined) this.#cleanUp.push(grants.subscribe(() => this.link.tell('grants', list())));
    } catch (error) {
      this.#cut({
        type: 'refused',
        what: { path: 'input', kind: `nothing that can be sent (${serializeError(error).message})` },
      });
    }
  }

  /** The agent cannot be reached, or not any more. If it lives, it goes no further. */
  lose(how: Lost): void {
    if (this.#state === 'begun') this.link.tell('leave');
    this.#cut({ type: 'lost', how });
  }

  /** What the other side tells. */
  #functions() {
    return {
      event: ([event]: readonly unknown[]) => {
        if (isReadable(event)) this.#log.append(event);
      },
      end: ([outcome]: readonly unknown[]) => {
        if (!isOutcome(outcome)) {
          this.#cut({ type: 'broke', error: malformedOutcome() });
          return;
        }
        const error = outcome.type === 'failed' ? { error: fromRunError(outcome.error) } : {};
        this.#end({ ...outcome, ...error } as unknown as RunOutcome<unknown>); // checked just now
      },
      broke: ([error]: readonly unknown[]) => this.#cut({ type: 'broke', error: fromRunError(error) }),
    };
  }

  #side() {
    return {
      options: this.#options,
      link: () => this.link,
      began: (toolCallId: string) => void this.#begun.add(toolCallId),
    };
  }

  #prepare(input: RunInput, options: PortRunOptions): Setup {
    const nesting = nestingOf(options);
    // What is forbidden around it is forbidden within it, which only this side could say.
    const [policy] = nesting?.policies ?? [];
    const setup = toSetup(input, policy === undefined ? options : { ...options, policy });
    if (nesting === undefined || setup.type === 'refused') return setup;
    const { agentPath, agents } = nesting;
    return { ...setup, sent: { ...setup.sent, nesting: withTokens({ agentPath, agents }) } };
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
    else this.#cut({ type: 'aborted', reason });
  }

  /** At once: what the other side does from now on is no part of any life. */
  #leave(): void {
    if (this.#state === 'begun') this.link.tell('leave');
    const { runId, conversationId } = this.run;
    const { messages } = this.#beginning;
    this.#end({ type: 'left', runId, conversationId, messages, newMessages: [], usage: noUsage });
  }

  #cut(cut: Cut): void {
    if (this.#state === 'over') return;
    this.#close();
    const { runId, conversationId } = this.run;
    const about = { runId, conversationId, ...this.#beginning };
    const [agentName, isKept] = [this.#host.agentName(), this.#options.journal !== undefined];
    const run = { ...about, agentName, isKept, events: this.#log.all, begun: this.#begun };
    const { events, outcome } = cutShort(run, cut);
    for (const event of events) this.#log.append(event);
    this.#settleWith(outcome);
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
    this.link.close();
    this.#host.onEnd(this);
  }

  #settleWith(outcome: RunOutcome<unknown>): void {
    this.#log.close();
    this.#settle(outcome);
  }
}

const isHistory = is.listOf(isMessage);

/** As much of an outcome as its readers rely on. Its output may be anything that can be cloned. */
const isOutcomeShape = is.shape({
  type: is.oneOf('completed', 'deferred', 'aborted', 'failed', 'left'),
  runId: is.text,
  conversationId: is.text,
  messages: isHistory,
  newMessages: isHistory,
  usage: is.record,
  requests: is.maybe(isRequests),
  prompt: is.maybe(isHistory),
  reason: is.maybe(is.text),
});

function isOutcome(value: unknown): value is Readonly<Record<string, unknown>> {
  return isOutcomeShape(value) && (!isRecord(value) || value.type !== 'deferred' || value.requests !== undefined);
}

function malformedOutcome(): CountersignError {
  return new CountersignError(
    'port-data',
    'The agent on the other side of the port ended its run with an outcome that cannot be read. What the events say is kept.',
  );
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
