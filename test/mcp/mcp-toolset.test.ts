import {
  approvalRequired,
  byAnnotations,
  createAgent,
  type DeferredToolRequests,
  type Policy,
  type RunOptions,
  runAgain,
  ToolFailed,
  toolReturn,
} from 'countersign/core';
import { mcpToolset } from 'countersign/mcp';
import { controllableHandler, type JournalWrite, memoryJournal, scriptedModel } from 'countersign/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JSONObject } from '../../src/protocol/base/json.js';
import { converse, lastResults, until } from '../conformance/support.js';
import { type ElicitationServer, startElicitationServer } from './elicitation-server.js';

let server: ElicitationServer;
let before: number;

beforeAll(async () => {
  server = await startElicitationServer();
});

afterAll(async () => {
  await server.close();
});

beforeEach(() => {
  before = server.calls.length;
});

/** The calls that the server received since the test began. */
const served = () => server.calls.slice(before);

const accepted = (content: JSONObject) => ({ action: 'accept', content });

interface Start extends Partial<RunOptions> {
  readonly isGuarded?: boolean;
  readonly input?: JSONObject;
}

function start(toolName: string, { isGuarded = false, input = { to: 'Oslo' }, ...options }: Start = {}) {
  const model = scriptedModel([{ calls: [{ toolName, input }] }, 'done', 'done']);
  const toolset = mcpToolset(server.client);
  const agent = createAgent({ model, toolsets: [isGuarded ? approvalRequired(toolset, byAnnotations()) : toolset] });
  const live = (own: Partial<RunOptions>) => {
    const people = controllableHandler();
    return { people, run: agent.run('go', { deferredToolHandler: people.handler, ...own }) };
  };
  const results = () => lastResults(model.requests[1]?.prompt).map(({ output }) => output);
  return { ...live(options), live, model, results };
}

const idsOf = ({ calls }: DeferredToolRequests) => calls.map(({ toolCallId }) => toolCallId);

describe('mcpToolset', () => {
  it('C245 runs a tool without elicitations like any tool: the model reads its parts, and an invalid input does not run', async () => {
    const plain = start('plain');
    const picture = start('picture');

    expect(await plain.run.outcome).toMatchObject({ type: 'completed' });
    expect(await picture.run.outcome).toMatchObject({ type: 'completed' });

    expect(plain.results()).toEqual([{ type: 'content', value: [{ type: 'text', text: 'plain Oslo null' }] }]);
    expect(picture.results()).toEqual([
      { type: 'content', value: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' } }] },
    ]);
    const [offered] = plain.model.requests[0]?.tools ?? [];
    expect(offered).toMatchObject({ name: 'plain', description: 'Does plain' });
    expect(served().map(({ tool }) => tool)).toEqual(['plain', 'picture']);

    const wrong = start('plain', { input: { to: 7 } });
    await wrong.run.outcome;
    expect(served()).toHaveLength(2);
    expect(wrong.results()).toMatchObject([{ type: 'error-text', value: expect.stringContaining('to') }]);
  });

  it('C245 passes the message of a failed tool to the model', async () => {
    const broken = start('broken');

    await broken.run.outcome;

    expect(broken.results()).toEqual([{ type: 'error-text', value: 'No seats are left.' }]);
  });

  it('C246 makes the elicitations of a result one batch, and repeats the call with all answers and the state', async () => {
    const { run, people, results } = start('book');
    const batch = await people.next();

    const { calls, approvals } = batch.requests;
    expect(approvals).toEqual([]);
    expect(calls).toMatchObject([
      {
        toolName: 'elicit',
        title: 'Travel desk asks you something',
        summary: 'Who travels?',
        input: { mode: 'form', schema: { properties: { name: { type: 'string' } } } },
      },
      { toolName: 'elicit', summary: 'Where do you want to sit?' },
    ]);
    expect(batch.ctx.agentPath).toEqual(['agent', 'book']);
    expect(served()).toHaveLength(1);
    const [who = '', where = ''] = idsOf(batch.requests);
    const content = { seat: 'aisle', bags: 2 };
    batch.answer({ calls: { [who]: accepted({ name: 'Ada' }), [where]: accepted(content) } });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    const responses = { who: accepted({ name: 'Ada' }), where: accepted(content) };
    expect(served()).toEqual([
      { tool: 'book', input: { to: 'Oslo' } },
      { tool: 'book', input: { to: 'Oslo' }, responses, state: 'opaque-1' },
    ]);
    expect(results()).toEqual([
      { type: 'content', value: [{ type: 'text', text: `book Oslo ${JSON.stringify(responses)}` }] },
    ]);
  });

  it('C247 sends declines and cancels unchanged; an elicitation that ends without an answer is never accepted', async () => {
    const declined = start('book');
    const batch = await declined.people.next();
    const [who = '', where = ''] = idsOf(batch.requests);
    batch.answer({ calls: { [who]: { action: 'decline' }, [where]: { action: 'cancel' } } });
    await declined.run.outcome;

    const failed = start('pay');
    const page = await failed.people.next();
    expect(page.requests.calls).toMatchObject([
      { input: { mode: 'url', url: 'https://pay.example/42?key=1' }, facts: ['pay.example'] },
    ]);
    page.answer({ calls: { [idsOf(page.requests)[0] ?? '']: new ToolFailed('Not now') } });
    await failed.run.outcome;

    const opened = start('pay');
    const other = await opened.people.next();
    other.answer({ calls: { [idsOf(other.requests)[0] ?? '']: { action: 'accept', content: { x: 1 } } } });
    await opened.run.outcome;

    expect(served().flatMap(({ responses }) => (responses === undefined ? [] : [responses]))).toEqual([
      { who: { action: 'decline' }, where: { action: 'cancel' } },
      { page: { action: 'decline' } },
      { page: { action: 'accept' } },
    ]);
  });

  it('C247 sends a cancel for an expired elicitation', async () => {
    const { run, people } = start('pay');
    const batch = await people.next();
    batch.settle({
      approvals: {},
      calls: { [idsOf(batch.requests)[0] ?? '']: { kind: 'tool-expired' } },
      metadata: {},
      defer: [],
    });

    await run.outcome;

    expect(served()[1]).toMatchObject({ responses: { page: { action: 'cancel' } } });
  });

  it('C248 requires approval of the call first, and does not send a denied call to the server', async () => {
    const denied = start('pay', { isGuarded: true });
    const no = await denied.people.next();
    expect(no.requests.approvals).toMatchObject([{ toolName: 'pay' }]);
    expect(served()).toEqual([]);
    no.answer({ approvals: { 'call-1': false } });
    await denied.run.outcome;
    expect(served()).toEqual([]);

    const approved = start('pay', { isGuarded: true });
    (await approved.people.next()).answer({ approveAll: true });
    const page = await approved.people.next();
    expect(page.requests.calls).toMatchObject([{ toolName: 'elicit' }]);
    page.answer({ calls: { [idsOf(page.requests)[0] ?? '']: { action: 'accept' } } });
    expect(await approved.run.outcome).toMatchObject({ type: 'completed' });
    expect(served()).toHaveLength(2);

    // The tool only reads, so the first batch contains the elicitations.
    const reads = start('twice', { isGuarded: true });
    const first = await reads.people.next();
    expect(first.requests.approvals).toEqual([]);
    reads.run.abort();
    await reads.run.outcome;
  });

  it('C248 asks only once under a policy that requires approval for everything', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'pay', input: { to: 'Oslo' } }] }, 'done']);
    const people = controllableHandler();
    const policy: Policy = { name: 'all', decide: () => ({ effect: 'ask', reason: 'always' }) };
    const agent = createAgent({ model, toolsets: [mcpToolset(server.client)], policy });
    const run = agent.run('go', { deferredToolHandler: people.handler });

    (await people.next()).answer({ approveAll: true });
    const page = await people.next();

    expect(page.requests).toMatchObject({ approvals: [], calls: [{ toolName: 'elicit' }] });
    run.abort();
    await run.outcome;
  });

  it('C249 rejects content that violates the schema of its elicitation, before the request is repeated', async () => {
    const { run, people } = start('book');
    const batch = await people.next();
    const [who = '', where = ''] = idsOf(batch.requests);
    batch.answer({ calls: { [who]: accepted({ name: 'A' }), [where]: { action: 'cancel' } } });

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'invalid-answer' } });
    expect(served()).toHaveLength(1);
  });

  it('C249 keeps an elicitation open after an invalid answer, and accepts the next one', async () => {
    const model = scriptedModel([{ calls: [{ toolName: 'book', input: { to: 'Oslo' } }] }, 'done']);
    const conversation = converse(createAgent({ model, toolsets: [mcpToolset(server.client)] }));
    conversation.start('go');
    const { pending } = await until(conversation, (state) => state.pending.length > 0);
    const [who = '', where = ''] = (pending[0]?.items ?? []).map(({ call }) => call.toolCallId);

    const wrong = await conversation.decide(who, toolReturn(accepted({ name: 'A' })));
    const other = await conversation.decide(who, toolReturn({ content: { name: 'Ada' } }));
    expect(wrong).toMatchObject({ status: 'invalid', issues: [{ path: ['content', 'name'] }] });
    expect(other).toMatchObject({ status: 'invalid', issues: [{ path: ['action'] }] });
    expect(served()).toHaveLength(1);

    await conversation.decide(who, toolReturn(accepted({ name: 'Ada' })));
    await conversation.decide(where, toolReturn({ action: 'decline' }));
    await until(conversation, (state) => state.outcome?.type === 'completed');
    expect(served()[1]?.responses).toEqual({ who: accepted({ name: 'Ada' }), where: { action: 'decline' } });
  });

  it('C250 supports several rounds, each with its own state', async () => {
    const { run, people } = start('twice');
    const first = await people.next();
    first.answer({ calls: { [idsOf(first.requests)[0] ?? '']: accepted({ name: 'Ada' }) } });
    const second = await people.next();
    second.answer({ calls: { [idsOf(second.requests)[0] ?? '']: accepted({ seat: 'window' }) } });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(served().map(({ state }) => state)).toEqual([undefined, 'first', 'second']);
    expect(served()[2]?.responses).toEqual({ where: accepted({ seat: 'window' }) });
  });

  it('C250 repeats a call that only requests a retry, and fails one that never ends', async () => {
    const later = start('later');
    await later.run.outcome;
    expect(served().map(({ state }) => state)).toEqual([undefined, 'not yet']);

    const model = scriptedModel([{ calls: [{ toolName: 'ever', input: { to: 'Oslo' } }] }, 'done']);
    const agent = createAgent({ model, toolsets: [mcpToolset(server.client, { maxRounds: 2 })] });
    let asked = 0;
    const run = agent.run('go', {
      deferredToolHandler: ({ calls }) => {
        asked += 1;
        const answers = Object.fromEntries(calls.map(({ toolCallId }) => [toolCallId, { action: 'decline' }]));
        return {
          approvals: {},
          metadata: {},
          defer: [],
          calls: Object.fromEntries(
            Object.entries(answers).map(([id, returnValue]) => [id, { kind: 'tool-return' as const, returnValue }]),
          ),
        };
      },
    });
    await run.outcome;

    expect(asked).toBe(2);
    expect(served().filter(({ tool }) => tool === 'ever')).toHaveLength(3);
    expect(lastResults(model.requests[1]?.prompt).map(({ output }) => output)).toEqual([
      {
        type: 'error-text',
        value:
          "The MCP server asked for input 2 times in one call of 'ever' without returning a result, so the call was ended.",
      },
    ]);
  });

  it('C250 cancels the request when the run is stopped', async () => {
    const held = server.hold();
    const { run } = start('plain');
    await held.reached;

    run.abort();

    expect(await run.outcome).toMatchObject({ type: 'aborted' });
    await held.hungUp;
  });
});

describe('mcpToolset with a journal', () => {
  it('C251 parks an elicitation, and a later activation resumes with its answer without repeating a call', async () => {
    const journal = memoryJournal();
    const first = start('book', { runId: 'run', journal });
    const batch = await first.people.next();
    const [who = '', where = ''] = idsOf(batch.requests);
    batch.answer({ calls: { [who]: accepted({ name: 'Ada' }) }, defer: [where] });

    const parked = await first.run.outcome;
    expect(parked).toMatchObject({ type: 'deferred', requests: { calls: [{ toolCallId: where }] } });
    expect(served()).toHaveLength(1);

    const deferredToolResults = {
      approvals: {},
      calls: { [where]: { kind: 'tool-return' as const, returnValue: { action: 'decline' } } },
      metadata: {},
      defer: [],
    };
    const second = first.live({ runId: 'run', journal, deferredToolResults });

    expect(await second.run.outcome).toMatchObject({ type: 'completed' });
    expect(served()).toHaveLength(2);
    expect(served()[1]).toMatchObject({
      responses: { who: accepted({ name: 'Ada' }), where: { action: 'decline' } },
      state: 'opaque-1',
    });
  });

  it('C251 fails a run without a journal whose elicitation is parked', async () => {
    const { run, people } = start('pay');
    (await people.next()).decline();

    expect(await run.outcome).toMatchObject({ type: 'failed', error: { code: 'nested-deferral' } });
  });

  it('C252 uses persisted steps: the server is called once, people are asked once', async () => {
    const journal = memoryJournal();
    const first = start('book', { runId: 'run', journal });
    const batch = await first.people.next();
    const [who = '', where = ''] = idsOf(batch.requests);
    batch.answer({ calls: { [who]: { action: 'decline' }, [where]: { action: 'cancel' } } });
    await first.run.outcome;

    const second = first.live({ runId: 'run', journal });

    expect(await second.run.outcome).toMatchObject({ type: 'completed' });
    expect(second.people.batches).toEqual([]);
    expect(served()).toHaveLength(2);
  });

  it.each(['call-1', 'call-2'])(
    'C252 asks people how an interrupted request (%s) ended, and repeats nothing by itself',
    async (step) => {
      const journal = memoryJournal();
      const first = start('book', { runId: 'run', journal });
      const batch = await first.people.next();
      const [who = '', where = ''] = idsOf(batch.requests);
      batch.answer({ calls: { [who]: { action: 'decline' }, [where]: { action: 'cancel' } } });
      await first.run.outcome;
      const written = cutAt(journal.writes, `~step.${step}`);

      const later = memoryJournal({ written });
      const second = first.live({ runId: 'run', journal: later });
      const question = await second.people.next();

      expect(question.requests.calls).toMatchObject([{ toolCallId: 'call-1', toolName: 'book', interrupted: {} }]);
      expect(served()).toHaveLength(2);
      question.answer({ calls: { 'call-1': 'It is booked.' } });
      expect(await second.run.outcome).toMatchObject({ type: 'completed' });
      expect(served()).toHaveLength(2);
    },
  );

  it('C252 starts the whole call again if people choose so, and requests its elicitations again', async () => {
    const journal = memoryJournal();
    const first = start('pay', { runId: 'run', journal });
    await first.people.next();
    first.run.abort();
    await first.run.outcome;
    const written = cutAt(journal.writes, '~step.call-1');

    const second = first.live({ runId: 'run', journal: memoryJournal({ written }) });
    (await second.people.next()).answer({ calls: { 'call-1': runAgain() } });
    const page = await second.people.next();
    page.answer({ calls: { [idsOf(page.requests)[0] ?? '']: { action: 'accept' } } });

    expect(await second.run.outcome).toMatchObject({ type: 'completed' });
    expect(served().map(({ state }) => state)).toEqual([undefined, undefined, 'pay-1']);
  });

  it('C252 repeats the request of a tool that only reads, without asking people', async () => {
    const journal = memoryJournal();
    const first = start('twice', { runId: 'run', journal });
    await first.people.next();
    first.run.abort();
    await first.run.outcome;
    const written = cutAt(journal.writes, '~step.call-1');

    const second = first.live({ runId: 'run', journal: memoryJournal({ written }) });
    const batch = await second.people.next();

    expect(batch.requests.calls).toMatchObject([{ toolName: 'elicit' }]);
    expect(served()).toHaveLength(2);
    second.run.abort();
    await second.run.outcome;
  });
});

/** The steps of a journal when the page was closed during a step. */
function cutAt(writes: readonly JournalWrite[], step: string): readonly JournalWrite[] {
  const at = writes.findIndex(({ type, key }) => type === 'end' && key.endsWith(step));
  if (at < 0) throw new Error(`Nothing was kept of ${step}.`);
  return writes.slice(0, at);
}
