import type { FinishReason, ModelMessage } from 'ai';
import { type CallSnapshot, restoreCall, snapshotOf } from '../run/call-snapshot.js';
import { newCall, type Turn, type TurnCall } from '../run/turn.js';
import type { ResponseEnd } from '../ui-stream/read-response.js';
import { type RemoteRun, whyFixed } from '../ui-stream/remote-run.js';
import { serverQuestion } from '../ui-stream/server-words.js';

/** What an exchange with the server gave: plain JSON, as a journal keeps it. */
export interface KeptExchange {
  readonly end: ResponseEnd;
  /** What it has added to the history. */
  readonly added: readonly ModelMessage[];
  readonly step: number;
  readonly finishReason: FinishReason;
  /** Whether the server's model has said anything. */
  readonly hasSaid: boolean;
  /** Whether the server asks about what was answered here. */
  readonly asksAnew?: true;
  /** The last turn: its response stands in the history, its results do not. */
  readonly turn?: KeptTurn;
  /** When it was begun in an earlier life, in milliseconds since 1970, where that is known. */
  readonly since?: number;
}

type Called = Pick<TurnCall, 'toolCallId' | 'toolName' | 'rawInput' | 'providerOptions'>;

/** A turn as plain JSON. */
export type KeptTurn = Omit<Turn, 'calls'> & {
  readonly calls: readonly { readonly called: Called; readonly progress: CallSnapshot }[];
};

/** A turn as it is now. */
export function keepTurn({ calls, ...turn }: Turn): KeptTurn {
  return { ...turn, calls: calls.map((call) => ({ called: calledOf(call), progress: snapshotOf(call) })) };
}

function calledOf({ toolCallId, toolName, rawInput, providerOptions }: Called): Called {
  return { toolCallId, toolName, rawInput, ...(providerOptions && { providerOptions }) };
}

/** The turn again. */
export function restoreTurn({ calls, ...turn }: KeptTurn, run: RemoteRun): Turn {
  return { ...turn, calls: calls.map((one) => restoreOne(one, run)) };
}

function restoreOne({ called, progress }: KeptTurn['calls'][number], run: RemoteRun): TurnCall {
  const call = unanswered(called, run);
  restoreCall(call, progress);
  return call;
}

/** The call as its server made it, without what was decided about it. */
export function unanswered(made: Called, run: RemoteRun): TurnCall {
  const called = calledOf(made);
  const fixedInput = whyFixed(run, called);
  const reason = serverQuestion(called)?.requestReason;
  const call = newCall({ ...called, ...(fixedInput === undefined ? {} : { fixedInput }) });
  if (typeof reason === 'string') call.reason = reason;
  return call;
}
