import { decisionRecord, toJsonLines } from '../../approval/record/decision-record.js';
import type { Clock } from '../../protocol/base/clock.js';
import { randomId } from '../../protocol/base/ids.js';
import type { JSONObject } from '../../protocol/base/json.js';
import { isRecord } from '../../protocol/base/record.js';
import type { AnswerReceipt, BatchRecord, ServedBatch } from '../../remote/run-protocol/batch-record.js';
import type { ListedRun, NewRun, Person } from '../../remote/run-protocol/run-record.js';
import { listDecided } from '../lists/decided-list.js';
import { maxListed, readCursor, readLimit, toCursor } from '../lists/list-cursor.js';
import { listWaiting } from '../lists/waiting-list.js';
import { conversationKey } from '../request/conversation-key.js';
import { isPermitted } from '../request/permission.js';
import { isSamePerson, tenantOf } from '../request/person.js';
import type { ClientHistory } from '../request/read-history.js';
import { Refusal } from '../request/refusal.js';
import { runIdOfAddress, runIdOfKey } from '../request/run-ids.js';
import { type RunAccess, RunStreams } from '../streams/run-streams.js';
import { checkMove, unreportedMoves } from './batch-deadlines.js';
import { batchView, publicAnswer } from './batch-view.js';
import { checkAnswers, type SentAnswers } from './check-answers.js';
import { readRunEvents } from './read-run-events.js';
import type { RunRequest } from './read-run-request.js';
import type { LinkedBatch } from './run-links.js';
import type { RunServerOptions } from './run-server-options.js';
import type { RunQuery } from './run-store.js';

type RequestOf<TYPE extends RunRequest['type']> = Extract<RunRequest, { readonly type: TYPE }>;

/** The largest time of a `Date`, in milliseconds since 1970. */
const maxTime = 8.64e15;
/** The default of `maxOpenRunsPerPerson`. */
const defaultMaxOpenRuns = 10_000;

/** The sender of a request. */
export interface Asking {
  readonly person: Person;
  readonly signal: AbortSignal;
  /** Identifies the sender again. Returns `undefined` if the session has ended. */
  readonly identifyAgain: () => Promise<Person | undefined>;
}

/** Options of a run server, and the trust in its clients. */
export interface ServedRuns extends RunServerOptions {
  /** Reads the messages and the input that a client sent. */
  readonly readHistory: (messages: readonly unknown[], input: unknown) => ClientHistory;
}

/**
 * Handles the requests of a run server. A resource without access gets the same response as one that does not exist.
 */
export class RunHandler {
  readonly #options: ServedRuns;
  readonly #clock: Clock;
  readonly #streams: RunStreams;

  constructor(options: ServedRuns, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#streams = new RunStreams(options, clock);
  }

  /** Ends the event streams. Resolves when their last bytes are sent. */
  async closeStreams(): Promise<void> {
    await this.#streams.close();
  }

  async answer(asking: Asking, named: RunRequest): Promise<Response> {
    const { person } = asking;
    const asked = 'runId' in named ? { ...named, runId: await runIdOfAddress(person, named.runId) } : named;
    switch (asked.type) {
      case 'start':
        return json(await this.#start(person, asked), 201);
      case 'list':
        return json(await this.#list(person, asked));
      case 'waiting':
        return json(await this.#waiting(person, asked));
      case 'decided':
        return json(await this.#decided(person, asked));
      case 'run':
        return json(await this.#run(person, asked.runId));
      case 'record':
        return await this.#record(person, asked.runId);
      case 'events':
        return await this.#events(asking, asked);
      case 'stop':
        await this.#mineToStop(person, asked.runId);
        await this.#options.store.stop(asked.runId, asked.reason);
        return json({});
      case 'batch':
        return json(batchView(await this.#batch(person, asked.batchId), person));
      case 'answer':
        return await this.#answer(person, await this.#batch(person, asked.batchId), asked.answers);
      case 'extend':
        return await this.#extend(person, asked);
      case 'link':
        return json(batchView(await this.#ofLink(person, asked.token), person));
      case 'answer-link':
        return await this.#answerLink(person, asked);
      default:
        return asked satisfies never;
    }
  }

  async #start(person: Person, asked: RequestOf<'start'>): Promise<{ readonly run: ListedRun | undefined }> {
    const { store, agents, mayStart, readHistory } = this.#options;
    const { agent, key, conversationId, metadata } = asked;
    const runId = key === undefined ? randomId() : await runIdOfKey(person, key);
    if (!Object.hasOwn(agents, agent)) throw new Refusal('unknown-agent');
    if (mayStart !== undefined && !(await this.#permits(() => mayStart(person, agent))))
      throw new Refusal('not-authorized');
    const run: NewRun = {
      ...{ runId, agent, startedBy: person, startedAt: this.#clock.now() },
      ...(key === undefined ? {} : { key }),
      // Tools may store data by conversation id, so a client must not be able to use the id of another person.
      conversationId: conversationId === undefined ? runId : conversationKey(person.id, conversationId, person.tenant),
      ...readHistory(asked.messages, asked.input),
      ...(metadata === undefined ? {} : { metadata: metadata as JSONObject }), // it came as JSON
    };
    const { maxOpenRunsPerPerson: maxOpen = defaultMaxOpenRuns } = this.#options;
    const started = await store.start(run, { maxOpen });
    if (started === 'full') throw new Refusal('too-many-runs');
    const found = await store.find(runId);
    // A page may repeat its request after a lost connection. With the key of a different run, the request is refused.
    const isSame =
      found !== undefined && isSamePerson(found.startedBy, person) && found.key === key && found.agent === agent;
    if (started === 'exists' && !isSame) throw new Refusal('run-known');
    return { run: found };
  }

  async #list(person: Person, { query }: RequestOf<'list'>): Promise<object> {
    const limit = readLimit(query, 50);
    // One more run than requested shows if there is another page.
    const found = await this.#options.store.list({ ...queryOf(person, query), limit: limit + 1 });
    const runs = found.slice(0, limit);
    const last = found.length > limit ? runs.at(-1) : undefined;
    return { runs, ...(last && { next: toCursor({ at: last.startedAt, id: last.runId }) }) };
  }

  async #waiting(person: Person, { query }: RequestOf<'waiting'>): Promise<object> {
    const page = { limit: readLimit(query, maxListed), after: readCursor(query) };
    const mayAnswer = (batch: ServedBatch): Promise<boolean> => this.#mayAnswer(person, batch);
    const view = (record: BatchRecord): JSONObject => batchView(record, person);
    return await listWaiting({ ...this.#options, mayAnswer, view }, person, page);
  }

  async #decided(person: Person, { query }: RequestOf<'decided'>): Promise<object> {
    const { store } = this.#options;
    const mayAnswer = (batch: ServedBatch): Promise<boolean> => this.#mayAnswer(person, batch);
    const page = { limit: readLimit(query, 50), after: readCursor(query) };
    const view = (record: BatchRecord): JSONObject => batchView(record, person);
    return await listDecided({ store, mayAnswer, view, answerView: publicAnswer }, person, page);
  }

  async #run(person: Person, runId: string): Promise<unknown> {
    const run = await this.#readable(person, runId);
    const open = await this.#options.store.openBatches({ runId });
    const isWhole = await this.#mayRead(person, run);
    const may = await Promise.all(open.map(async ({ batch }) => isWhole || (await this.#mayAnswer(person, batch))));
    return { run, batches: open.filter((_, index) => may[index]).map((record) => batchView(record, person)) };
  }

  async #record(person: Person, runId: string): Promise<Response> {
    await this.#readable(person, runId);
    const { store } = this.#options;
    const events = await readRunEvents(store, runId);
    const text = toJsonLines(await decisionRecord([...events, ...(await unreportedMoves(store, runId, events))]));
    // Check again: the batch that permitted reading may be closed by now.
    await this.#readable(person, runId);
    const headers = { 'content-type': 'application/jsonl; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(text, { headers });
  }

  async #events({ person, signal, identifyAgain }: Asking, { runId, after }: RequestOf<'events'>): Promise<Response> {
    let isFirst = true;
    const readAccess = async (): Promise<RunAccess> => {
      const now = isFirst ? person : await identifyAgain();
      isFirst = false;
      return now !== undefined && isSamePerson(now, person) ? await this.#accessOf(now, runId) : 'none';
    };
    return await this.#streams.open({ person, runId, after, signal, readAccess });
  }

  async #answer(person: Person, record: BatchRecord, sent: SentAnswers): Promise<Response> {
    const { store } = this.#options;
    const { batchId } = record.batch;
    if (record.state === 'withdrawn') throw new Refusal('batch-over');
    const answers = await checkAnswers(record, sent, { person, at: this.#clock.now() });
    const receipts = await store.answer(batchId, answers);
    const isLate = receipts.every(({ type }) => type === 'late' || type === 'withdrawn');
    const now = (await store.findBatch(batchId)) ?? record;
    return json({ receipts: receipts.map(publicReceipt), batch: batchView(now, person) }, isLate ? 409 : 200);
  }

  async #extend(person: Person, asked: RequestOf<'extend'>): Promise<Response> {
    const { store, maxExtension } = this.#options;
    const record = await this.#batch(person, asked.batchId);
    const moved = checkMove(record, asked, { person, now: this.#clock.now(), maxExtension });
    const now = await store.extend(asked.batchId, moved);
    if (now === undefined) throw new Refusal('batch-over');
    return json(batchView(now, person));
  }

  async #answerLink(person: Person, { token, answers }: RequestOf<'answer-link'>): Promise<Response> {
    const { batchId, linkId, expiresAt } = await this.#linked(token);
    const record = await this.#batch(person, batchId);
    // An invalid answer must not use up the link.
    await checkAnswers(record, answers, { person, at: this.#clock.now() });
    if ((await this.#options.store.spend(linkId, expiresAt)) !== true) throw new Refusal('link-refused');
    return await this.#answer(person, record, answers);
  }

  /** Returns the batch of a link. A used link leads only to a batch that is over: another answer would be refused. */
  async #ofLink(person: Person, token: string): Promise<BatchRecord> {
    const { batchId, linkId } = await this.#linked(token);
    const record = await this.#batch(person, batchId);
    if (record.state === 'open' && (await this.#options.store.isSpent(linkId))) throw new Refusal('link-refused');
    return record;
  }

  async #linked(token: string): Promise<LinkedBatch> {
    const link = await this.#options.links?.verify(token);
    if (link === undefined) throw new Refusal('link-refused');
    return link;
  }

  /** Returns a batch that the person may answer. For any other batch the error is the same as if it did not exist. */
  async #batch(person: Person, batchId: string): Promise<BatchRecord> {
    const record = await this.#options.store.findBatch(batchId);
    if (record === undefined || !(await this.#mayAnswer(person, record.batch))) throw new Refusal('unknown-batch');
    return record;
  }

  async #mineToStop(person: Person, runId: string): Promise<void> {
    const run = await this.#options.store.find(runId);
    if (run === undefined || !(await this.#mayRead(person, run))) throw new Refusal('unknown-run');
  }

  async #readable(person: Person, runId: string): Promise<ListedRun> {
    const run = await this.#options.store.find(runId);
    if (run === undefined || (await this.#accessOf(person, runId, run)) === 'none') throw new Refusal('unknown-run');
    return run;
  }

  async #accessOf(person: Person, runId: string, known?: ListedRun): Promise<RunAccess> {
    const run = known ?? (await this.#options.store.find(runId));
    if (run === undefined) return 'none';
    if (await this.#mayRead(person, run)) return 'run';
    for (const { batch } of await this.#options.store.openBatches({ runId }))
      if (await this.#mayAnswer(person, batch)) return 'batch';
    return 'none';
  }

  async #mayAnswer(person: Person, batch: ServedBatch): Promise<boolean> {
    const { authorize } = this.#options;
    return tenantOf(batch.requester) === tenantOf(person) && (await this.#permits(() => authorize(person, batch)));
  }

  async #mayRead(person: Person, run: ListedRun): Promise<boolean> {
    if (tenantOf(run.startedBy) !== tenantOf(person)) return false;
    const { mayRead } = this.#options;
    return mayRead === undefined ? run.startedBy.id === person.id : await this.#permits(() => mayRead(person, run));
  }

  async #permits(check: () => unknown): Promise<boolean> {
    return await isPermitted(check, this.#options.onProblem);
  }
}

function publicReceipt(receipt: AnswerReceipt): AnswerReceipt {
  return receipt.type === 'late' ? { ...receipt, stands: publicAnswer(receipt.stands) } : receipt;
}

function queryOf(person: Person, query: URLSearchParams): RunQuery {
  const states = ['running', 'waiting', 'ended', 'stuck'] as const;
  const before = Number(query.get('before') ?? Number.NaN);
  const after = readCursor(query);
  return {
    startedBy: person,
    state: states.find((one) => one === query.get('state')),
    // Clamp to the range of a `Date`: databases reject numbers outside of their integer range.
    ...(Number.isFinite(before) ? { before: Math.ceil(Math.min(Math.max(before, -maxTime), maxTime)) } : {}),
    ...(after === undefined ? {} : { after }),
  };
}

function json(body: unknown, status: number = 200): Response {
  const answer = isRecord(body) ? body : {};
  return Response.json(answer, { status, headers: { 'cache-control': 'no-store' } });
}
