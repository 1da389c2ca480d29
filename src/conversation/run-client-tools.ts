import type { AskRequest } from '../approval/broker/ask.js';
import type { OwnBroker } from '../approval/broker/broker.js';
import type { Decision } from '../approval/broker/decision.js';
import { itemId } from '../approval/broker/pending.js';
import { copyJson, toJson } from '../protocol/base/json.js';
import { ownMember } from '../protocol/base/record.js';
import { serializeError } from '../protocol/base/serialize-error.js';
import { issueText } from '../protocol/call-end.js';
import type { DeferredCall } from '../protocol/deferred.js';
import { toolReturn } from '../protocol/make-answer.js';
import { isControlSignal, ToolFailed } from '../protocol/signals.js';

/** Computes the result of an external call in the page. If it throws, the model reads that the call failed. */
export type ClientToolExecute<INPUT = unknown> = (
  input: INPUT,
  options: { readonly toolCallId: string; readonly signal: AbortSignal },
) => unknown;

/** The client tools that are functions, as the store sees them. */
// biome-ignore lint/suspicious/noExplicitAny: a record holds functions of many input types; the input passed the tool's schema
export type ClientFunctions = Readonly<Record<string, { readonly execute?: ClientToolExecute<any> }>>;

/** Runs the functions of client tools for pending calls, each call once. */
export class ClientToolRunner {
  readonly #broker: OwnBroker;
  readonly #tools: () => ClientFunctions;
  readonly #requests: Set<AskRequest> = new Set();

  constructor(broker: OwnBroker, tools: () => ClientFunctions) {
    this.#broker = broker;
    this.#tools = tools;
  }

  /** Adds a new batch. */
  asked(request: AskRequest): void {
    this.#requests.add(request);
    this.run();
  }

  /** Runs all waiting calls whose tool has a function by now: a component may provide it after the call. */
  run(): void {
    const waiting = new Map(this.#broker.pending.flatMap(({ items }) => items).map((item) => [item.id, item]));
    for (const request of this.#requests) {
      const open = request.requests.calls.flatMap(
        (call) => waiting.get(itemId(request.batchId, call.toolCallId)) ?? [],
      );
      if (open.length === 0) this.#requests.delete(request);
      for (const { id, call, state } of open) if (state.status === 'waiting') this.#begin(request, id, call);
    }
  }

  #begin({ signal }: AskRequest, id: string, { toolCallId, toolName, input, interrupted }: DeferredCall): void {
    const execute = ownMember(this.#tools(), toolName)?.execute;
    // An interrupted call may have had its effect, so people decide about it.
    if (execute === undefined || interrupted !== undefined) return;
    this.#broker.markWorking(id);
    const work = async (): Promise<unknown> => await execute(copyJson(input), { toolCallId, signal });
    void answer({ id, toolName, work, broker: this.#broker, signal });
  }
}

const by = { type: 'page' } as const;

interface Work {
  readonly id: string;
  readonly toolName: string;
  readonly work: () => Promise<unknown>;
  readonly broker: OwnBroker;
  readonly signal: AbortSignal;
}

async function answer({ id, toolName, work, broker, signal }: Work): Promise<void> {
  let decision: Decision;
  try {
    decision = toolReturn(toJson(await work(), `The result of client tool '${toolName}'`));
  } catch (error) {
    decision =
      isControlSignal(error) && (error.kind === 'model-retry' || error.kind === 'tool-failed')
        ? error
        : new ToolFailed(serializeError(error).message);
  }
  if (signal.aborted) return;
  const outcome = await broker.respond(id, decision, { by });
  if (outcome.status !== 'invalid') return;
  const issues = outcome.issues.map((issue) => issueText(issue, 'value')).join('; ');
  const failure = new ToolFailed(`The result of the client tool does not match its outputSchema: ${issues}`);
  await broker.respond(id, failure, { by });
}
