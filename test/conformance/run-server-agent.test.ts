import {
  ask,
  type ConversationStorage,
  connectInbox,
  createConversation,
  createPolicy,
  createRemoteAgent,
  digestCall,
  type RunEvent,
  runServerTransport,
  toolApproved,
} from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BatchView, filesAgent, startRunServer } from '../server/runs/run-server.js';

const deletion = { calls: [{ toolName: 'delete_file', input: { path: '.env' } }] };
const several = {
  calls: [
    { toolName: 'delete_file', input: { path: 'a.txt' } },
    { toolName: 'delete_file', input: { path: 'b.txt' } },
    { toolName: 'pick_colour', input: { label: 'Sky' } },
  ],
};

/** The server's agent, as somebody's page sees it. */
function agentOf(url: string, name: string, more: { readonly fetch?: typeof fetch; readonly retries?: number } = {}) {
  const headers = { authorization: `Bearer ${name}` };
  return createRemoteAgent({ transport: runServerTransport({ url, agent: 'files', headers, ...more }) });
}

/** A page of somebody, without a screen. */
function pageOf(
  url: string,
  name: string,
  {
    runId,
    ...kept
  }: { readonly runId?: string; readonly storage?: ConversationStorage; readonly runKey?: string } = {},
) {
  const agent = agentOf(url, name);
  const known: typeof agent = {
    ...agent,
    run: (input, options) => agent.run(input, { ...options, ...(runId === undefined ? {} : { runId }) }),
  };
  const conversation = createConversation(() => ({ agent: known, ...kept }));
  onTestFinished(conversation.dispose);
  return conversation;
}

function digestIn(batch: BatchView | undefined, toolCallId: string | undefined): string | undefined {
  const { approvals = [], calls = [] } = batch?.requests ?? {};
  return [...approvals, ...calls].find((call) => call.toolCallId === toolCallId)?.digest;
}

async function allOf(run: AsyncIterable<RunEvent>): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** Breaks each event stream off after so many bytes, twice. */
function cutting(bytes: number, times: number): { readonly fetch: typeof fetch; readonly cuts: () => number } {
  let cuts = 0;
  return {
    cuts: () => cuts,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).includes('/events') || cuts >= times || response.body === null) return response;
      cuts += 1;
      let left = bytes;
      const cut = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk.slice(0, left));
          left -= chunk.length;
          if (left <= 0) controller.error(new TypeError('The connection was lost.'));
        },
      });
      return new Response(response.body.pipeThrough(cut), { headers: response.headers });
    },
  };
}

describe('an agent on a run server, in a page', () => {
  it('C268 is answered in the page like a local agent, with each event once, also over interrupted connections', async () => {
    const { agent, ran } = filesAgent([several, 'All of it is gone.']);
    const { url } = await startRunServer(agent);
    const { fetch, cuts } = cutting(900, 2);
    const asked: (readonly string[])[] = [];

    const run = agentOf(url, 'ada', { fetch }).run('Clear it', {
      runId: 'r1',
      deferredToolHandler: ({ approvals, calls }) => {
        asked.push([...approvals, ...calls].map(({ digest = '' }) => digest.slice(0, 8)));
        const [first, second] = approvals.map(({ toolCallId }) => toolCallId);
        return {
          approvals: { [first ?? '']: toolApproved(), [second ?? '']: { kind: 'tool-denied', message: 'Keep it.' } },
          calls: { [calls[0]?.toolCallId ?? '']: { kind: 'tool-return', returnValue: { hex: '#09f' } } },
          metadata: {},
          defer: [],
        };
      },
    });
    const events = await allOf(run);
    const outcome = await run.outcome;
    const again = await allOf(agentOf(url, 'ada').run('Clear it', { runId: 'r1' }));

    expect(outcome).toMatchObject({ type: 'completed', output: 'All of it is gone.', runId: 'r1' });
    expect(outcome.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(asked).toEqual([['sha-256:', 'sha-256:', 'sha-256:']]);
    expect(ran).toEqual(['a.txt']);
    expect(cuts()).toBe(2);
    const keys = events.flatMap(({ key }) => (key === undefined ? [] : [key]));
    expect(new Set(keys).size).toBe(keys.length);
    const text = (list: readonly RunEvent[]) =>
      list.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');
    expect([text(events), text(again)]).toEqual(['All of it is gone.', 'All of it is gone.']);
    const types = (list: readonly RunEvent[]) => list.map(({ type }) => type).filter((type) => !type.endsWith('delta'));
    expect(types(again)).toEqual(types(events));
    expect(events.map(({ seq }) => seq).at(-1)).toBe(types(events).length - 1);
  });

  it('C269 shows the person who answered first elsewhere, and leaves parked calls open on the server', async () => {
    const { agent, ran } = filesAgent([several, 'Done.']);
    const { url, as } = await startRunServer(agent);
    const [ada, bob] = [pageOf(url, 'ada'), as('bob')];
    ada.start('Clear it');
    await expect.poll(() => ada.store.getState().pending[0]?.items).toHaveLength(3);
    const [batch] = ada.store.getState().pending;
    const [first, second, colour] = batch?.items.map(({ call }) => call.toolCallId) ?? [];
    const [served] = await bob.waiting();
    if (served === undefined) throw new Error('Nothing waits.');

    await ada.decide(second ?? '', true);
    await bob.answer(served, { kind: 'tool-denied', message: 'Keep it.' });
    const item = (id: string | undefined) =>
      ada.store.getState().pending[0]?.items.find(({ call }) => call.toolCallId === id);
    await expect.poll(() => item(first)?.state).toMatchObject({ status: 'decided', by: { name: 'Bob' } });
    const late = await ada.decide(first ?? '', true);
    await ada.decide(colour ?? '', 'defer');
    await expect.poll(() => ada.store.getState().pending).toEqual([]);
    await expect.poll(async () => (await bob.waiting())[0]?.answers).toHaveLength(2);
    const [left] = await bob.waiting();
    const taken = await bob.post(`/batches/${left?.batchId}/answers`, {
      answers: {
        [colour ?? '']: {
          answer: { kind: 'tool-return', returnValue: { hex: '#09f' } },
          digest: digestIn(left, colour),
        },
      },
    });

    expect(late).toEqual({ status: 'late', reason: 'answered' });
    expect(taken.body.receipts).toMatchObject([{ type: 'taken' }]);
    await expect.poll(() => ada.store.getState().outcome?.type).toBe('completed');
    const answers = [...ada.store.getState().events].filter((event) => event.type === 'answer');
    expect(answers.map(({ by }) => 'name' in by && by.name)).toEqual(['Bob', 'Ada', 'Bob']);
    expect(ran).toEqual(['b.txt']);
  });

  it('C270 counts the approval of each of several people, and shows the approvers and the effective input', async () => {
    const rule = ask({ tool: 'delete_file' }, { approvals: 2, from: ['role:ops'], notRequester: true });
    const { agent, ran } = filesAgent([deletion, deletion, 'Done.'], { policy: createPolicy({ rules: [rule] }) });
    const { url, as } = await startRunServer(agent, { authorize: () => true });
    const eve = pageOf(url, 'eve');
    eve.start('Clear it');
    const call = () => eve.store.getState().pending[0]?.items[0]?.call;
    await expect.poll(call).toBeDefined();
    const id = call()?.toolCallId ?? '';
    const bobs = pageOf(url, 'bob', { runId: [...eve.store.getState().events][0]?.runId ?? '' });

    const own = await eve.decide(id, true);
    const [batch] = await as('ada').waiting();
    if (batch !== undefined) await as('ada').answer(batch, true);
    await expect.poll(() => call()?.approvedBy).toEqual([{ id: 'ada', name: 'Ada' }]);
    bobs.start('Clear it');
    await expect.poll(() => bobs.store.getState().pending).toHaveLength(1);
    const others = bobs.store.getState().pending[0]?.items[0]?.call;
    bobs.stop('Not needed.');

    expect(own).toMatchObject({ status: 'invalid', issues: [{ message: expect.stringContaining('does not count') }] });
    // The same key of somebody else names a run of theirs.
    expect(others?.approvedBy).toBeUndefined();
    expect(eve.store.getState().pending).toHaveLength(1);
    const [again] = await as('bob').waiting();
    if (again !== undefined) await as('bob').answer(again, true);
    await expect.poll(() => eve.store.getState().outcome?.type).toBe('completed');
    expect(ran).toEqual(['.env']);
  });

  it('C309 shows the deadline of the server, also if the server rejects another and a different person moves it', async () => {
    const rule = ask({ tool: 'delete_file' }, { approvals: 1, notRequester: true });
    const policy = createPolicy({ rules: [rule] });
    const { agent } = filesAgent([deletion, 'Done.'], { policy, expiry: { after: 600_000 } });
    const { url, as } = await startRunServer(agent, { authorize: () => true });
    const eve = pageOf(url, 'eve');
    eve.start('Clear it');
    const item = () => eve.store.getState().pending[0]?.items[0];
    await expect.poll(item).toBeDefined();
    const before = item()?.expiresAt;
    const later = Date.now() + 3_600_000;

    eve.extend(item()?.id ?? '', Date.now() + 7_200_000);
    await expect.poll(() => item()?.expiresAt).toBe(before);
    const [batch] = await as('ada').waiting();
    const toolCallId = batch?.requests.approvals[0]?.toolCallId ?? '';
    expect(batch?.expiresAt[toolCallId]).toBe(before);
    await as('ada').post(`/batches/${batch?.batchId}/extend`, { toolCallId, expiresAt: later });

    await expect.poll(() => item()?.expiresAt).toBe(later);
  });

  it('C270 reports that one more approval is required, and keeps the card', async () => {
    const rule = ask({ tool: 'delete_file' }, { approvals: 2 });
    const { agent, ran } = filesAgent([deletion, 'Done.'], { policy: createPolicy({ rules: [rule] }) });
    const { url, as } = await startRunServer(agent);
    const ada = pageOf(url, 'ada');
    ada.start('Clear it');
    const call = () => ada.store.getState().pending[0]?.items[0]?.call;
    await expect.poll(call).toBeDefined();

    const said = await ada.decide(call()?.toolCallId ?? '', true);
    const shown = call()?.approvedBy;
    const twice = await ada.decide(call()?.toolCallId ?? '', true);
    const [batch] = await as('bob').waiting();
    if (batch !== undefined)
      await as('bob').answer(batch, { kind: 'tool-approved', overrideArgs: { path: 'other.txt' } });
    await expect.poll(() => call()?.input).toEqual({ path: 'other.txt' });
    const last = await ada.decide(call()?.toolCallId ?? '', true);

    expect([said, twice]).toEqual([
      { status: 'accepted', missing: 1 },
      { status: 'accepted', missing: 1 },
    ]);
    expect(shown).toEqual([{ id: 'ada', name: 'Ada' }]);
    expect(last).toEqual({ status: 'accepted' });
    await expect.poll(() => ada.store.getState().outcome?.type).toBe('completed');
    expect(ran).toEqual(['other.txt']);
  });

  it('C271 is not ended by a closed page, continues after a reload without asking twice, and is ended by a stop', async () => {
    const { agent, ran } = filesAgent([deletion, deletion, 'Done.', deletion]);
    const { url, as } = await startRunServer(agent);
    const kept = { storage: memoryStorage(), runKey: 'chat' };
    const before = pageOf(url, 'ada', kept);
    before.start('Clear it');
    await expect.poll(() => before.store.getState().pending).toHaveLength(1);
    await before.decide(before.store.getState().pending[0]?.items[0]?.call.toolCallId ?? '', true);
    await expect.poll(() => before.store.getState().pending[0]?.round).toBe(1);
    await expect.poll(() => ran).toEqual(['.env']);
    await expect.poll(() => before.store.getState().pending).toHaveLength(1);
    const runId = before.store.getState().events.at(0)?.runId ?? '';

    before.dispose();
    const state = await as('ada').state(`~${runId}`);
    const after = pageOf(url, 'ada', kept);
    await expect.poll(() => after.store.getState().pending).toHaveLength(1);
    await after.decide(after.store.getState().pending[0]?.items[0]?.call.toolCallId ?? '', false);
    await expect.poll(() => after.store.getState().outcome?.type).toBe('completed');
    after.start('Once more');
    await expect.poll(() => after.store.getState().pending).toHaveLength(1);
    const second = after.store.getState().events.at(-1)?.runId ?? '';
    after.stop('Not needed.');
    await expect.poll(() => after.store.getState().outcome).toMatchObject({ type: 'aborted', reason: 'Not needed.' });

    expect(state).toBe('waiting');
    expect(ran).toEqual(['.env']);
    const keys = [...after.store.getState().events].map(({ key, seq, runId: id }) => key ?? `${id} ${seq}`);
    expect(keys.length).toBe(new Set(keys).size);
    expect(await as('ada').state(second)).toBe('ended');
  });

  it('C271 reports errors with the codes of remote agents', async () => {
    const { agent } = filesAgent([deletion]);
    const { url } = await startRunServer(agent);
    const errorOf = async (run: ReturnType<ReturnType<typeof agentOf>['run']>) => {
      const outcome = await run.outcome;
      return outcome.type === 'failed' ? outcome.error.code : outcome.type;
    };
    const broken: typeof fetch = async () => {
      throw new TypeError('Nobody is there.');
    };
    const failing: typeof fetch = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const busy: typeof fetch = async () => new Response('', { status: 429 });

    const codes = [
      await errorOf(agentOf(url, 'mallory').run('Clear it')),
      await errorOf(agentOf(url, 'ada', { fetch: broken, retries: 0 }).run('Clear it')),
      await errorOf(agentOf(url, 'ada', { fetch: failing, retries: 0 }).run('Clear it')),
      await errorOf(agentOf(url, 'ada', { fetch: busy, retries: 0 }).run('Clear it')),
      await errorOf(agentOf(url, 'ada').run('Clear it', { policy: createPolicy({ rules: [] }) })),
      await errorOf(agentOf(url, 'ada').run('')),
    ];

    expect(codes).toEqual([
      'remote-refused',
      'remote-cut',
      'remote-failed',
      'remote-busy',
      'run-server-options',
      'empty-prompt',
    ]);
  });

  it('C304 shows no request whose content does not match the digest of the server', async () => {
    const { agent, ran } = filesAgent([deletion, 'Done.']);
    const { url, as } = await startRunServer(agent);
    const disguise: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (isEvents) return response;
      return new Response((await response.text()).replaceAll('.env', 'draft.txt'), response);
    };
    const asked: unknown[] = [];
    const headers = { authorization: 'Bearer ada' };
    const inbox = connectInbox({ url, headers, interval: 10, fetch: disguise });
    const conversation = createConversation(() => ({ agent: inbox.agent }));
    onTestFinished(conversation.dispose);

    const run = agentOf(url, 'ada', { fetch: disguise }).run('Clear it', {
      deferredToolHandler: (requests) => {
        asked.push(requests);
        return null;
      },
    });
    const outcome = await run.outcome;
    conversation.start('What waits for me?');
    await expect.poll(() => inbox.state().status).toBe('failed');

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-malformed' } });
    expect(inbox.state().error).toMatchObject({ code: 'remote-malformed' });
    expect(asked).toEqual([]);
    expect(conversation.store.getState().pending).toEqual([]);
    expect(await as('ada').waiting()).toHaveLength(1);
    expect(ran).toEqual([]);
  });

  it('C304 sends the digest of the shown content, not the received digest', async () => {
    const { agent, ran } = filesAgent([deletion, 'Done.']);
    const { url, as } = await startRunServer(agent);
    const sent: string[] = [];
    const strip: typeof fetch = async (input, init) => {
      if (typeof init?.body === 'string' && String(input).endsWith('/answers')) sent.push(init.body);
      const response = await fetch(input, init);
      const isBatch = /\/batches\/[^/]*$/.test(String(input));
      if (!isBatch) return response;
      const body: unknown = JSON.parse(await response.text(), (key, value) => (key === 'digest' ? undefined : value));
      return Response.json(body);
    };

    const run = agentOf(url, 'ada', { fetch: strip }).run('Clear it', {
      deferredToolHandler: ({ approvals: [call] }) => ({
        approvals: { [call?.toolCallId ?? '']: toolApproved() },
        calls: {},
        metadata: {},
        defer: [],
      }),
    });

    expect(await run.outcome).toMatchObject({ type: 'completed' });
    expect(JSON.parse(sent[0] ?? '{}')).toMatchObject({
      answers: {
        [Object.keys(JSON.parse(sent[0] ?? '{}').answers)[0] ?? '']: {
          digest: await digestCall({ toolName: 'delete_file', input: { path: '.env' } }),
        },
      },
    });
    expect(ran).toEqual(['.env']);
    expect(await as('ada').waiting()).toEqual([]);
  });
});
