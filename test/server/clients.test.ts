import {
  AbstractChat,
  type ChatState,
  type ChatStatus,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai';
import { type ConversationState, createRemoteAgent, httpTransport } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { converse, until } from '../conformance/support.js';
import { type Answer, finished, yes } from '../support/remote-agent.js';
import { chatStore, colour, filesAgent, gate, list, remove, startChatServer } from './chat-server.js';

const four = { text: 'Four.', calls: [remove('a'), list, colour, remove('b')] };

/** An agent of this package on a server, with the client of this package. */
async function remote(agent: ReturnType<typeof filesAgent>['agent'], answers: readonly Answer[] = []) {
  const store = chatStore();
  const api = await startChatServer({ agent, authorize: 'anyone', store, takeOverAfter: 0 });
  let round = 0;
  const client = createRemoteAgent({
    transport: httpTransport({ api }),
    server: 'countersign',
    deferredToolHandler: (requests) => {
      const answer = (answers[round++] ?? yes)(requests);
      return answer && { approvals: {}, calls: {}, metadata: {}, defer: [], ...answer };
    },
  });
  return { api, store, client };
}

describe('C225 createRemoteAgent on a server of this package', () => {
  it('C225 answers a batch of four calls, and continues', async () => {
    const { agent, ran, model } = filesAgent([four, 'Done.', 'More.']);
    const { client } = await remote(agent, [
      (requests) => ({
        ...yes(requests),
        approvals: { a: { kind: 'tool-approved' }, b: { kind: 'tool-denied', message: 'I need that one.' } },
      }),
    ]);

    const { outcome, ends, warnings } = await finished(client.run('go'));
    const more = await finished(
      client.run('more', { messages: outcome.messages, conversationId: outcome.conversationId }),
    );

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(ran).toEqual(['a.txt']);
    expect(ends).toEqual({ a: 'returned', l: 'returned', c: 'returned', b: 'denied' });
    expect(warnings).toEqual([]);
    expect(more.outcome).toMatchObject({ type: 'completed', output: 'More.' });
    const heard = JSON.stringify(model.requests.at(-1)?.prompt);
    for (const words of ['go', 'Four.', 'I need that one.', 'Done.', 'more']) expect(heard).toContain(words);
  });

  it('C225 edits an input, and receives the edited input as the one that ran', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const { client } = await remote(agent, [
      () => ({ approvals: { a: { kind: 'tool-approved', overrideArgs: { path: 'z.txt' } } } }),
    ]);

    const { outcome, warnings } = await finished(client.run('go'));

    expect([outcome.type, warnings]).toEqual(['completed', []]);
    expect(ran).toEqual(['z.txt']);
  });

  it('C225 answers several rounds', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, { calls: [remove('b'), colour] }, 'Done.']);
    const { client } = await remote(agent);

    const { outcome } = await finished(client.run('go'));

    expect(outcome.type).toBe('completed');
    expect(ran).toEqual(['a.txt', 'b.txt']);
  });

  it('C225 reconnects after a broken connection, and sends its approval once', async () => {
    const held = gate();
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.'], held);
    const store = chatStore();
    const api = await startChatServer({ agent, authorize: 'anyone', store });
    let posts = 0;
    const cutting: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (init?.method !== 'POST' || ++posts !== 2) return response;
      // Break the connection while the tool runs.
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      void held.begun.then(async () => {
        await writable.abort(new TypeError('terminated'));
        held.open();
      });
      return new Response(readable, response);
    };
    const client = createRemoteAgent({
      transport: httpTransport({ api, fetch: cutting }),
      server: 'countersign',
      deferredToolHandler: (requests) => ({ approvals: {}, calls: {}, metadata: {}, defer: [], ...yes(requests) }),
    });

    const { outcome, ends } = await finished(client.run('go'));

    expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    expect(ends).toEqual({ a: 'returned' });
    expect([ran, posts]).toEqual([['a.txt'], 2]);
  });

  it('C225 sends another message while calls are pending, which closes them', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a'), colour] }, 'Fine.']);
    const { client } = await remote(agent, [() => null]);
    const asked = await finished(client.run('go'));

    const { conversationId, messages } = asked.outcome;
    const { closeHistory } = await import('../../src/agent/batch/repair-history.js');
    const next = await finished(client.run('Never mind.', { conversationId, messages: closeHistory(messages) }));

    expect(asked.outcome.type).toBe('deferred');
    expect(next.outcome).toMatchObject({ type: 'completed', output: 'Fine.' });
    expect(ran).toEqual([]);
  });

  it('C225 receives a rejection, and loses no state', async () => {
    const { agent } = filesAgent([]);
    const api = await startChatServer({ agent, authorize: () => false });
    const client = createRemoteAgent({ transport: httpTransport({ api }), server: 'countersign' });

    const { outcome } = await finished(client.run('go'));

    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-refused' } });
    expect(outcome.type === 'failed' && outcome.error.message).toContain('You may not use this chat.');
  });
});

class State implements ChatState<UIMessage> {
  status: ChatStatus = 'ready';
  error: Error | undefined;
  messages: UIMessage[] = [];
  readonly changes: (() => void)[] = [];
  pushMessage = (message: UIMessage): void => {
    this.messages = [...this.messages, message];
  };
  popMessage = (): void => {
    this.messages = this.messages.slice(0, -1);
  };
  replaceMessage = (index: number, message: UIMessage): void => {
    this.messages = this.messages.with(index, message);
  };
  snapshot = <T>(value: T): T => structuredClone(value);
}

/** The AI SDK chat that `useChat` wraps, without React. */
class StockChat extends AbstractChat<UIMessage> {
  readonly posts: unknown[] = [];

  constructor(api: string, messages: UIMessage[] = []) {
    const posts: unknown[] = [];
    const state = new State();
    state.messages = messages;
    const counting: typeof fetch = async (url, init) => {
      if (init?.method === 'POST') posts.push(JSON.parse(String(init.body)));
      if (posts.length > 8) throw new Error('It sends the same again and again.');
      return await fetch(url, init);
    };
    super({
      id: 'stock',
      state,
      transport: new DefaultChatTransport({ api, fetch: counting }),
      sendAutomaticallyWhen: (now) =>
        lastAssistantMessageIsCompleteWithApprovalResponses(now) || lastAssistantMessageIsCompleteWithToolCalls(now),
    });
    this.posts = posts;
  }

  /** Answers the pending call. */
  async decide(toolCallId: string, approved: boolean): Promise<void> {
    const part = this.lastMessage?.parts.find((one) => 'toolCallId' in one && one.toolCallId === toolCallId);
    const id = part !== undefined && 'approval' in part ? part.approval?.id : undefined;
    await this.addToolApprovalResponse({ id: id ?? 'none', approved });
  }

  get texts(): string {
    return this.messages
      .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
      .join(' ');
  }
}

describe('A conversation with a server of this package', () => {
  const over = ({ outcome, status }: ConversationState): boolean => outcome !== null && status !== 'running';
  const said = ({ messages }: ConversationState): string[] =>
    messages.map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join(''));

  it('C225 keeps its state when another answer is rejected, shows the reason, and continues', async () => {
    const { agent, model } = filesAgent(['One.', 'Two.']);
    const conversation = converse((await remote(agent)).client);
    conversation.start('first');
    await until(conversation, over);

    conversation.regenerate();
    const refused = await until(conversation, (state) => state.status === 'failed' && over(state));
    conversation.start('second');
    const state = await until(conversation, (now) => now.outcome?.type === 'completed');

    expect(refused.error?.message).toContain('(400): Only a failed answer can be regenerated.');
    expect(said(refused)).toEqual(['first', 'One.']);
    expect(said(state)).toEqual(['first', 'One.', 'second', 'Two.']);
    expect(model.requests).toHaveLength(2);
  });

  it('C225 regenerates the answer after an error of the model on the server', async () => {
    const { agent } = filesAgent([{ fails: 'Down' }, 'Up.']);
    const conversation = converse((await remote(agent)).client);
    conversation.start('go');
    await until(conversation, over);

    conversation.regenerate();

    expect(said(await until(conversation, (state) => state.outcome?.type === 'completed'))).toEqual(['go', 'Up.']);
  });

  it('C225 reports that a message cannot be edited on the server, and gets the old answer to the old message', async () => {
    const { agent, model } = filesAgent(['One.']);
    const conversation = converse((await remote(agent)).client);
    conversation.start('first');
    await until(conversation, over);

    conversation.edit('other');
    const refused = await until(conversation, (state) => state.status === 'failed' && over(state));
    conversation.edit('first');
    const state = await until(conversation, (now) => now.outcome?.type === 'completed');

    expect(refused.error?.message).toMatch(/\(409\)/);
    expect(said(refused)[0]).toBe('other');
    expect(said(state)).toEqual(['first', 'One.']);
    expect(model.requests).toHaveLength(1);
  });
});

describe('C226 the AI SDK’s own chat on a server of this package', () => {
  it('C226 approves, denies and provides a result in one request, and does not send it twice', async () => {
    const { agent, ran } = filesAgent([four, 'Done.']);
    const chat = new StockChat(await startChatServer({ agent, authorize: 'anyone' }));

    await chat.sendMessage({ text: 'go' });
    await chat.decide('a', true);
    await chat.decide('b', false);
    await chat.addToolOutput({ tool: 'pick_colour', toolCallId: 'c', output: { hex: '#fff' } });
    await expect.poll(() => [chat.status, chat.texts]).toEqual(['ready', 'go Four. Done.']);

    expect(ran).toEqual(['a.txt']);
    expect(chat.posts).toHaveLength(2);
    expect(chat.messages).toHaveLength(2);
    const states = chat.lastMessage?.parts.flatMap((part) => ('toolCallId' in part ? [part.state] : []));
    expect(states).toEqual(['output-available', 'output-available', 'output-available', 'output-denied']);
  });

  it('C449 may send pictures in any number of messages', async () => {
    const { agent } = filesAgent([1, 2, 3, 4, 5, 6].map((turn) => `Picture ${turn}.`));
    const chat = new StockChat(await startChatServer({ agent, authorize: 'anyone', maxBytes: 1_000_000 }));
    const files = [
      { type: 'file' as const, mediaType: 'image/png', url: `data:image/png;base64,${'A'.repeat(300_000)}` },
    ];

    for (let turn = 1; turn <= 6; turn++) await chat.sendMessage({ text: `Turn ${turn}`, files });

    expect([chat.status, chat.error?.message]).toEqual(['ready', undefined]);
    expect(chat.texts).toContain('Turn 6 Picture 6.');
  });

  it('C226 continues after a reload from the stored chat', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const store = chatStore();
    const api = await startChatServer({ agent, authorize: 'anyone', store });
    await new StockChat(api).sendMessage({ text: 'go' });

    const kept = await store.conversations.get('stock');
    const chat = new StockChat(api, [...(kept?.messages ?? [])]);
    await chat.decide('a', true);
    await expect.poll(() => [chat.status, chat.texts]).toEqual(['ready', 'go Done.']);

    expect(ran).toEqual(['a.txt']);
  });

  it('C226 resumes the current response', async () => {
    const held = gate();
    const { agent } = filesAgent([{ text: 'Well.', calls: [remove('a')] }, 'Done.'], held);
    const store = chatStore();
    const api = await startChatServer({ agent, authorize: 'anyone', store });
    const first = new StockChat(api);
    await first.sendMessage({ text: 'go' });
    await first.decide('a', true);
    await held.begun;
    await first.stop();

    const kept = await store.conversations.get('stock');
    const chat = new StockChat(api, [...(kept?.messages ?? [])]);
    const resumed = chat.resumeStream();
    await expect.poll(() => chat.status).toBe('streaming');
    held.open();
    await resumed;

    await expect.poll(() => [chat.status, chat.texts]).toEqual(['ready', 'go Well. Done.']);
    const states = chat.lastMessage?.parts.flatMap((part) => ('toolCallId' in part ? [part.state] : []));
    expect(states).toEqual(['output-available']);
    expect(chat.posts).toEqual([]);
  });

  it('C226 regenerates the answer after an error', async () => {
    const { agent } = filesAgent([{ fails: 'Down' }, 'Up.']);
    const chat = new StockChat(await startChatServer({ agent, authorize: 'anyone' }));

    await chat.sendMessage({ text: 'go' });
    expect([chat.status, chat.error?.message]).toEqual(['error', 'An error occurred.']);
    await chat.regenerate();

    expect([chat.status, chat.texts]).toEqual(['ready', 'go Up.']);
  });
});
