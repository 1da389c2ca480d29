import type { UserContent } from 'ai';
import { ModelError } from '../../protocol/base/errors.js';
import { definedProps } from '../../protocol/base/record.js';
import { type SerializedError, serializeError } from '../../protocol/base/serialize-error.js';
import type { CallEnd } from '../../protocol/call-end.js';
import type { DeferredToolRequests } from '../../protocol/deferred.js';
import { isControlSignal } from '../../protocol/signals.js';
import type { Tool } from '../../tools/tool.js';
import { isFatal } from '../plumbing/fatal.js';
import type { CallProblem } from '../plumbing/hooked-input.js';
import type { Execution } from '../run/run-scope.js';
import { outputKind } from '../run/tool-context.js';
import type { Deferral, TurnCall } from '../run/turn.js';
import { CallRefused } from './authorize.js';

/** What an attempt at a call came to: plain JSON. */
export type Attempt =
  | { readonly type: 'end'; readonly end: CallEnd; readonly content?: UserContent }
  | { readonly type: 'defer'; readonly deferral: Deferral }
  | { readonly type: 'invalid'; readonly problem: CallProblem }
  /** Its body deferred, and what people wanted to be remembered is the yes: its body may run again. */
  | { readonly type: 'granted' }
  /** It is the run of a sub-agent, in which calls were left open on purpose. */
  | { readonly type: 'parked-inside'; readonly requests: DeferredToolRequests }
  /** It failed, and the agent wants such errors to end the run. */
  | { readonly type: 'throw'; readonly end: CallEnd; readonly error: SerializedError };

/** A tool took longer than its `timeout`. */
export class ToolTimeout extends Error {
  constructor(ms: number) {
    super(`Timed out after ${ms / 1000} seconds.`);
  }
}

/**
 * Thrown in a body whose attempt is none that bodies can give: calls are parked in there, or a step of it was cut off.
 */
export class EndsAs extends Error {
  readonly attempt: Thrown;

  constructor(attempt: Thrown) {
    super('The body ends as something else.');
    this.attempt = attempt;
  }
}

/** What may be made of what code of a tool throws. */
type Thrown = Extract<Attempt, { type: 'end' | 'defer' | 'invalid' | 'parked-inside' | 'throw' }>;

/**
 * Runs code of a tool, and makes what it throws an attempt.
 *
 * @throws what ends the whole run.
 */
export async function attempted<T>({ run, call, signal }: Execution, work: () => Promise<T>): Promise<T | Thrown> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted || isFatal(error)) throw error;
    if (error instanceof CallRefused) return { type: 'end', end: error.end };
    if (error instanceof EndsAs) return error.attempt;
    if (error instanceof ToolTimeout) return timedOut(run.stepTools.get(call.toolName), error);
    if (isControlSignal(error) && error.kind === 'model-retry') {
      const { message, issues } = error;
      return { type: 'invalid', problem: { message, ...definedProps({ issues }) } };
    }
    if (isControlSignal(error)) return { type: 'end', end: { status: 'failed', message: error.message } };
    const serialized = serializeError(error);
    const end = { status: 'failed', message: serialized.message, error: serialized } as const;
    // No model can mend what the app made wrong of an output.
    if (run.config.toolErrors === 'model' && outputKind(run, call) === undefined) return { type: 'end', end };
    call.body.thrown = error;
    return { type: 'throw', end, error: serialized };
  }
}

/** A body may have had its effect before its time was up, so only a tool that may run twice is called again. */
function timedOut(tool: Tool | undefined, { message }: ToolTimeout): Thrown {
  if (tool?.idempotent === true) return { type: 'invalid', problem: { message } };
  return { type: 'end', end: { status: 'unknown' } };
}

/**
 * Returns the error that a tool threw, or what a journal recorded of it. Content that a sub-agent's provider refused is
 * not part of the outer history.
 */
export function thrownError({ body: { thrown } }: TurnCall, { message, name, code }: SerializedError): unknown {
  if (ModelError.isInstance(thrown) && thrown.refused !== undefined)
    return new ModelError(thrown.code, thrown.message, { cause: thrown.cause });
  return thrown ?? Object.assign(new Error(message), { name, code });
}
