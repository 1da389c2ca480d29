import { addPrompt } from '../agent/launch/prompt.js';
import { endByError } from '../agent/loop/end-by-error.js';
import type { NextStep } from '../agent/loop/next-step.js';
import type { Emit } from '../agent/plumbing/delta-batcher.js';
import { isSuspended } from '../agent/plumbing/suspension.js';
import { isServersOwn } from '../agent/run/servers-own.js';
import { callsIn, endCall, type Turn } from '../agent/run/turn.js';
import { RemoteError } from '../protocol/base/errors.js';
import { definedProps } from '../protocol/base/record.js';
import type { SerializedError } from '../protocol/base/serialize-error.js';
import { quoteList } from '../protocol/base/words.js';
import { cutOffError } from '../protocol/outcome.js';
import { Exchange, isTooLarge } from './exchange.js';
import { type ExchangeRecord, restoreTurn } from './exchange-record.js';
import { interruptedDeferral } from './plan-step.js';
import { reopenRefused } from './refused-answers.js';
import type { ResponseEnd } from './ui-stream/read-response.js';
import type { RemoteRun } from './ui-stream/remote-run.js';
import { isSent, serverQuestion } from './ui-stream/server-words.js';
import { settleTurn } from './ui-stream/turn-list.js';

/**
 * Sends the history, with the answers of the previous turn if there are any, and handles the response.
 *
 * @throws UsageLimitExceeded when the run has made its last request.
 */
export async function exchangeStep(run: RemoteRun, answered: Turn | undefined, emit: Emit): Promise<NextStep> {
  const exchange = new Exchange(run, answered);
  try {
    const value = await exchange.keep(emit);
    return await afterExchange(run, value, emit).catch(async (error: unknown) => await endExchange(run, error, emit));
  } catch (error) {
    if (isSuspended(run.signal)) throw error;
    // Effects on the server are reported here even if nothing can be persisted any more, because nobody else knows
    // them.
    return { type: 'end', ending: await exchange.stop(error, emit) };
  }
}

/** The result of the exchange is part of the history already. */
async function endExchange(run: RemoteRun, error: unknown, emit: Emit): Promise<NextStep> {
  if (isSuspended(run.signal)) throw error;
  return { type: 'end', ending: await endByError(run, { turn: undefined, error }, emit) };
}

/** Continues after an exchange of this activation or an earlier one. */
async function afterExchange(run: RemoteRun, value: ExchangeRecord, emit: Emit): Promise<NextStep> {
  const { end, added, step, finishReason } = value;
  run.messages.push(...added);
  run.step = step;
  run.lastResponse = definedProps({ finishReason });
  run.usage = { ...run.usage, requests: run.usage.requests + 1 };
  emit({ type: 'usage', usage: run.usage });
  const turn = value.turn && restoreTurn(value.turn, run);
  const sent = turn?.calls.filter(isSent) ?? [];
  switch (end.type) {
    case 'finished':
      return await afterResponse(run, { turn, value }, emit);
    case 'refused':
      return await afterRefusal(run, { turn, end }, emit);
    case 'failed':
    case 'cut':
      if (turn !== undefined && (sent.length > 0 || isAskedAgain(turn, value)))
        return await askWhatHappened(run, { turn, value, emit });
      for (const call of turn?.calls ?? []) {
        const status = serverQuestion(call) === undefined ? 'unknown' : 'interrupted';
        endCall({ call, end: { status }, emit });
      }
      return await failWith(run, { turn, error: end.error }, emit);
    default:
      return end satisfies never;
  }
}

/**
 * The server did nothing: people who answered get their cards back, with their answers. Otherwise the run fails, and
 * can be resumed.
 */
async function afterRefusal(
  run: RemoteRun,
  { turn, end }: { readonly turn: Turn | undefined; readonly end: Extract<ResponseEnd, { type: 'refused' }> },
  emit: Emit,
): Promise<NextStep> {
  if (turn === undefined && isTooLarge(end)) unsay(run);
  const open = turn && (await reopenRefused(run, { turn, end }, emit));
  if (open?.refused !== undefined && open.peopleAsked === open.round) return { type: 'tools', turn: open };
  return await failWith(run, { turn: open, error: end.error }, emit);
}

/**
 * A message that is too large for the server would be rejected with every later request, so it is removed from the
 * history.
 */
function unsay(run: RemoteRun): void {
  if (run.requests.count === 1) run.messages.length = run.historyLength;
}

async function afterResponse(
  run: RemoteRun,
  { turn, value }: { readonly turn: Turn | undefined; readonly value: ExchangeRecord },
  emit: Emit,
): Promise<NextStep> {
  if (turn === undefined) return await failWith(run, { turn, error: emptyAnswer }, emit);
  // Calls whose end it has not reported are asked about, too: otherwise the next answers would resend their approvals.
  if (isAsking(turn)) return await askWhatHappened(run, { turn, value, emit });
  const { hasSaid, asksAnew } = value;
  if (!hasSaid && turn.calls.some(isSent)) return await failWith(run, { turn, error: notSettled(turn) }, emit);
  await settleTurn(run, turn, emit);
  if (!hasSaid)
    return await failWith(run, { turn: undefined, error: asksAnew === true ? requestRefused : emptyAnswer }, emit);
  // A prompt that was passed with answers is sent after them.
  if (addPrompt(run).length > 0) return { type: 'model' };
  const cutOff = cutOffError(run.lastResponse.finishReason);
  if (cutOff !== undefined)
    return { type: 'end', ending: await endByError(run, { turn: undefined, error: cutOff }, emit) };
  return { type: 'end', ending: { type: 'completed', output: lastText(turn) } };
}

/** People decide if an approval was used: it is never resent automatically. */
async function askWhatHappened(run: RemoteRun, { turn, value, emit }: Unknown): Promise<NextStep> {
  const { end, since } = value;
  for (const call of turn.calls) {
    if (isSent(call)) call.state = { status: 'waiting', deferral: await interruptedDeferral(run, call, since) };
  }
  if (end.type !== 'finished')
    emit({ type: 'warning', code: end.error.code ?? 'remote-cut', message: end.error.message });
  return { type: 'tools', turn };
}

/** Returns `true` if calls wait for an answer here. */
function isAsking(turn: Turn): boolean {
  return callsIn(turn, 'called').some((call) => !isServersOwn(call));
}

/** Returns `true` if the server had asked again about answered calls before the connection broke. */
function isAskedAgain(turn: Turn, { hasSaid }: ExchangeRecord): boolean {
  return !hasSaid && isAsking(turn);
}

interface Unknown {
  readonly turn: Turn;
  readonly value: ExchangeRecord;
  readonly emit: Emit;
}

async function failWith(
  run: RemoteRun,
  { turn, error }: { readonly turn: Turn | undefined; readonly error: SerializedError },
  emit: Emit,
): Promise<NextStep> {
  const { code = 'remote-error', message } = error;
  return { type: 'end', ending: await endByError(run, { turn, error: new RemoteError(code, message) }, emit) };
}

function lastText({ response }: Turn): string {
  const content = response?.content ?? '';
  return typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

const emptyAnswer: SerializedError = {
  name: 'RemoteError',
  code: 'remote-empty',
  message: 'The server answered with nothing at all. Look into its log; the history is kept.',
};

const requestRefused: SerializedError = {
  name: 'RemoteError',
  code: 'remote-unsettled',
  message:
    'The server asks again about what was answered here: it keeps a history of its own, and did not take the answer. What becomes of it there is decided with the next message.',
};

function notSettled({ calls }: Turn): SerializedError {
  const names = quoteList(calls.filter(isSent).map(({ toolCallId }) => toolCallId));
  return {
    name: 'RemoteError',
    code: 'remote-unsettled',
    message: `The server accepted the answers for ${names} and reported nothing about them, so their results are unknown. They are not sent again.`,
  };
}
