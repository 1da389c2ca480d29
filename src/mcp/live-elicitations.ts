import type { ToolSteps } from '../agent/tool-steps.js';
import { isRecord } from '../protocol/base/record.js';
import { answerSchema, readInput, toElicitationAnswer, toElicitCall } from './elicitation.js';
import type { ElicitationAnswer } from './mcp-client.js';
import { WorkLimit } from './work-limit.js';

/** The parameters of a client's handler for `elicitation/create` (MCP 2025-11-25 and before). */
export interface ElicitationRequest {
  readonly params?: unknown;
}

/** The second argument of a client's handler. Its signal aborts when the server cancels the request or disconnects. */
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
  questions: number;
  /** The elicitations that wait for an answer. */
  readonly waiting: Set<Promise<unknown>>;
}

/** The number of elicitations that a server may send during a call. */
interface ElicitationLimits {
  readonly atOnce: number;
  readonly perCall: number;
}

/** Assigns the elicitations that a server sends during a call to that call. */
export class LiveElicitations {
  #open: OpenCall | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #limits: ElicitationLimits;

  constructor(limits: ElicitationLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a call when no other call is open, because an elicitation does not name its call. Elicitations that are still
   * open when the call ends are withdrawn.
   */
  async during<T>(call: LiveCall, work: (limit: WorkLimit) => Promise<T>): Promise<T> {
    const mine = this.#last.then(async () => {
      const { steps, checkServer } = call;
      const limit = new WorkLimit({ clock: steps.clock, timeout: steps.timeout, checkServer });
      const open: OpenCall = { ...call, limit, questions: 0, waiting: new Set() };
      this.#open = open;
      try {
        return await work(limit);
      } finally {
        this.#open = undefined;
        limit.end();
        // The cards have to close before the call ends.
        await Promise.allSettled(open.waiting);
      }
    });
    this.#last = mine.catch(() => {});
    return await mine;
  }

  /**
   * Returns the answer of people: `cancel` without an open call or an answer, `decline` for an invalid form or above
   * the limits.
   */
  readonly answer = async (
    { params }: ElicitationRequest,
    { mcpReq, signal = mcpReq?.signal }: ElicitationContext = {},
  ): Promise<ElicitationAnswer> => {
    const open = this.#open;
    if (open === undefined || !isRecord(params)) return { action: 'cancel' };
    const input = readInput(params);
    const { atOnce, perCall } = this.#limits;
    if (input === undefined || open.waiting.size >= atOnce || open.questions >= perCall) return { action: 'decline' };
    open.questions += 1;
    const name = `live-${open.questions}`;
    const question = { call: toElicitCall(input, open.server), outputSchema: answerSchema(input) };
    const isOver = AbortSignal.any([open.limit.signal, ...(signal === undefined ? [] : [signal])]);
    const asking = open.limit.pauseDuring(async () => await open.steps.askLive(name, [question], isOver));
    open.waiting.add(asking);
    try {
      const [end] = await asking;
      return end === undefined ? { action: 'cancel' } : toElicitationAnswer(input, end);
    } finally {
      open.waiting.delete(asking);
    }
  };
}
