import type { CallEnd } from '../../protocol/call-end.js';
import { validate } from '../../protocol/schema.js';
import type { ToolResultOutput } from '../../tools/ai-fields.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { RunScope } from '../run/run-scope.js';
import { outputKind } from '../run/tool-context.js';
import { callsIn, endCall, type Turn, type TurnCall } from '../run/turn.js';
import { outputRetriesOf, outputRetriesUsedUp } from './check-output.js';

/** The calls of a response of which some give an output: which of them run, and what comes of it. */
export class OutputCalls {
  readonly #run: RunScope;
  readonly #turn: Turn;

  constructor(run: RunScope, turn: Turn) {
    this.#run = run;
    this.#turn = turn;
  }

  /** In which order calls are taken. With `early`, what may end the run goes first. */
  ordered(calls: readonly TurnCall[]): readonly TurnCall[] {
    if (this.#run.config.endStrategy !== 'early') return calls;
    return [...calls.filter(this.#isOutput), ...calls.filter((call) => !this.#isOutput(call))];
  }

  /** Returns `true` for a call that does not run because the response has an output. */
  isBeside(call: TurnCall): boolean {
    const { endStrategy } = this.#run.config;
    const isOver = endStrategy === 'early' || (endStrategy === 'graceful' && this.#isOutput(call));
    return isOver && this.#turn.calls.some(this.#hasOutput);
  }

  /**
   * Skips the calls beside an output that have not started. Pending calls are skipped only once the output ends the
   * run.
   */
  skipBeside(emit: Emit): void {
    if (!this.#turn.calls.some(this.#hasOutput)) return;
    const isOver = this.#firstOutput() !== undefined;
    for (const call of callsIn(this.#turn, 'called', 'approved', 'waiting')) {
      const isSkipped = call.state.status !== 'waiting' || (isOver && !call.hasStarted);
      if (isSkipped) endCall({ call, end: { status: 'skipped' }, emit });
    }
  }

  /**
   * Ends a run whose model was wrong about its output once too often: when all output calls of the response were.
   * Ordinary calls that have not run by then do not.
   *
   * @throws UnexpectedModelBehavior when the retries of a wrong output are used up.
   */
  refuseWrong(): void {
    if (this.#run.failures.output < outputRetriesOf(this.#run)) return;
    const problems = this.#turn.calls.filter(this.#isOutput).map(toBeMended);
    const [problem] = problems;
    if (problem !== undefined && !problems.includes(undefined)) throw outputRetriesUsedUp(this.#run, problem);
  }

  /** Counts a response in which an output was wrong. */
  countWrong(): void {
    const isWrong = this.#turn.calls.some((call) => this.#isOutput(call) && toBeMended(call) !== undefined);
    if (isWrong) this.#run.failures.output += 1;
  }

  /** The call whose output ends the run: the first, once nobody is asked about another. */
  final(): TurnCall | undefined {
    return callsIn(this.#turn, 'waiting').length > 0 ? undefined : this.#firstOutput();
  }

  /** The output that a call has given. */
  async outputOf({ body: { final }, state, input, toolName }: TurnCall): Promise<unknown> {
    if (final !== undefined) return final.value;
    const tool = this.#run.stepTools.get(toolName);
    // Its result came from elsewhere, or people know what became of it.
    if (outputKind(this.#run, { toolName }) === 'result' && state.status === 'ended' && state.end.status === 'returned')
      return state.end.value;
    const checked = tool && (await validate(tool.inputSchema, input));
    return checked?.success === true ? checked.value : input;
  }

  /** Returns the text that the model reads about an output call, if it differs from the call's end. */
  wordsFor(call: TurnCall, { status }: CallEnd): ToolResultOutput | undefined {
    if (!this.#isOutput(call) || (status !== 'skipped' && status !== 'returned')) return undefined;
    if (status === 'skipped') return toModelText('Output tool not used - a final result was already processed.');
    if (this.final() === call) return toModelText('Final result processed.');
    return toModelText(
      this.#turn.calls.some(this.#isToBeMended)
        ? 'Output not used as the final result - addressing tool retries from this round first.'
        : 'Output tool processed, but its value will not be the final result of the agent run.',
    );
  }

  /**
   * Returns the first output, unless another call continues the run for any answer, or a prompt that came with answers
   * must still be sent.
   */
  #firstOutput(): TurnCall | undefined {
    const hasPrompt = !this.#run.promptState.isAdded && this.#run.prompt.length > 0;
    return hasPrompt || this.#turn.calls.some(this.#holds) ? undefined : this.#turn.calls.find(this.#hasOutput);
  }

  /**
   * Returns `true` for a call that keeps an output from ending the run: it stops the run itself, would be lost, or has
   * an error that the model has to fix.
   */
  readonly #holds = (call: TurnCall): boolean => {
    const { status } = call.state;
    return (
      call.body.stops !== undefined || status === 'parked' || status === 'parked-inside' || this.#isToBeMended(call)
    );
  };

  readonly #isToBeMended = (call: TurnCall): boolean =>
    this.#run.config.endStrategy !== 'early' && toBeMended(call) !== undefined && !this.#isOutput(call);

  readonly #isOutput = (call: TurnCall): boolean => outputKind(this.#run, call) !== undefined;

  readonly #hasOutput = (call: TurnCall): boolean =>
    this.#isOutput(call) && call.state.status === 'ended' && call.state.end.status === 'returned';
}

/** Returns the problem of a call that the model has to fix. */
function toBeMended({ state }: TurnCall): string | undefined {
  return state.status === 'ended' && state.end.status === 'retry' ? state.end.message : undefined;
}

function toModelText(value: string): ToolResultOutput {
  return { type: 'text', value };
}

/** Returns the calls of a response that give the output, or `undefined` when there are none. */
export function outputCallsOf(run: RunScope, turn: Turn): OutputCalls | undefined {
  if (!turn.calls.some((call) => outputKind(run, call) !== undefined)) return undefined;
  return new OutputCalls(run, turn);
}
