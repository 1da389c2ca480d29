import type { RefusedAnswers } from '../../approval/broker/ask.js';
import type { DeferredAnswer } from '../../protocol/answers.js';
import { ownMember } from '../../protocol/base/record.js';
import { batchIdOf } from '../loop/deferred-step.js';
import type { Emit } from '../plumbing/delta-batcher.js';
import type { Turn, TurnCall } from '../run/turn.js';
import type { ResponseEnd } from '../ui-stream/read-response.js';
import type { RemoteRun } from '../ui-stream/remote-run.js';
import { serverQuestion } from '../ui-stream/server-words.js';
import { unanswered } from './kept-exchange.js';
import { begunDeferral } from './plan-step.js';

type Refusal = Extract<ResponseEnd, { type: 'refused' }>;

/** Opens the calls again whose answers a server refused: it did nothing about any of them. What the server itself has ended stays. */
export async function reopenRefused(
  run: RemoteRun,
  { turn, end }: { readonly turn: Turn; readonly end: Refusal },
  emit: Emit,
): Promise<Turn> {
  const answers = withdrawAnswers(run, turn);
  const ids = turn.calls.map(({ toolCallId }) => toolCallId).filter((id) => Object.hasOwn(answers, id));
  if (ids.length === 0) return turn;
  const { message, toolCallId = onlyNamed(ids, message) } = reasonOf(end);
  const refused: RefusedAnswers = { batchId: batchIdOf(run, turn), answers, message, toolCallId };
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

/** The answers that were applied to calls of a turn. Given again, they count again. */
function withdrawAnswers({ answered }: RemoteRun, { calls }: Turn): Readonly<Record<string, DeferredAnswer>> {
  const ids = new Set(calls.map(({ toolCallId }) => toolCallId));
  const answers: [string, DeferredAnswer][] = [];
  for (const key of answered) {
    const [toolCallId, answer]: [string, DeferredAnswer | undefined] = JSON.parse(key);
    if (!ids.has(toolCallId)) continue;
    answered.delete(key);
    if (answer !== undefined) answers.push([toolCallId, answer]);
  }
  return Object.fromEntries(answers);
}

/** Of a call that may have had its effect, people were asked what happened, and are asked that again. */
async function reopened(run: RemoteRun, call: TurnCall, { kind }: DeferredAnswer): Promise<TurnCall> {
  const open = unanswered(call, run);
  const isYesOrNo = kind === 'tool-approved' || kind === 'tool-denied' || kind === 'tool-expired';
  if (isYesOrNo || serverQuestion(call) === undefined) return open;
  open.begun = true;
  open.state = { status: 'waiting', deferral: await begunDeferral(run, open, undefined) };
  return open;
}

/** The server's own words, where it has some. */
function reasonOf({
  error,
  words = error.message,
  toolCallId,
}: Refusal): Pick<RefusedAnswers, 'message' | 'toolCallId'> {
  return { message: words, toolCallId };
}

/** A batch of one call has one cause; of several, the call that the words name. */
function onlyNamed(ids: readonly string[], message: string): string | undefined {
  const named = ids.length === 1 ? [] : ids.filter((id) => message.includes(`'${id}'`) || message.includes(`"${id}"`));
  return named.length === 1 ? named[0] : undefined;
}
