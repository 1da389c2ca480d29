import type { AnswerReceipt, BatchRecord, ServedBatch, TakenAnswer } from '../../agent/run-server/batch-record.js';
import type { ListedRun, NewRun, Person } from '../../agent/run-server/run-record.js';
import { decisionRecord, toJsonLines } from '../../approval/record/decision-record.js';
import type { Clock } from '../../protocol/base/clock.js';
import { randomId } from '../../protocol/base/ids.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import { deferredCalls } from '../../protocol/deferred.js';
import type { RunEvent } from '../../protocol/run-event.js';
import { conversationKey } from '../request/conversation-key.js';
import { isPermitted } from '../request/permission.js';
import { toPublicPerson } from '../request/person.js';
import { readHistory } from '../request/read-history.js';
import { Refusal } from '../request/refusal.js';
import { runIdOfAddress, runIdOfKey } from '../request/run-ids.js';
import { sseResponse } from '../wire/sse-response.js';
import { checkMove, unreportedMoves } from './batch-deadlines.js';
import { checkAnswers, type SentAnswers } from './check-answers.js';
import type { RunRequest } from './read-run-request.js';
import type { LinkedBatch } from './run-links.js';
import type { RunServerOptions } from './run-server-options.js';
import type { RunQuery } from './run-store.js';
import { callNow, missingPeople, standingAnswer } from './standing-answer.js';
import { tellRun, toSse } from './tell-run.js';

type Asked<TYPE extends RunRequest['type']> = Extract<RunRequest, { readonly type: TYPE }>;

/** The most that a list has. */
const maxListed = 200;

/** Decides what a person's request to a run server comes to. What they may not see looks like what never was. */
export class RunDesk {
  readonly #options: RunServerOptions;
  readonly #clock: Clock;
  #listeners = 0;

  constructor(options: RunServerOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  async answer(person: Person, named: RunRequest, signal: AbortSignal): Promise<Response> {
    const asked = 'runId' in named ? { ...named, runId: await runIdOfAddress(person, named.runId) } : named;
    switch (asked.type) {
      case 'start':
        return json(await this.#start(person, asked), 201);
      case 'list':
        return json({ runs: await this.#options.store.list(this.#queryOf(person, asked)) });
      case 'waiting':
        return json({ batches: await this.#waiting(person) });
      case 'run':
        return json(await this.#run(person, asked.runId));
      case 'record':
        return await this.#record(person, asked.runId);
      case 'events':
        return await this.#events(person, asked, signal);
      case 'stop':
        await this.#mineToStop(person, asked.runId);
        await this.#options.store.stop(asked.runId, asked.reason);
        return json({});
      case 'batch':
        return json(batchView(await this.#batch(person, asked.batchId)));
      case 'answer':
        return await this.#answer(person, await this.#batch(person, asked.batchId), asked.answers);
      case 'extend':
        return await this.#extend(person, asked);
      case 'link':
        return json(batchView(await this.#batch(person, (await this.#linked(asked.token)).batchId)));
      case 'answer-link':
        return await this.#answerLink(person, asked);
      default:
        return asked satisfies never;
    }
  }

  async #start(person: Person, asked: Asked<'start'>): Promise<{ readonly run: ListedRun | undefined }> {
    const { store, agents, mayStart } = this.#options;
    const { agent, key, conversationId, metadata } = asked;
    const runId = key === undefined ? randomId() : await runIdOfKey(person, key);
    if (!Object.hasOwn(agents, agent)) throw new Refusal('unknown-agent');
    if (mayStart !== undefined && !(await this.#permits(() => mayStart(person, agent))))
      throw new Refusal('not-authorized');
    const run: NewRun = {
      ...{ runId, agent, startedBy: person, startedAt: this.#clock.now() },
      ...(key === undefined ? {} : { key }),
      // Tools may keep something by the id of a conversation, so a client cannot name somebody else's.
      conversationId: conversationId === undefined ? runId : conversationKey(person.id, conversationId),
      ...readHistory(asked.messages, asked.input),
      ...(metadata === undefined ? {} : { metadata: metadata as JSONObject }), // it came as JSON
    };
    const begun = await store.start(run);
    const found = await store.find(runId);
    // A page may repeat its request after a lost connection. A key that it used for another run is a mistake.
    const isSame = found?.startedBy.id === person.id && found.key === key && found.agent === agent;
    if (begun === 'exists' && !isSame) throw new Refusal('run-known');
    return { run: found };
  }

  #queryOf(person: Person, { query }: Asked<'list'>): RunQuery {
    const state = query.get('state');
    const before = Number(query.get('before') ?? Number.NaN);
    const limit = Number(query.get('limit') ?? 50);
    const states = ['running', 'waiting', 'ended', 'stuck'] as const;
    return {
      startedBy: person.id,
      state: states.find((one) => one === state),
      limit: Number.isInteger(limit) ? Math.min(Math.max(1, limit), maxListed) : 50,
      ...(Number.isFinite(before) ? { before } : {}),
    };
  }

  async #waiting(person: Person): Promise<readonly unknown[]> {
    const open = await this.#options.store.openBatches({ limit: maxListed });
    const may = await Promise.all(open.map(({ batch }) => this.#mayAnswer(person, batch)));
    return open.filter((_, index) => may[index]).map(batchView);
  }

  async #run(person: Person, runId: string): Promise<unknown> {
    const run = await this.#readable(person, runId);
    const open = await this.#options.store.openBatches({ runId });
    return { run, batches: open.map(batchView) };
  }

  async #record(person: Person, runId: string): Promise<Response> {
    await this.#readable(person, runId);
    const { store } = this.#options;
    const events: RunEvent[] = [];
    for await (const telling of logOf(store, runId)) events.push(telling);
    events.push(...(await unreportedMoves(store, runId, events)));
    const headers = { 'content-type': 'application/jsonl; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(toJsonLines(await decisionRecord(events)), { headers });
  }

  async #events(person: Person, { runId, after }: Asked<'events'>, signal: AbortSignal): Promise<Response> {
    await this.#readable(person, runId);
    const { store, keepAlive, maxListeners = 10_000 } = this.#options;
    if (this.#listeners >= maxListeners) throw new Refusal('too-many-listeners');
    this.#listeners += 1;
    const gone = new AbortController();
    let isOver = false;
    const end = (): void => {
      if (!isOver) this.#listeners -= 1;
      isOver = true;
      gone.abort();
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
    const tellings = tellRun(store, { runId, after }, gone.signal);
    const texts = {
      next: async (): Promise<IteratorResult<string, unknown>> => {
        const told = await tellings.next();
        if (told.done === true) end();
        return told.done === true ? told : { value: toSse(told.value) };
      },
    };
    const failed = 'event: failed\ndata: {}\n\n';
    return sseResponse(texts, { done: '', failed, cancel: end }, { keepAlive, clock: this.#clock });
  }

  async #answer(person: Person, record: BatchRecord, sent: SentAnswers): Promise<Response> {
    const { store } = this.#options;
    const { batchId } = record.batch;
    if (record.state === 'withdrawn') throw new Refusal('batch-over');
    const answers = await checkAnswers(record, sent, { person, at: this.#clock.now() });
    const receipts = await store.answer(batchId, answers);
    const isLate = receipts.every(({ type }) => type === 'late' || type === 'withdrawn');
    const now = (await store.findBatch(batchId)) ?? record;
    return json({ receipts: receipts.map(publicReceipt), batch: batchView(now) }, isLate ? 409 : 200);
  }

  async #extend(person: Person, asked: Asked<'extend'>): Promise<Response> {
    const { store, maxExtension } = this.#options;
    const record = await this.#batch(person, asked.batchId);
    const moved = checkMove(record, asked, { person, now: this.#clock.now(), maxExtension });
    const now = await store.extend(asked.batchId, moved);
    if (now === undefined) throw new Refusal('batch-over');
    return json(batchView(now));
  }

  async #answerLink(person: Person, { token, answers }: Asked<'answer-link'>): Promise<Response> {
    const { batchId, linkId, expiresAt } = await this.#linked(token);
    const record = await this.#batch(person, batchId);
    // What is wrong with an answer does not use the link up.
    await checkAnswers(record, answers, { person, at: this.#clock.now() });
    if ((await this.#options.store.spend(linkId, expiresAt)) !== true) throw new Refusal('link-refused');
    return await this.#answer(person, record, answers);
  }

  async #linked(token: string): Promise<LinkedBatch> {
    const link = await this.#options.links?.verify(token);
    if (link === undefined) throw new Refusal('link-refused');
    return link;
  }

  /** A question that this person may answer. */
  async #batch(person: Person, batchId: string): Promise<BatchRecord> {
    const record = await this.#options.store.findBatch(batchId);
    if (record === undefined || !(await this.#mayAnswer(person, record.batch))) throw new Refusal('unknown-batch');
    return record;
  }

  async #mayAnswer(person: Person, batch: ServedBatch): Promise<boolean> {
    return await this.#permits(() => this.#options.authorize(person, batch));
  }

  async #mineToStop(person: Person, runId: string): Promise<void> {
    const run = await this.#options.store.find(runId);
    if (run === undefined || !(await this.#mayRead(person, run))) throw new Refusal('unknown-run');
  }

  async #readable(person: Person, runId: string): Promise<ListedRun> {
    const run = await this.#options.store.find(runId);
    if (run === undefined) throw new Refusal('unknown-run');
    if (await this.#mayRead(person, run)) return run;
    const open = await this.#options.store.openBatches({ runId });
    for (const { batch } of open) if (await this.#mayAnswer(person, batch)) return run;
    throw new Refusal('unknown-run');
  }

  async #mayRead(person: Person, run: ListedRun): Promise<boolean> {
    const { mayRead } = this.#options;
    return mayRead === undefined ? run.startedBy.id === person.id : await this.#permits(() => mayRead(person, run));
  }

  async #permits(check: () => unknown): Promise<boolean> {
    return await isPermitted(check, this.#options.onProblem);
  }
}

/** A question as somebody sees it who may answer it. */
function batchView(record: BatchRecord): JSONObject {
  const { batch, state } = record;
  const { requests } = batch;
  const calls = { approvals: requests.approvals.map((call) => callNow(record, call)), calls: requests.calls };
  const answers = deferredCalls(requests).flatMap(({ call }) => {
    const taken = standingAnswer(record, call.toolCallId);
    return taken === undefined ? [] : [publicAnswer(taken)];
  });
  const missing = requests.approvals.flatMap((call) =>
    call.needs === undefined ? [] : [[call.toolCallId, missingPeople(record, call)] as const],
  );
  const requester = toPublicPerson(batch.requester);
  const now = { requests: { ...requests, ...calls }, state, answers, missing: Object.fromEntries(missing), requester };
  return JSON.parse(JSON.stringify({ ...batch, ...now }));
}

function publicAnswer(taken: TakenAnswer): TakenAnswer {
  return taken.person === undefined ? taken : { ...taken, person: toPublicPerson(taken.person) };
}

function publicReceipt(receipt: AnswerReceipt): AnswerReceipt {
  return receipt.type === 'late' ? { ...receipt, stands: publicAnswer(receipt.stands) } : receipt;
}

async function* logOf(store: RunServerOptions['store'], runId: string): AsyncGenerator<RunEvent> {
  let last: number | undefined;
  do {
    const part = await store.readLog(runId, last, 500);
    for (const { event } of part) yield event;
    last = part.length < 500 ? undefined : part.at(-1)?.serial;
  } while (last !== undefined);
}

function json(body: unknown, status: number = 200): Response {
  const answer = isRecord(body) ? body : {};
  return Response.json(answer, { status, headers: { 'cache-control': 'no-store' } });
}
