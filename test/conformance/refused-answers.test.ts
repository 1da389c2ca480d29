import {
  agUiTransport,
  type Conversation,
  connectInbox,
  createAgent,
  createConversation,
  createRemoteAgent,
  httpTransport,
  type RemoteAgentOptions,
  runServerTransport,
  tool,
  toolApproved,
  toolDenied,
  toolReturn,
} from 'countersign/core';
import { scriptedModel } from 'countersign/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { colour, filesAgent, remove, startChatServer } from '../server/chat-server.js';
import { filesAgent as servedFiles, startRunServer } from '../server/runs/run-server.js';
import { agUiTurn, asking, pydanticInterrupt, runFinished, text, toolCall } from '../support/ag-ui.js';
import { callsOf } from '../support/remote-agent.js';
import { asks, calls, gives, says, waits, whole } from '../support/ui-chunks.js';
import { startWireServer, type WireTurn } from '../support/wire-server.js';

function talk(options: RemoteAgentOptions): Conversation {
  const agent = createRemoteAgent(options);
  return createConversation(() => ({ agent }));
}

const stateOf = (conversation: Conversation) => conversation.store.getState();
const batchOf = (conversation: Conversation) => stateOf(conversation).pending[0];

/** Waits until a condition holds. */
async function until(conversation: Conversation, holds: () => boolean): Promise<void> {
  if (holds()) return;
  await new Promise<void>((resolve) => {
    const stop = conversation.store.subscribe(() => {
      if (!holds()) return;
      stop();
      resolve();
    });
  });
}

const isAsking = (conversation: Conversation) => () => stateOf(conversation).status === 'waiting';
const isOver = (conversation: Conversation) => () => stateOf(conversation).outcome !== null;
const isRefused = (conversation: Conversation) => () => batchOf(conversation)?.refused !== undefined;

const decisions = (conversation: Conversation) =>
  Object.fromEntries(
    (batchOf(conversation)?.items ?? []).map(({ call, state }) => [
      call.toolCallId,
      state.status === 'decided' && typeof state.answer === 'object' ? state.answer.kind : state.status,
    ]),
  );

describe('Answers that a server rejects', () => {
  it('C372 an edit that violates the server’s schema returns to its card, and the other answers stay', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a'), remove('b'), colour] }, { text: 'Done.' }]);
    const api = await startChatServer({ agent, authorize: 'anyone' });
    const conversation = talk({ transport: httpTransport({ api }), server: 'countersign' });
    conversation.start('Tidy up');
    await until(conversation, isAsking(conversation));

    await conversation.decide('a', toolApproved({ overrideArgs: { path: 5 } }));
    await conversation.decide('b', toolDenied('Needed.'));
    await conversation.decide('c', toolReturn({ hex: '#00f' }));
    await until(conversation, isRefused(conversation));

    expect(batchOf(conversation)?.refused).toMatchObject({ toolCallId: 'a', message: expect.stringContaining('path') });
    await until(conversation, () => decisions(conversation).c === 'tool-return');
    expect(decisions(conversation)).toEqual({ a: 'waiting', b: 'tool-denied', c: 'tool-return' });
    const [item] = batchOf(conversation)?.items ?? [];
    expect(stateOf(conversation).drafts[item?.id ?? '']).toEqual({ mode: 'edit', text: '{\n  "path": 5\n}' });
    expect(ran).toEqual([]);

    await conversation.decide('a', toolApproved({ overrideArgs: { path: 'c.txt' } }));
    await until(conversation, isOver(conversation));

    expect(ran).toEqual(['c.txt']);
    expect(stateOf(conversation).outcome).toMatchObject({ type: 'completed', output: 'Done.' });
  });

  it('C372 a result of a function in the page stays, and the function does not run again', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a'), colour] }, { text: 'Done.' }]);
    const api = await startChatServer({ agent, authorize: 'anyone' });
    const remote = createRemoteAgent({ transport: httpTransport({ api }), server: 'countersign' });
    let count = 0;
    const clientTools = { pick_colour: { execute: () => ({ hex: `#00${++count}` }) } };
    const conversation = createConversation(() => ({ agent: remote, clientTools }));
    conversation.start('Tidy up');
    await until(conversation, isAsking(conversation));

    await conversation.decide('a', toolApproved({ overrideArgs: { path: 5 } }));
    await until(conversation, isRefused(conversation));
    await until(conversation, () => decisions(conversation).c === 'tool-return');
    await conversation.decide('a', toolApproved({ overrideArgs: { path: 'c.txt' } }));
    await until(conversation, isOver(conversation));

    expect(ran).toEqual(['c.txt']);
    expect(count).toBe(1);
  });

  const ui = (api: string) => httpTransport({ api });
  const agUi = (url: string) => agUiTransport({ url });
  const uiBatch: WireTurn = {
    chunks: waits(calls('a', 'delete_file', { path: 'a.txt' }), asks('a'), calls('p', 'pick')),
  };
  const uiDone: WireTurn = { chunks: whole(gives('a', 'gone'), says('Done.')) };
  const agUiBatch = agUiTurn(
    toolCall('a', 'delete_file', { path: 'a.txt' }),
    toolCall('p', 'pick'),
    asking(pydanticInterrupt('a')),
  );
  const agUiDone = agUiTurn(text('Done.'), runFinished());
  const refusal = (status: number): WireTurn => ({
    status,
    headers: { 'content-type': 'application/json', 'retry-after': '0' },
    chunks: [JSON.stringify({ error: { message: 'Not now.' } })],
    ends: 'end',
  });
  const statuses = [401, 403, 409, 413, 422, 429];
  const wires = [
    ['AI SDK', 'ai-sdk', ui, uiBatch, uiDone],
    ['PydanticAI', 'pydantic-ai', ui, uiBatch, uiDone],
    ['handleChat', 'countersign', ui, uiBatch, uiDone],
    ['AG-UI', 'pydantic-ai', agUi, agUiBatch, agUiDone],
  ] as const;

  it.each(wires.flatMap((wire) => statuses.map((status) => ({ status, name: wire[0], wire }))))(
    'C373 status $status ($name): the batch waits with its answers, and a person sends them again',
    async ({ status, wire: [, server, toTransport, batch, done] }) => {
      let isOpen = false;
      const { url, requests } = await startWireServer((__, index) =>
        index === 0 ? batch : isOpen ? done : refusal(status),
      );
      const conversation = talk({ transport: toTransport(url), server });
      conversation.start('Tidy up');
      await until(conversation, isAsking(conversation));
      const external = batchOf(conversation)?.items.find(({ kind }) => kind === 'external');
      if (external !== undefined) await conversation.decide('p', toolReturn('blue'));
      await conversation.decide('a', toolDenied('Needed.'));
      await until(conversation, isRefused(conversation));
      await until(conversation, () => !Object.values(decisions(conversation)).includes('waiting'));

      expect(stateOf(conversation).status).toBe('waiting');
      expect(decisions(conversation).a).toBe('tool-denied');
      const sent = requests.length;
      isOpen = true;
      expect(conversation.sendNow(batchOf(conversation)?.batchId ?? '')).toBe(true);
      await until(conversation, isOver(conversation));

      expect(requests.length).toBe(sent + 1);
      expect({ ...requests.at(-1)?.body, runId: '' }).toEqual({ ...requests.at(-2)?.body, runId: '' });
      expect(stateOf(conversation).outcome).toMatchObject({ type: 'completed' });
    },
  );

  it('C374 a stop or another message after a rejection continues, and no call counts as executed', async () => {
    const { url, requests } = await startWireServer([uiBatch, refusal(409), { chunks: whole(says('Fine.')) }]);
    const conversation = talk({ transport: ui(url), server: 'countersign' });
    conversation.start('Tidy up');
    await until(conversation, isAsking(conversation));
    await conversation.decide('p', toolReturn('blue'));
    await conversation.decide('a', true);
    await until(conversation, isRefused(conversation));
    conversation.stop();
    await until(conversation, isOver(conversation));

    conversation.start('Something else');
    await until(conversation, () => stateOf(conversation).outcome?.type === 'completed');

    expect(Object.values(callsOf(requests.at(-1))).map(({ state }) => state)).not.toContain('output-available');
    expect(stateOf(conversation).outcome).toMatchObject({ output: 'Fine.' });
  });

  it('C375 an answer that a run server rejects returns to its card', async () => {
    const { agent, ran } = servedFiles([{ calls: [remove('a'), remove('b')] }, { text: 'Done.' }]);
    const { url } = await startRunServer(agent);
    let isSignedIn = true;
    const through: typeof globalThis.fetch = async (input, init) =>
      isSignedIn || !String(input).endsWith('/answers')
        ? await fetch(input, init)
        : Response.json({ error: { code: 'not-signed-in', message: 'Sign in first.' } }, { status: 401 });
    const transport = runServerTransport({
      url,
      agent: 'files',
      headers: { authorization: 'Bearer ada' },
      fetch: through,
    });
    const conversation = talk({ transport });
    conversation.start('Tidy up');
    await until(conversation, isAsking(conversation));
    isSignedIn = false;
    await conversation.decide('a', true);
    await conversation.decide('b', toolDenied('Needed.'));
    await until(conversation, isRefused(conversation));
    await until(conversation, () => !Object.values(decisions(conversation)).includes('waiting'));

    expect(batchOf(conversation)?.refused?.message).toContain('Sign in first');
    expect(decisions(conversation)).toEqual({ a: 'tool-approved', b: 'tool-denied' });
    isSignedIn = true;
    conversation.sendNow(batchOf(conversation)?.batchId ?? '');
    await until(conversation, isOver(conversation));

    expect(ran).toEqual(['a.txt']);
  });

  it('C457 an edit that only the server can validate returns to its card, in every page', async () => {
    const ran: string[] = [];
    const inputSchema = z.object({ path: z.string().refine((path) => path !== 'secret', 'Must not be secret.') });
    const execute = ({ path }: { readonly path: string }) => void ran.push(path);
    const deleteFile = tool({ inputSchema, requiresApproval: true, execute });
    const model = scriptedModel([{ calls: [remove('a'), remove('b')] }, 'Done.']);
    const { url } = await startRunServer(createAgent({ model, tools: { delete_file: deleteFile } }));
    const headers = { authorization: 'Bearer ada' };
    const conversation = talk({ transport: runServerTransport({ url, agent: 'files', headers }) });
    conversation.start('Tidy up');
    await until(conversation, isAsking(conversation));

    await conversation.decide('a', toolApproved({ overrideArgs: { path: 'secret' } }));
    await conversation.decide('b', true);
    await until(conversation, isRefused(conversation));

    const reason = { toolCallId: 'a', message: expect.stringContaining('Must not be secret.') };
    const edit = { mode: 'edit', text: '{\n  "path": "secret"\n}' };
    const itemOf = (some: Conversation) => batchOf(some)?.items.find(({ call }) => call.toolCallId === 'a');
    expect(batchOf(conversation)?.refused).toMatchObject(reason);
    expect(itemOf(conversation)?.state.status).toBe('waiting');
    expect(stateOf(conversation).drafts[itemOf(conversation)?.id ?? '']).toEqual(edit);
    expect(ran).toEqual([]);

    const { agent: waiting } = connectInbox({ url, headers });
    const inbox = createConversation(() => ({ agent: waiting }));
    inbox.start('Show what waits');
    onTestFinished(() => inbox.stop());
    await until(inbox, isRefused(inbox));
    expect(batchOf(inbox)?.refused).toMatchObject(reason);
    expect(stateOf(inbox).drafts[itemOf(inbox)?.id ?? '']).toEqual(edit);

    await conversation.decide('a', toolApproved({ overrideArgs: { path: 'c.txt' } }));
    await until(conversation, isOver(conversation));

    expect([...ran].sort()).toEqual(['b.txt', 'c.txt']);
  });

  it('C376 a rejected message leaves no empty message of the agent', async () => {
    const { url } = await startWireServer([refusal(401), { chunks: whole(says('Hello.')) }]);
    const conversation = talk({ transport: ui(url), server: 'ai-sdk' });
    conversation.start('Hi');
    await until(conversation, isOver(conversation));

    expect(stateOf(conversation).messages.map(({ role }) => role)).toEqual(['user']);
    conversation.regenerate();
    await until(conversation, () => stateOf(conversation).status === 'idle');

    expect(stateOf(conversation).messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });
});
