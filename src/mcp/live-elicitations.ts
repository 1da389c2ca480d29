import type { ToolSteps } from '../agent/tool-steps.js';
import { isRecord } from '../protocol/base/record.js';
import { answerSchema, readInput, toElicitationAnswer, toElicitCall } from './elicitation.js';
import type { ElicitationAnswer } from './mcp-client.js';
import { WorkLimit } from './work-limit.js';

/** The parameters of a client's handler for `elicitation/create` (MCP 2025-11-25 and before). */
export interface ElicitationRequest {
  readonly params?: unknown;
}

/** The second argument of that handler. Its signal aborts when the server cancels the request or disconnects. */
export interface ElicitationContext {
  /** The signal's location in version 2 of the client. */
  readonly mcpReq?: { readonly signal?: AbortSignal };
  /** The signal's location in version 1 of the client. */
  readonly signal?: AbortSignal;
}

/** A call during which the server may send elicitations. */
interface LiveCall {
  readonly steps: ToolSteps;
  readonly server: string;
  /** Rejects when the server is gone. Default: not checked. */
  readonly checkServer: (() => Promise<unknown>) | undefined;
}

interface OpenCall extends LiveCall {
  readonly limit: WorkLimit;
  /** The number of elicitations so far. */
  count: number;
  /** The elicitations that wait for an answer. */
  readonly waiting: Set<Promise<unknown>>;
}

/** The maximum number of elicitations that a server may send. */
interface ElicitationLimits {
  /** The maximum number of elicitations that wait for an answer at the same time. */
  readonly atOnce: number;
  readonly perCall: number;
}

/** Assigns each elicitation that a server sends to the call that is executing. */
export class LiveElicitations {
  #open: OpenCall | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #limits: ElicitationLimits;

  constructor(limits: ElicitationLimits) {
    this.#limits = limits;
  }

  /**
   * Executes calls one after the other, because an elicitation does not name its call. Elicitations that are still open
   * when the call ends are withdrawn.
   */
  async execute<T>(call: LiveCall, work: (limit: WorkLimit) => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      const { steps, checkServer } = call;
      const limit = new WorkLimit({ clock: steps.clock, timeout: steps.timeout, checkServer });
      const open: OpenCall = { ...call, limit, count: 0, waiting: new Set() };
      this.#open = open;
      try {
        return await work(limit);
      } finally {
        this.#open = undefined;
        limit.end();
        // The cards of its elicitations must close before the call ends.
        await Promise.allSettled(open.waiting);
      }
    });
    this.#last = result.catch(() => {});
    return await result;
  }

  /**
   * Asks people, and returns their answer. Returns `cancel` if no call is open or nobody answered, and `decline` for an
   * invalid form or above the limits.
   */
  readonly answer = async (
    { params }: ElicitationRequest,
    { mcpReq, signal = mcpReq?.signal }: ElicitationContext = {},
  ): Promise<ElicitationAnswer> => {
    const open = this.#open;
    if (open === undefined || !isRecord(params)) return { action: 'cancel' };
    const input = readInput(params);
    const { atOnce, perCall } = this.#limits;
    if (input === undefined || open.waiting.size >= atOnce || open.count >= perCall) return { action: 'decline' };
    open.count += 1;
    const name = `live-${open.count}`;
    const question = { call: toElicitCall(input, open.server), outputSchema: answerSchema(input) };
    const endSignal = AbortSignal.any([open.limit.signal, ...(signal === undefined ? [] : [signal])]);
    const answers = open.limit.pauseDuring(async () => await open.steps.askLive(name, [question], endSignal));
    open.waiting.add(answers);
    try {
      const [end] = await answers;
      return end === undefined ? { action: 'cancel' } : toElicitationAnswer(input, end);
    } finally {
      open.waiting.delete(answers);
    }
  };
}
