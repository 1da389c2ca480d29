import type { ToolSteps } from '../agent/tool-steps.js';
import { isRecord } from '../protocol/base/record.js';
import { answerSchema, readInput, toElicitationAnswer, toElicitCall } from './elicitation.js';
import type { ElicitationAnswer } from './mcp-client.js';

/** An `elicitation/create` as a client gets it from a server of MCP 2025-11-25 and before. */
export interface ElicitationRequest {
  readonly params?: unknown;
}

interface OpenCall {
  readonly steps: ToolSteps;
  readonly server: string;
  questions: number;
  /** Of these, those that people have not answered yet. */
  waiting: number;
}

/** How many questions a server may ask in the middle of a call. */
interface QuestionLimits {
  readonly atOnce: number;
  readonly perCall: number;
}

/** Where the questions of a server go that asks in the middle of a call and waits: to the call that goes on. */
export class LiveQuestions {
  #open: OpenCall | undefined;
  #last: Promise<unknown> = Promise.resolve();
  readonly #limits: QuestionLimits;

  constructor(limits: QuestionLimits) {
    this.#limits = limits;
  }

  /** Does the work of a call once no other one goes on: such a question does not say to which call it belongs. */
  async during<T>(call: Pick<OpenCall, 'steps' | 'server'>, work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(async () => {
      this.#open = { ...call, questions: 0, waiting: 0 };
      try {
        return await work();
      } finally {
        this.#open = undefined;
      }
    });
    this.#last = mine.catch(() => {});
    return await mine;
  }

  /** What people say. Where no call goes on, or nobody is there, it is put aside; what is no form, and what is too much, is declined. */
  readonly answer = async ({ params }: ElicitationRequest): Promise<ElicitationAnswer> => {
    const open = this.#open;
    if (open === undefined || !isRecord(params)) return { action: 'cancel' };
    const input = readInput(params);
    const { atOnce, perCall } = this.#limits;
    if (input === undefined || open.waiting >= atOnce || open.questions >= perCall) return { action: 'decline' };
    open.questions += 1;
    open.waiting += 1;
    try {
      const question = { call: toElicitCall(input, open.server), outputSchema: answerSchema(input) };
      const [end] = await open.steps.askLive(`live-${open.questions}`, [question]);
      return end === undefined ? { action: 'cancel' } : toElicitationAnswer(input, end);
    } finally {
      open.waiting -= 1;
    }
  };
}
