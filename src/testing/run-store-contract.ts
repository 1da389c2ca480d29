import { isSameJson, type JSONValue } from '../protocol/base/json.js';
import type { RunEvent } from '../protocol/run-event.js';
import type { AcceptedAnswer, ServedBatch } from '../remote/run-protocol/batch-record.js';
import type { NewRun } from '../remote/run-protocol/run-record.js';
import type { DecidedBatch } from '../server/lists/decided-list.js';
import type { Activation, RunQuery, RunStore } from '../server/runs/run-store.js';

/** One case of {@link runStoreContract}. */
export interface RunStoreCase {
  readonly name: string;
  /** @throws Error that describes the difference. */
  readonly check: () => Promise<void>;
}

/**
 * The requirements of `handleChat` on every `RunStore`, as cases for any test runner. Each case executes runs by hand,
 * as several processes do.
 *
 * @param openStore returns a store. Cases use their own runs and chats, so it may return the same store each time.
 * @example
 * for (const { name, check } of runStoreContract(() => memoryRunStore())) it(name, check);
 */
export function runStoreContract(openStore: () => RunStore | PromiseLike<RunStore>): readonly RunStoreCase[] {
  return Object.entries(cases).map(([name, play]) => ({
    name,
    check: async () => await play(await openStore()),
  }));
}

const cases: Readonly<Record<string, (store: RunStore) => Promise<void>>> = {
  'starts a run once, and one run for each turn of a chat': async (store) => {
    const run = newRun(0);
    const started = await Promise.all([0, 1].map(() => store.start(run, { executor: 'caller' })));
    expectSame('two starts of one run', started.sort(), ['exists', 'started']);
    const other = { ...newRun(0), conversationId: run.conversationId };
    expectSame('another run of the turn', await store.start(other, { executor: 'caller' }), 'exists');
    const next = { ...newRun(1), conversationId: run.conversationId };
    expectSame('the next turn', await store.start(next, { executor: 'caller' }), 'started');
    const listed = await store.list({ chat: run.conversationId });
    expectSame(
      'the turns of the chat, newest first',
      listed.map(({ runId }) => runId),
      [next.runId, run.runId],
    );
    expectSame('the run as it was asked for', await store.read(run.runId), run);
  },
  'accepts writes of the last activation only': async (store) => {
    const { runId } = await startedRun(store);
    const first = await activated(store, runId);
    expectSame('a step', await first.journal.step('a', async () => 1), 1);
    first.tell(contractEvent(runId, 0));
    await first.journal.step('b', async () => 1);
    const second = await activated(store, runId);
    expectSame('what an earlier activation stored', await second.journal.step('a', async () => 2), 1);
    second.tell(contractEvent(runId, 0));
    second.tell(contractEvent(runId, 1));
    first.tell(contractEvent(runId, 2));
    const end = { type: 'ended', outcome: 'completed', at: 1 } as const;
    expectSame('the end of an earlier activation', await first.end(end), 'stale');
    expectSame('the end of the last one', await second.end(end), 'stored');
    expectSame('the state', (await store.find(runId))?.state, end);
    const log = await store.readLog(runId, undefined, 10);
    expectSame(
      'the events, each once',
      log.map(({ serial, event }) => [serial, event.seq]),
      [
        [0, 0],
        [1, 1],
      ],
    );
    expectSame('an activation after the end', await store.activate(runId), undefined);
  },
  'reports work that was started and has no end': async (store) => {
    const { runId } = await startedRun(store);
    const first = await activated(store, runId);
    void first.journal.step('pay', () => new Promise(() => {}), { once: true }).catch(() => {});
    // The start is stored before the work begins.
    await first.journal.step('other', async () => 1, { once: true });
    const repeated = await (await activated(store, runId)).journal.step('pay', async (attempt) => attempt.isRepeated, {
      once: true,
    });
    expectSame('the work, in another activation', repeated, true);
  },
  'accepts the first answer to each call, and wakes its run': async (store) => {
    const { runId } = await startedRun(store);
    const activation = await activated(store, runId);
    const batch = contractBatch(runId);
    const { batchId } = batch;
    expectSame('a batch', (await activation.ask(batch)).state, 'open');
    await activation.end({ type: 'waiting', since: 1, batchId });
    expectSame('an activation while people are asked', await store.activate(runId), undefined);
    expectSame(
      'open batches',
      (await store.openBatches({ runId })).map((open) => open.batch.batchId),
      [batchId],
    );
    const receipts = await Promise.all(
      [1, 2].map(() => store.answer(batchId, [contractAnswer('x'), contractAnswer('y')])),
    );
    expectSame('two answers at once', receipts.map(([one]) => one?.type ?? '').sort(), ['late', 'taken']);
    expectSame('the batch', (await store.findBatch(batchId))?.state, 'answered');
    const next = await activated(store, runId);
    expectSame('the batch in the next activation', (await next.findBatch(batchId))?.answers.length, 2);
    const refused = {
      toolCallId: 'y',
      answer: contractAnswer('y').answer,
      issue: { path: [], message: 'Too long.' },
    };
    await next.retract(batchId, ['y'], refused);
    const { state, answers, batch: reopened } = (await store.findBatch(batchId)) ?? {};
    expectSame('a batch whose answer was retracted', state, 'open');
    expectSame(
      'its other answers',
      answers?.map(({ toolCallId }) => toolCallId),
      ['x'],
    );
    expectSame('the answer that the run could not use', reopened?.refused, refused);
  },
  'accepts no answer after its deadline': async (store) => {
    const { runId } = await startedRun(store);
    const batch = { ...contractBatch(runId), expiresAt: { x: 10, y: 10 } };
    await (await activated(store, runId)).ask(batch);
    const receipts = await store.answer(batch.batchId, [contractAnswer('x', 11), contractAnswer('y', 11)]);
    expectSame(
      'answers after the deadline',
      receipts.map(({ type }) => type),
      ['late', 'late'],
    );
  },
  'lists the batches that a person has answered, newest answer first': async (store) => {
    const person = { id: `person ${crypto.randomUUID()}` };
    const batches: string[] = [];
    for (const at of [3, 5, 4]) {
      const { runId } = await startedRun(store);
      const batch = contractBatch(runId);
      const activation = await activated(store, runId);
      await activation.ask(batch);
      await store.answer(batch.batchId, [{ ...contractAnswer('x', at), person }]);
      batches.push(batch.batchId);
      if (at !== 3) continue;
      await store.answer(batch.batchId, [{ ...contractAnswer('y', at), person: { ...person, tenant: 'other' } }]);
      await store.stop(runId, 'Enough.');
    }
    const idsOf = (found: readonly DecidedBatch[]): readonly string[] =>
      found.map(({ record }) => record.batch.batchId);
    const [oldest = '', newest = '', middle = ''] = batches;
    const first = await store.decided({ person, limit: 2 });
    expectSame('the newest answers', idsOf(first), [newest, middle]);
    const rest = await store.decided({ person, limit: 2, after: first.at(-1)?.position });
    expectSame('the next page', idsOf(rest), [oldest]);
    const someone = await store.decided({ person: { id: `nobody ${oldest}` }, limit: 2 });
    expectSame('the list of another person', someone, []);
  },
  'accepts a link once': async (store) => {
    const token = crypto.randomUUID();
    expectSame('a new link', await store.isSpent(token), false);
    const spent = await Promise.all([store.spend(token, 1e12), store.spend(token, 1e12)]);
    expectSame('two uses at once', spent.sort(), [false, true]);
    expectSame('a used link', await store.isSpent(token), true);
  },
  'is reachable, and distinguishes errors of an unreachable database from others': async (store) => {
    await store.ping?.();
    expectSame('an error of the app', store.isUnavailable?.(new Error('It failed.')) ?? false, false);
  },
  'withdraws the batches of a run that is stopped': async (store) => {
    const { runId } = await startedRun(store);
    const batch = contractBatch(runId);
    const activation = await activated(store, runId);
    await activation.ask(batch);
    await activation.end({ type: 'waiting', since: 1, batchId: batch.batchId });
    await store.stop(runId, 'Enough.');
    expectSame('its batch', (await store.findBatch(batch.batchId))?.state, 'withdrawn');
    expectSame('its next activation', (await activated(store, runId)).stopReason, 'Enough.');
  },
  'withdraws a batch that is asked, or whose answer is retracted, after the stop': async (store) => {
    const { runId } = await startedRun(store);
    const batch = contractBatch(runId);
    const activation = await activated(store, runId);
    await activation.ask(batch);
    for (const toolCallId of ['x', 'y']) await store.answer(batch.batchId, [contractAnswer(toolCallId)]);
    await store.stop(runId, 'Enough.');
    const late = { ...batch, batchId: `late batch of ${runId}` };
    await activation.ask(late);
    const issue = { path: [], message: 'Too long.' };
    await activation.retract(batch.batchId, ['x'], { ...contractAnswer('x'), issue });
    expectSame('the late batch', (await store.findBatch(late.batchId))?.state, 'withdrawn');
    expectSame('the retracted batch', (await store.findBatch(batch.batchId))?.state, 'withdrawn');
    await activation.end({ type: 'waiting', since: 1, batchId: late.batchId });
    expectSame('its next activation', (await activated(store, runId)).stopReason, 'Enough.');
  },
  'closes the open batches of a run when it ends': async (store) => {
    const { runId } = await startedRun(store);
    const batch = contractBatch(runId);
    const activation = await activated(store, runId);
    await activation.ask(batch);
    await activation.end({ type: 'ended', outcome: 'completed', at: 1 });
    const late = { ...batch, batchId: `late batch of ${runId}` };
    await activation.ask(late);
    expectSame('its open batches', await store.openBatches({ runId }), []);
    const [receipt] = await store.answer(late.batchId, [contractAnswer('x')]);
    expectSame('an answer to it', receipt?.type, 'withdrawn');
  },
  'finds runs by agent, tenant, title and time, page by page': async (store) => {
    const agent = `agent ${crypto.randomUUID()}`;
    const people = [{ id: 'ada' }, { id: 'ada', tenant: 'acme' }, { id: '["acme",' }];
    const runs = people.map((startedBy, index) => ({
      ...newRun(index),
      agent,
      startedBy,
      input: `Pay\u0000 ${index}%`,
    }));
    for (const run of runs) await store.start(run, { executor: 'caller' });
    const titles = async (query: RunQuery): Promise<readonly string[]> =>
      (await store.list({ agent, ...query })).map(({ title }) => title.slice(-2));
    expectSame('the runs of an agent, newest first', await titles({}), ['2%', '1%', '0%']);
    expectSame('those of a tenant', await titles({ tenant: 'acme' }), ['1%']);
    expectSame('those without a tenant', await titles({ tenant: '' }), ['2%', '0%']);
    expectSame('those of a person', await titles({ startedBy: { id: 'ada' } }), ['0%']);
    expectSame('those with a title', await titles({ title: 'PAY' }), ['2%', '1%', '0%']);
    expectSame('those with another title', await titles({ title: '1%' }), ['1%']);
    expectSame('those since a time', await titles({ since: 1_001 }), ['2%', '1%']);
    expectSame('those before a time', await titles({ since: 1_001, before: 1_002 }), ['1%']);
    expectSame('those in a state', await titles({ state: 'running', limit: 1 }), ['2%']);
    expectSame('those in another state', await titles({ state: 'stuck' }), []);
    const after = { at: 1_002, id: runs[2]?.runId ?? '' };
    expectSame('the next page', await titles({ after, limit: 1 }), ['1%']);
  },
  'records the actions of operators that have an effect': async (store) => {
    const { runId } = await startedRun(store);
    const by = { id: 'operator' };
    const cancel = { runId, action: { type: 'cancel', reason: 'Enough.' }, by, at: 7 } as const;
    expectSame('its actions', await store.operations(runId), []);
    expectSame('a cancellation', await store.operate(cancel), 'done');
    const activation = await activated(store, runId);
    expectSame('its next activation', activation.stopReason, 'Enough.');
    await activation.end({ type: 'ended', outcome: 'aborted', at: 1 });
    expectSame('a cancellation after the end', await store.operate({ ...cancel, at: 8 }), 'skipped');
    expectSame('a retry after the end', await store.operate({ ...cancel, action: { type: 'retry' } }), 'skipped');
    expectSame('an action on an unknown run', await store.operate({ ...cancel, runId: `no ${runId}` }), 'skipped');
    expectSame('the recorded actions', await store.operations(runId), [cancel]);
  },
  'ends a stuck run that an operator cancels': async (store) => {
    const { runId } = await startedRun(store);
    await (await activated(store, runId)).end({ type: 'stuck', why: 'It broke.' });
    const action = { type: 'cancel', reason: '' } as const;
    expectSame('a cancellation', await store.operate({ runId, action, by: { id: 'operator' }, at: 7 }), 'done');
    expectSame('the state', (await store.find(runId))?.state.type, 'ended');
  },
  'deletes all data of a run': async (store) => {
    const run = await startedRun(store);
    const activation = await activated(store, run.runId);
    const batch = contractBatch(run.runId);
    await activation.ask(batch);
    await store.delete(run.runId);
    expectSame('its end', await activation.end({ type: 'ended', outcome: 'completed', at: 1 }), 'stale');
    expectSame('the run', await store.find(run.runId), undefined);
    expectSame('its batch', await store.findBatch(batch.batchId), undefined);
    const again = { ...newRun(0), conversationId: run.conversationId };
    expectSame('another run of its turn', await store.start(again, { executor: 'caller' }), 'started');
  },
};

async function startedRun(store: RunStore): Promise<NewRun> {
  const run = newRun(0);
  await store.start(run, { executor: 'caller' });
  return run;
}

async function activated(store: RunStore, runId: string): Promise<Activation> {
  const activation = await store.activate(runId);
  if (activation === undefined) throw new Error('The store does not activate a run that can be activated.');
  return activation;
}

function newRun(index: number): NewRun {
  const runId = crypto.randomUUID();
  return {
    ...{ runId, agent: 'files', conversationId: `chat of ${runId}`, input: 'go', messages: [] },
    ...{ startedBy: { id: 'ada' }, startedAt: 1_000 + index },
    turn: { index, messageId: 'u1', hash: 'h', replyId: 'reply-1' },
  };
}

function contractEvent(runId: string, seq: number): RunEvent {
  return { v: 1, seq, at: 1, runId, agentPath: ['files'], key: `event ${seq}`, type: 'step-start', step: seq };
}

function contractBatch(runId: string): ServedBatch {
  const call = (toolCallId: string) => ({ toolCallId, toolName: 'act', title: 'Act', input: {} });
  return {
    ...{ batchId: `batch of ${runId}`, runId, agentPath: ['files'], round: 1, onExpiry: 'deny' },
    ...{ requester: { id: 'ada' }, askedAt: 1, about: {}, expiresAt: {} },
    requests: { approvals: [call('x'), call('y')], calls: [], metadata: {} },
  };
}

function contractAnswer(toolCallId: string, at: number = 1): AcceptedAnswer {
  return { toolCallId, answer: { kind: 'tool-approved' }, by: { type: 'person', name: 'Ada' }, at };
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  const [one, other] = [found, expected].map((value): JSONValue => JSON.parse(JSON.stringify(value ?? null)));
  if (isSameJson(one ?? null, other ?? null)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}.`);
}
