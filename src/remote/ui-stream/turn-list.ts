import type { FinishReason, ModelMessage } from 'ai';
import { appendResults } from '../../agent/loop/close-step.js';
import type { Emit } from '../../agent/plumbing/delta-batcher.js';
import { copyCall } from '../../agent/run/call-snapshot.js';
import type { RunScope } from '../../agent/run/run-scope.js';
import { endCall, newCall, type Turn, type TurnCall } from '../../agent/run/turn.js';
import type { JSONValue } from '../../protocol/base/json.js';
import type { ServerQuestion } from './question-terms.js';
import { serverMetadata, serverQuestion, serverWords, toCallOptions } from './server-words.js';
import { StepDraft } from './step-draft.js';

/** Returns the reason why the input of a call cannot be edited, if there is one. */
export type FixedInput = (call: Pick<TurnCall, 'providerOptions'>) => string | undefined;

interface TurnListOptions {
  /** The turn whose answers were sent. */
  readonly answered: Turn | undefined;
  readonly emit: Emit;
  /** Returns the reason why the input of a call cannot be edited, if there is one. */
  readonly fixedInput: FixedInput;
}

/** A call as the server announces it. */
interface Announced {
  readonly toolName: string;
  readonly input: JSONValue;
}

/** The turns of one response: the one whose answers were sent, and those that the server's model added. */
export class TurnList {
  finishReason: FinishReason = 'stop';
  messageId: string | undefined;
  /** True if the server asks again about an answered call: it did not accept the answer. */
  asksAnew = false;
  /** The decisions that the server made by itself. */
  readonly decided: Map<string, { readonly approved: boolean; readonly reason: string | undefined }> = new Map();
  /** The messages that this response has added to the history. */
  readonly added: ModelMessage[] = [];
  /** The number of the current step. */
  stepNumber: number;
  /** The number of steps of the server's model in this response. */
  stepCount = 0;
  readonly #run: RunScope;
  readonly #emit: Emit;
  readonly #fixedInput: FixedInput;
  /** The answered turn until a step follows it; at the end, the last turn. */
  #turn: Turn | undefined;
  /** The step that is arriving. */
  #step: StepDraft | undefined;
  #isStepOver = false;
  /** The number of a discarded step whose start was already emitted. */
  #toldStep: number | undefined;

  constructor(run: RunScope, { answered, emit, fixedInput }: TurnListOptions) {
    this.#run = run;
    this.#emit = emit;
    this.#fixedInput = fixedInput;
    this.#turn = answered;
    this.stepNumber = run.step;
  }

  /**
   * Returns `true` if the last step may be the last of the answer: it has text, or waits for people. After results of
   * tools a server continues, so it
   * has to send an end.
   */
  get isWhole(): boolean {
    if (this.#step === undefined) return false;
    const { calls, isWhole } = this.#step;
    if (calls.length === 0) return this.#isStepOver || isWhole;
    return this.#isStepOver && calls.some(({ state }) => state.status !== 'ended');
  }

  /** Returns `true` if the last step contains a call: requesting it again might run the call twice. */
  get hasCalled(): boolean {
    return this.#step !== undefined && this.#step.calls.length > 0;
  }

  /** The turn whose answers are part of the request, until a step follows it. */
  get open(): Turn | undefined {
    return this.#turn;
  }

  /** Returns the calls of the last step, or of the answered turn. */
  calls(): readonly TurnCall[] {
    return this.#step?.calls ?? this.#turn?.calls ?? [];
  }

  find(toolCallId: string): TurnCall | undefined {
    return this.calls().find((call) => call.toolCallId === toolCallId);
  }

  /**
   * Returns `true` if a call with this id is a new one, because the earlier one ended with its step. A server may reuse
   * ids in each step.
   */
  isFree(toolCallId: string): boolean {
    const known = this.find(toolCallId);
    return known === undefined || (this.#isStepOver && known.state.status === 'ended');
  }

  endStep(): void {
    this.#isStepOver = true;
  }

  /** The step that is arriving, unless it is over. */
  get current(): StepDraft | undefined {
    return this.#isStepOver ? undefined : this.#step;
  }

  /** Returns the step for new content, and starts one if necessary. */
  async step(): Promise<StepDraft> {
    if (this.current !== undefined) return this.current;
    await this.#append();
    this.stepNumber += 1;
    this.stepCount += 1;
    this.#isStepOver = false;
    // The start of a discarded step was already emitted.
    if (this.stepNumber !== this.#toldStep) this.#emit({ type: 'step-start', step: this.stepNumber });
    this.#toldStep = undefined;
    this.#step = new StepDraft(this.#emit, this.#fixedInput({}));
    return this.#step;
  }

  /** Handles an approval request, which may be repeated. */
  ask(call: TurnCall, approval: ServerQuestion): void {
    const words = { ...serverWords(call.providerOptions), approval };
    const { fixedInput: _, ...known } = copyCall(call);
    const options = toCallOptions(serverMetadata(call.providerOptions), words);
    const fixedInput = this.#fixedInput(options);
    const asked: TurnCall = { ...known, ...options, ...(fixedInput === undefined ? {} : { fixedInput }) };
    const { requestReason, isAutomatic } = approval;
    if (typeof requestReason === 'string') asked.ruling.reason = requestReason;
    // People are not asked about a decision that the server makes by itself.
    if (isAutomatic !== true) {
      delete asked.consent.approval;
      Object.assign(asked, { state: { status: 'called' }, hasStarted: false });
    }
    this.#replace(asked);
  }

  /** Replaces a call without an approval by the server's newer version. Earlier decisions about it no longer apply. */
  announce(call: TurnCall, { toolName, input }: Announced): void {
    const { toolCallId, providerOptions, fixedInput } = call;
    const rawInput = JSON.stringify(input);
    const words = { ...(providerOptions && { providerOptions }), ...(fixedInput === undefined ? {} : { fixedInput }) };
    const announced = newCall({ toolCallId, toolName, rawInput, ...words });
    announced.input = input;
    const reason = serverQuestion(call)?.requestReason;
    if (typeof reason === 'string') announced.ruling.reason = reason;
    this.#replace(announced);
  }

  /** Discards the last step, even if it was complete, because it is requested again. */
  voidStep(): void {
    if (this.#step === undefined) return;
    this.#step = undefined;
    this.#isStepOver = false;
    this.#toldStep = this.stepNumber;
    this.stepNumber -= 1;
    this.stepCount -= 1;
  }

  /** Discards what the server is sending. Returns `false` if it has sent nothing since the last step. */
  resetStep(): boolean {
    if (this.#step === undefined || this.#isStepOver) return false;
    this.voidStep();
    return true;
  }

  /** Ends the response. Returns the last turn: its response is in the history, its results are not. */
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

  /** Appends the results of the previous turn to the history. */
  async #append(): Promise<void> {
    const turn = this.#take();
    this.#turn = undefined;
    if (turn === undefined) return;
    await settleTurn({ ...this.#run, step: this.stepNumber, messages: this.added }, turn, this.#emit);
  }
}

/** Ends a turn: calls whose end the server never reported are unknown. */
export async function settleTurn(run: RunScope, turn: Turn, emit: Emit): Promise<void> {
  for (const call of turn.calls) {
    endCall({ call, end: { status: 'unknown' }, emit });
    // Notes of people were sent with their answers.
    delete call.consent.approval;
    if (call.state.status === 'ended') call.state = { status: 'ended', end: call.state.end };
  }
  await appendResults(run, turn, { emit });
}
