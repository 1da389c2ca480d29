import type { FinishReason, ModelMessage } from 'ai';
import type { JSONValue } from '../../protocol/base/json.js';
import { appendResults } from '../loop/close-step.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { RunScope } from '../run/run-scope.js';
import { endCall, newCall, type Turn, type TurnCall } from '../run/turn.js';
import type { ServerQuestion } from './question-terms.js';
import { serverMetadata, serverQuestion, serverWords, toCallOptions } from './server-words.js';
import { StepDraft } from './step-draft.js';

/** Says why the input of a call cannot be edited, where it cannot. */
export type FixedInput = (call: Pick<TurnCall, 'providerOptions'>) => string | undefined;

interface TurnListOptions {
  /** The turn whose answers were sent. */
  readonly answered: Turn | undefined;
  readonly emit: Emit;
  /** Why the input of a call cannot be edited, where it cannot. */
  readonly fixedInput: FixedInput;
}

/** What a server says that it is about to call. */
interface Announced {
  readonly toolName: string;
  readonly input: JSONValue;
}

/** The turns of one response: the one whose answers were sent, and what the server's model said after it. */
export class TurnList {
  finishReason: FinishReason = 'stop';
  messageId: string | undefined;
  /** Whether the server asks about a call that was answered here: it did not take the answer. */
  asksAnew = false;
  /** What the server has decided about calls by itself. */
  readonly decided: Map<string, { readonly approved: boolean; readonly reason: string | undefined }> = new Map();
  /** What this response has added to the history. */
  readonly added: ModelMessage[] = [];
  /** The number of the step that it has come to. */
  stepNumber: number;
  /** How many steps of the server's model it has brought. */
  stepCount = 0;
  readonly #run: RunScope;
  readonly #emit: Emit;
  readonly #fixedInput: FixedInput;
  /** The turn that was answered, as long as no step has come after it; in the end, the last. */
  #turn: Turn | undefined;
  /** The step that comes in. */
  #step: StepDraft | undefined;
  #isStepOver = false;
  /** The number of a step that was begun and is void. */
  #toldStep: number | undefined;

  constructor(run: RunScope, { answered, emit, fixedInput }: TurnListOptions) {
    this.#run = run;
    this.#emit = emit;
    this.#fixedInput = fixedInput;
    this.#turn = answered;
    this.stepNumber = run.step;
  }

  /**
   * Whether the last step may have been all: it says something to its end, or waits for people. After results of tools a server goes on,
   * so it has to say itself that it is through.
   */
  get isWhole(): boolean {
    if (this.#step === undefined) return false;
    const { calls, isWhole } = this.#step;
    if (calls.length === 0) return this.#isStepOver || isWhole;
    return this.#isStepOver && calls.some(({ state }) => state.status !== 'ended');
  }

  /** Whether the last step has called anything: whoever asks for it again might have it done twice. */
  get hasCalled(): boolean {
    return this.#step !== undefined && this.#step.calls.length > 0;
  }

  /** The turn whose answers go with the request, as long as no step has come after it. */
  get open(): Turn | undefined {
    return this.#turn;
  }

  /** The calls of the last step, or of the turn that was answered. */
  calls(): readonly TurnCall[] {
    return this.#step?.calls ?? this.#turn?.calls ?? [];
  }

  find(toolCallId: string): TurnCall | undefined {
    return this.calls().find((call) => call.toolCallId === toolCallId);
  }

  /** Whether a call that begins under this id is another one: what had it is over, with its step. A server may count anew in each. */
  isFree(toolCallId: string): boolean {
    const known = this.find(toolCallId);
    return known === undefined || (this.#isStepOver && known.state.status === 'ended');
  }

  endStep(): void {
    this.#isStepOver = true;
  }

  /** The step that comes in, unless it is over. */
  get current(): StepDraft | undefined {
    return this.#isStepOver ? undefined : this.#step;
  }

  /** The step that content belongs to: a new one begins with the first that comes. */
  async step(): Promise<StepDraft> {
    if (this.current !== undefined) return this.current;
    await this.#append();
    this.stepNumber += 1;
    this.stepCount += 1;
    this.#isStepOver = false;
    // One that was void has begun already, for whoever listens.
    if (this.stepNumber !== this.#toldStep) this.#emit({ type: 'step-start', step: this.stepNumber });
    this.#toldStep = undefined;
    this.#step = new StepDraft(this.#emit, this.#fixedInput({}));
    return this.#step;
  }

  /** The server asks about a call, perhaps for a second time. */
  ask(call: TurnCall, approval: ServerQuestion): void {
    const words = { ...serverWords(call.providerOptions), approval };
    const { fixedInput: _, ...known } = call;
    const options = toCallOptions(serverMetadata(call.providerOptions), words);
    const fixedInput = this.#fixedInput(options);
    const asked: TurnCall = { ...known, ...options, ...(fixedInput === undefined ? {} : { fixedInput }) };
    const { requestReason, isAutomatic } = approval;
    if (typeof requestReason === 'string') asked.reason = requestReason;
    // What it decides by itself is its own business.
    if (isAutomatic !== true) Object.assign(asked, { state: { status: 'called' }, begun: false, approval: undefined });
    this.#replace(asked);
  }

  /** The server says that a call, to which nobody has said yes, is another one. What was decided about it before is not about this. */
  announce(call: TurnCall, { toolName, input }: Announced): void {
    const { toolCallId, providerOptions, fixedInput } = call;
    const rawInput = JSON.stringify(input);
    const words = { ...(providerOptions && { providerOptions }), ...(fixedInput === undefined ? {} : { fixedInput }) };
    const announced = newCall({ toolCallId, toolName, rawInput, ...words });
    announced.input = input;
    const reason = serverQuestion(call)?.requestReason;
    if (typeof reason === 'string') announced.reason = reason;
    this.#replace(announced);
  }

  /** What came of the last step is void, also when it was whole: it is asked for anew. */
  voidStep(): void {
    if (this.#step === undefined) return;
    this.#step = undefined;
    this.#isStepOver = false;
    this.#toldStep = this.stepNumber;
    this.stepNumber -= 1;
    this.stepCount -= 1;
  }

  /** The server takes back what it is saying. `false`: since the last step it has said nothing. */
  resetStep(): boolean {
    if (this.#step === undefined || this.#isStepOver) return false;
    this.voidStep();
    return true;
  }

  /** Nothing more comes. Gives the last turn: its response stands in the history, its results do not. */
  last(): Turn | undefined {
    this.#turn = this.#take();
    return this.#turn;
  }

  #replace(call: TurnCall): void {
    if (this.#step !== undefined) this.#step.replace(call);
    else if (this.#turn !== undefined) {
      const calls = this.#turn.calls.map((one) => (one.toolCallId === call.toolCallId ? call : one));
      this.#turn = { ...this.#turn, calls };
    }
  }

  #take(): Turn | undefined {
    const step = this.#step;
    if (step === undefined) return this.#turn;
    this.#step = undefined;
    step.close();
    const turn = step.toTurn(this.finishReason, this.messageId);
    if (turn.response !== undefined) this.added.push(turn.response);
    return turn;
  }

  /** Puts the results of the turn before into the history. */
  async #append(): Promise<void> {
    const turn = this.#take();
    this.#turn = undefined;
    if (turn === undefined) return;
    await settleTurn({ ...this.#run, step: this.stepNumber, messages: this.added }, turn, this.#emit);
  }
}

/** Ends a turn: what its server never told the end of stays unknown. */
export async function settleTurn(run: RunScope, turn: Turn, emit: Emit): Promise<void> {
  for (const call of turn.calls) {
    endCall({ call, end: { status: 'unknown' }, emit });
    // What people said was sent with their answers.
    call.approval = undefined;
    if (call.state.status === 'ended') call.state = { status: 'ended', end: call.state.end };
  }
  await appendResults(run, turn, emit);
}
