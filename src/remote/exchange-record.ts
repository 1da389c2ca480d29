import type { FinishReason, ModelMessage } from 'ai';
import { type CallSnapshot, restoreCall, snapshotOf } from '../agent/run/call-snapshot.js';
import { newCall, type Turn, type TurnCall } from '../agent/run/turn.js';
import type { ResponseEnd } from './ui-stream/read-response.js';
import { type RemoteRun, whyFixed } from './ui-stream/remote-run.js';
import { serverQuestion } from './ui-stream/server-words.js';

/** The result of an exchange as plain JSON, as a journal persists it. */
export interface ExchangeRecord {
  readonly end: ResponseEnd;
  /** The messages that it added to the history. */
  readonly added: readonly ModelMessage[];
  readonly step: number;
  readonly finishReason: FinishReason;
  /** True if the response has content of the server's model. */
  readonly hasSaid: boolean;
  /** True if the server asks again about answered calls. */
  readonly asksAnew?: true;
  /** The last turn: its response is in the history, its results are not. */
  readonly turn?: TurnRecord;
  /** The time at which an earlier activation started it, in milliseconds since 1970, if known. */
  readonly since?: number;
}

type Called = Pick<TurnCall, 'toolCallId' | 'toolName' | 'rawInput' | 'providerOptions'>;

/** A turn as plain JSON. */
export type TurnRecord = Omit<Turn, 'calls'> & {
  readonly calls: readonly { readonly called: Called; readonly progress: CallSnapshot }[];
};

/** Converts a turn to plain JSON. */
export function recordTurn({ calls, ...turn }: Turn): TurnRecord {
  return { ...turn, calls: calls.map((call) => ({ called: calledOf(call), progress: snapshotOf(call) })) };
}

function calledOf({ toolCallId, toolName, rawInput, providerOptions }: Called): Called {
  return { toolCallId, toolName, rawInput, ...(providerOptions && { providerOptions }) };
}

/** Restores a turn. */
export function restoreTurn({ calls, ...turn }: TurnRecord, run: RemoteRun): Turn {
  return { ...turn, calls: calls.map((one) => restoreOne(one, run)) };
}

function restoreOne({ called, progress }: TurnRecord['calls'][number], run: RemoteRun): TurnCall {
  const call = unanswered(called, run);
  restoreCall(call, progress);
  return call;
}

/** Returns the call as its server created it, without decisions. */
export function unanswered(made: Called, run: RemoteRun): TurnCall {
  const called = calledOf(made);
  const fixedInput = whyFixed(run, called);
  const reason = serverQuestion(called)?.requestReason;
  const call = newCall({ ...called, ...(fixedInput === undefined ? {} : { fixedInput }) });
  if (typeof reason === 'string') call.ruling.reason = reason;
  return call;
}
