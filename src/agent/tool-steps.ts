import { type Clock, systemClock } from '../protocol/base/clock.js';
import { HandlerError, UserError } from '../protocol/base/errors.js';
import { derivedId } from '../protocol/base/ids.js';
import type { JSONValue } from '../protocol/base/json.js';
import { definedProps } from '../protocol/base/record.js';
import type { CallEnd } from '../protocol/call-end.js';
import type { DeferredCall } from '../protocol/deferred.js';
import type { ToolRunContext } from '../protocol/run-context.js';
import type { ToolSchema } from '../protocol/schema.js';
import { runsAgent, type Tool } from '../tools/tool.js';
import { EndsAs } from './calls/attempt.js';
import { reconcile } from './calls/reconcile.js';
import { deferredStep } from './loop/deferred-step.js';
import type { Emit } from './plumbing/delta-batcher.js';
import { asFatal } from './plumbing/fatal.js';
import type { StepAttempt } from './run/journal.js';
import { executionOf } from './run/nesting.js';
import type { Execution, RunScope } from './run/run-scope.js';
import { runStep } from './run/run-step.js';
import { idempotencyKey } from './run/tool-context.js';
import { callsIn, endCall, newCall, type Turn } from './run/turn.js';

/** A request of a tool's body to people, as an external call. */
export interface InnerQuestion {
  readonly call: Omit<DeferredCall, 'toolCallId'>;
  /** The schema of the answer. */
  readonly outputSchema: ToolSchema;
}

/** A piece of work of a body. */
export interface InnerWork<T> {
  /** Names it within the body, the same in all lives of the run. */
  readonly name: string;
  /**
   * It has an effect that may not happen twice: where nobody kept how it ended, people are asked about the whole call.
   */
  readonly once: boolean;
  /** Its result is plain JSON. */
  readonly work: (progress: (value: JSONValue) => void) => Promise<T>;
}

/** The operations of a body that works in steps. */
export interface ToolSteps {
  /** Does a piece of work, or takes what an earlier life of the run kept of it. */
  readonly keep: <T>(work: InnerWork<T>) => Promise<T>;
  /**
   * Asks the handler of the run, as one batch, and returns the end of each call, in their order.
   *
   * @param name identifies the batch within the body, the same in all activations of the run.
   */
  readonly ask: (name: string, questions: readonly InnerQuestion[]) => Promise<readonly CallEnd[]>;
  /**
   * The same for what waits with an open connection: nothing is kept, since no other life could answer it, and what is
   * left for later ends as unknown. When the signal is aborted, the questions are withdrawn and end as cancelled.
   */
  readonly askLive: (
    name: string,
    questions: readonly InnerQuestion[],
    signal: AbortSignal,
  ) => Promise<readonly CallEnd[]>;
  /** The clock of the run. */
  readonly clock: Clock;
  /** The time limit of the tool, in milliseconds: its own `timeout`, else the run's `toolTimeout`. */
  readonly timeout?: number;
  /**
   * Makes the error to throw when the effect of the call may have happened. Outside of a run it is the error itself.
   */
  readonly unknownEnd: (error: Error) => Error;
}

/** Marks a tool whose body keeps its work step by step, so that no other step is kept around it. */
export function inSteps<TOOL extends Tool>(made: TOOL): TOOL {
  return { ...made, [runsAgent]: true };
}

/** The steps of the call that a body was given the context of. Without a run there is nobody to ask. */
export function toolSteps(ctx: ToolRunContext): ToolSteps {
  const execution = executionOf(ctx);
  if (execution === undefined)
    return {
      keep: async ({ work }) => await work(() => {}),
      ask: nobodyThere,
      askLive: nobodyThere,
      clock: systemClock,
      unknownEnd: (error) => error,
    };
  const { run, call } = execution;
  const timeout = run.stepTools.get(call.toolName)?.timeout ?? run.config.toolTimeout;
  return {
    ...definedProps({ timeout }),
    unknownEnd: () => new EndsAs({ type: 'end', end: { status: 'unknown' } }),
    keep: async (work) => await runInnerStep(execution, work),
    ask: async (name, questions) => await askInside(execution, name, questions),
    askLive: async (name, questions, isOver) => await askNow(execution, { name, questions, isOver }),
    clock: run.config.environment,
  };
}

async function nobodyThere(): Promise<never> {
  throw new UserError(
    'nobody-to-ask',
    'The tool asks back, and was called outside of a run, where nobody can answer. Give it to an agent.',
  );
}

async function runInnerStep<T>(execution: Execution, { name, once, work }: InnerWork<T>): Promise<T> {
  const { run, call, emit } = execution;
  const { toolCallId } = call;
  const key = derivedId(idempotencyKey(run, call), 'step', name);
  const { value } = await runStep(run, { key, emit, once }, async (tell, attempt) => {
    if (attempt.isRepeated) throw new EndsAs(await askAboutWhole(execution, attempt));
    return await work((progress) => tell({ type: 'tool-progress', toolCallId, value: progress }));
  });
  return value;
}

/** A body that was cut off in one of its steps is asked about as one that was cut off as a whole. */
async function askAboutWhole(execution: Execution, before: StepAttempt): Promise<EndsAs['attempt']> {
  const found = await reconcile(execution, before);
  // Its tool may know that nothing has happened, but not in which step.
  return found?.type === 'end' || found?.type === 'defer' ? found : { type: 'end', end: { status: 'unknown' } };
}

async function askInside(
  execution: Execution,
  name: string,
  questions: readonly InnerQuestion[],
): Promise<readonly CallEnd[]> {
  const run = innerScope(execution, name);
  const turn = toInnerTurn(execution, name, questions);
  const emit: Emit = (body) => execution.emit({ ...body, agentPath: run.agentPath });
  try {
    await settleAll(run, turn, emit);
  } catch (error) {
    // No model can mend what the app did wrong.
    throw UserError.isInstance(error) || HandlerError.isInstance(error) ? asFatal(error) : error;
  }
  return endsOf(turn);
}

interface LiveAsking {
  readonly name: string;
  readonly questions: readonly InnerQuestion[];
  /** Aborted when nobody waits for the answers any more. */
  readonly isOver: AbortSignal;
}

async function askNow(execution: Execution, { name, questions, isOver }: LiveAsking): Promise<readonly CallEnd[]> {
  const signal = AbortSignal.any([execution.signal, isOver]);
  const run = { ...innerScope(execution, name), signal, journal: undefined };
  const turn = toInnerTurn(execution, name, questions);
  const emit: Emit = (body) => execution.emit({ ...body, agentPath: run.agentPath });
  try {
    await deferredStep(run, turn, emit);
  } catch (error) {
    if (!isOver.aborted || execution.signal.aborted) throw error;
    for (const call of callsIn(turn, 'waiting')) endCall({ call, end: { status: 'cancelled' }, emit });
  }
  return endsOf(turn);
}

function endsOf({ calls }: Turn): readonly CallEnd[] {
  return calls.map(({ state }) => (state.status === 'ended' ? state.end : { status: 'unknown' }));
}

/**
 * A run of its own as far as batches go: it asks whom the run around it asks, and nothing of it is in that one's
 * history.
 */
function innerScope({ run, call, signal }: Execution, name: string): RunScope {
  return {
    ...run,
    runId: derivedId(run.runId, 'asks', call.toolCallId, call.body.executions, name),
    agentPath: [...run.agentPath, call.toolName],
    signal,
    // They decide about calls of models, as they have about this one.
    gate: { ...run.gate, policies: [], grants: undefined },
    answers: { ...run.answers, applied: new Set() },
    stepTools: new Map(),
    messages: [...run.messages],
  };
}

function toInnerTurn({ call }: Execution, name: string, questions: readonly InnerQuestion[]): Turn {
  const calls = questions.map(({ call: about, outputSchema }, index) => {
    const toolCallId = derivedId(call.toolCallId, 'asks', call.body.executions, name, index + 1);
    const { toolName, input } = about;
    const made = newCall({ toolCallId, toolName, rawInput: JSON.stringify(input), outputSchema });
    made.input = input;
    made.state = {
      status: 'waiting',
      deferral: { kind: 'external', call: { ...about, toolCallId }, metadata: undefined },
    };
    return made;
  });
  return { finishReason: 'tool-calls', calls, plans: 0, round: 0 };
}

/** Asks until all is answered; what is left for later ends this life of the run, as in a run of its own. */
async function settleAll(run: RunScope, turn: Turn, emit: Emit): Promise<void> {
  while (callsIn(turn, 'waiting', 'parked').length > 0) {
    const next = await deferredStep(run, turn, emit);
    if (next.type !== 'end' || next.ending.type !== 'deferred') continue;
    if (run.journal !== undefined) throw new EndsAs({ type: 'parked-inside', requests: next.ending.requests });
    throw new UserError(
      'nested-deferral',
      "A tool asked back in the middle of its work, and nobody answered. Without a journal such a question cannot be parked: answer it in the deferredToolHandler, or give the run an 'ask' or a 'journal'.",
    );
  }
}
