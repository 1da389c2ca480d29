import { batchIdOf } from '../agent/loop/deferred-step.js';
import type { Emit } from '../agent/plumbing/delta-batcher.js';
import type { Turn, TurnCall } from '../agent/run/turn.js';
import type { RefusedAnswers } from '../approval/broker/ask.js';
import type { DeferredAnswer } from '../protocol/answers.js';
import { ownMember } from '../protocol/base/record.js';
import { unanswered } from './exchange-record.js';
import { interruptedDeferral } from './plan-step.js';
import type { ResponseEnd } from './ui-stream/read-response.js';
import type { RemoteRun } from './ui-stream/remote-run.js';
import { serverQuestion } from './ui-stream/server-words.js';

type Refusal = Extract<ResponseEnd, { type: 'refused' }>;

/**
 * Reopens the calls whose answers a server rejected: it applied none of them. Calls that the server itself ended stay
 * ended.
 */
export async function reopenRefused(
  run: RemoteRun,
  { turn, end }: { readonly turn: Turn; readonly end: Refusal },
  emit: Emit,
): Promise<Turn> {
  const answers = withdrawAnswers(run, turn);
  const ids = turn.calls.map(({ toolCallId }) => toolCallId).filter((id) => Object.hasOwn(answers, id));
  if (ids.length === 0) return turn;
  const { message, toolCallId = onlyNamed(ids, message), issue } = reasonOf(end);
  const refused: RefusedAnswers = { batchId: batchIdOf(run, turn), answers, message, toolCallId, issue };
  for (const id of ids) {
    const why = id === (toolCallId ?? ids[0]) ? { message } : {};
    emit({ type: 'answer-refused', batchId: refused.batchId, toolCallId: id, ...why });
  }
  const calls = await Promise.all(
    turn.calls.map(async (call) => {
      const answer = ownMember(answers, call.toolCallId);
      return answer === undefined ? call : await reopened(run, call, answer);
    }),
  );
  return { ...turn, calls, refused };
}

/** Removes the answers that were applied to calls of a turn and returns them. Given again, they count again. */
function withdrawAnswers(
  { answers: { applied } }: RemoteRun,
  { calls }: Turn,
): Readonly<Record<string, DeferredAnswer>> {
  const ids = new Set(calls.map(({ toolCallId }) => toolCallId));
  const answers: [string, DeferredAnswer][] = [];
  for (const key of applied) {
    const [toolCallId, answer]: [string, DeferredAnswer | undefined] = JSON.parse(key);
    if (!ids.has(toolCallId)) continue;
    applied.delete(key);
    if (answer !== undefined) answers.push([toolCallId, answer]);
  }
  return Object.fromEntries(answers);
}

/** If people were asked for the outcome of a call that may have had its effect, they are asked for that again. */
async function reopened(run: RemoteRun, call: TurnCall, { kind }: DeferredAnswer): Promise<TurnCall> {
  const open = unanswered(call, run);
  const isYesOrNo = kind === 'tool-approved' || kind === 'tool-denied' || kind === 'tool-expired';
  if (isYesOrNo || serverQuestion(call) === undefined) return open;
  open.hasStarted = true;
  open.state = { status: 'waiting', deferral: await interruptedDeferral(run, open, undefined) };
  return open;
}

/** Returns the server's own message, if it has one. */
function reasonOf({
  error,
  words = error.message,
  toolCallId,
  issue,
}: Refusal): Pick<RefusedAnswers, 'message' | 'toolCallId' | 'issue'> {
  return { message: words, toolCallId, issue };
}

/** In a batch of one call, that call is the cause; in a larger one, the call that the message names. */
function onlyNamed(ids: readonly string[], message: string): string | undefined {
  const named = ids.length === 1 ? [] : ids.filter((id) => message.includes(`'${id}'`) || message.includes(`"${id}"`));
  return named.length === 1 ? named[0] : undefined;
}
