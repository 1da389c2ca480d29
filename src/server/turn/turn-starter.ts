import type { UIMessage } from 'ai';
import type { RunArguments, RunOptions } from '../../agent/run/run-options.js';
import type { AskRequest } from '../../approval/broker/ask.js';
import { callApp } from '../../protocol/base/call-app.js';
import type { Clock } from '../../protocol/base/clock.js';
import { toolExpired } from '../../protocol/make-answer.js';
import { type AskedBatch, type BatchAnswers, storedAnswers } from '../request/read-answers.js';
import type { ChatOptions } from './chat-options.js';
import { type ChatSeat, freeSeat } from './chat-seats.js';
import type { ChatShelf, ChatTurn, KnownChat } from './chat-shelf.js';
import { isOverdue, lastDeadline } from './deadline-of.js';
import { LiveTurn, type TurnHost } from './live-turn.js';
import { TurnRecord } from './turn-record.js';

/** A request's way to its chat. */
export interface ChatPlace<DEPS> {
  readonly options: ChatOptions<DEPS>;
  readonly shelf: ChatShelf;
  readonly seat: ChatSeat;
  readonly clock: Clock;
  /** What the tools need, for this request. */
  readonly deps: () => Promise<DEPS | undefined>;
}

const defaultParkAfter = 600_000;
const comeBackMs = 60_000;

/** Begins the run of a turn that was claimed, or begins it again from its journal: the same either way. */
export async function startTurn<DEPS>(
  place: ChatPlace<DEPS>,
  { record: before }: KnownChat,
  { turn, said }: { readonly turn: ChatTurn; readonly said: UIMessage | undefined },
): Promise<LiveTurn> {
  const { shelf, seat, clock, options } = place;
  const { runId } = turn;
  // From here on, no earlier life of it can keep anything.
  const epoch = await shelf.store.lead(runId);
  const record = new TurnRecord({ shelf, turn, before, said, epoch, now: () => clock.now() });
  const batches = await tellAgain(shelf, turn, record);
  const last = batches.at(-1);
  const life: LiveTurn = new LiveTurn(
    toHost(place, { turn, record, life: () => life }),
    last && { responses: batches.length, batchId: last.batchId },
    batches,
  );
  await record.put('running');
  const { prompt } = await shelf.input(runId);
  const deps = await place.deps();
  const run = options.agent.run(
    prompt,
    ...chatRunArguments<DEPS>({
      runId,
      conversationId: shelf.id,
      journal: shelf.store.journal(runId, { epoch }),
      ask: life.ask,
      ...(before?.stored === undefined ? {} : { resumeFrom: before.stored }),
      ...(deps === undefined ? {} : { deps }),
    }),
  );
  const live = { turn, life, record };
  seat.live = live;
  const forget = (): void => {
    if (seat.live === live) seat.live = undefined;
    freeSeat(shelf.store, shelf.id);
  };
  // Who was cut off at its end may come back for it.
  void life
    .follow(run)
    .finally(() => clock.setTimeout(forget, Math.min(options.parkAfter ?? defaultParkAfter, comeBackMs)));
  return life;
}

function chatRunArguments<DEPS>(options: RunOptions & { readonly deps?: DEPS }): RunArguments<DEPS> {
  return [options] as unknown as RunArguments<DEPS>; // deps are asked for where the agent needs some
}

/** What was said in earlier lives, so that the message is kept whole. Gives the questions that clients have heard of: others are asked again. */
async function tellAgain(shelf: ChatShelf, { runId }: ChatTurn, record: TurnRecord): Promise<readonly AskedBatch[]> {
  const heard: AskedBatch[] = [];
  for (const batch of await shelf.asked(runId)) {
    const chunks = await shelf.said(runId, heard.length);
    if (chunks === undefined) break;
    heard.push(batch);
    record.take(chunks);
    record.answered(storedAnswers(await shelf.store.answersOf(batch.batchId)));
  }
  return heard;
}

interface Hosted {
  readonly turn: ChatTurn;
  readonly record: TurnRecord;
  readonly life: () => LiveTurn;
}

function toHost<DEPS>(place: ChatPlace<DEPS>, { turn, record, life }: Hosted): TurnHost {
  const { shelf, options } = place;
  const { runId } = turn;
  return {
    replyId: turn.replyId,
    onError: options.onError,
    answersOf: (batchId) => shelf.store.answersOf(batchId),
    keepAsked: (index, batch) => shelf.keepAsked(runId, index, batch),
    keepEnd: async ({ index, chunks, outcome }) => {
      try {
        await shelf.keepSaid(runId, index, chunks);
        record.take(chunks);
        if (outcome === undefined) await record.put('waiting');
        else await record.end(outcome);
      } catch (error) {
        callApp(options.onProblem, error);
        throw error;
      }
    },
    keepWaiting: () => record.put('waiting'),
    watch: (request) => watchQuestion(place, { turn, record, life }, request),
  };
}

/** A question that nobody answers is over at its deadline, and costs no memory for ever. */
function watchQuestion<DEPS>(
  { options, shelf, clock }: ChatPlace<DEPS>,
  { turn, record, life }: Hosted,
  request: AskRequest,
): () => void {
  const { requests, batchId } = request;
  const calls = [...requests.approvals, ...requests.calls];
  const expire = async (): Promise<void> => {
    const { state } = life();
    if (state.type !== 'waiting') return;
    const answers: BatchAnswers = Object.fromEntries(calls.map(({ toolCallId }) => [toolCallId, toolExpired()]));
    const kept = Object.fromEntries(
      Object.entries(answers).map(([id, answer]) => [id, { answer, by: { type: 'expiry' as const }, at: clock.now() }]),
    );
    const { status } = await shelf.store.answer(batchId, kept, { runId: turn.runId });
    if (status === 'late') return;
    record.answered(answers);
    state.resolve(answers);
  };
  const park = clock.setTimeout(() => life().park(), options.parkAfter ?? defaultParkAfter);
  let callOff = (): void => {};
  const watch = (deadline: number): void => {
    callOff = clock.setTimeout(
      () => {
        // Timers may fire a little early.
        if (!isOverdue(request, clock.now())) watch(deadline);
        else void expire().catch((error: unknown) => callApp(options.onProblem, error));
      },
      Math.max(0, deadline - clock.now()),
    );
  };
  const deadline = lastDeadline(request);
  if (deadline !== undefined) watch(deadline);
  return () => {
    park();
    callOff();
  };
}
