import type { ServerTraits } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { promptOf, type UiExchange } from '../support/recorded-ui.js';
import { hasRecordings, type Recording, readRecordings } from '../support/recordings.js';
import { type Answer, answeredIn, callsOf, idsOf, remoteAgent, yes } from '../support/remote-agent.js';
import { says, whole } from '../support/ui-chunks.js';
import type { WireRequest, WireTurn } from '../support/wire-server.js';

// What other clients sent to real servers, and must not have: where they have the recordings, this client is told the
// same by those servers, and sends something else. The rules of which this is a part are in
// `test/conformance/remote-rules.test.ts`.

type Chat = Recording<WireRequest['body']>;

const clients = ['ai-sdk', 'ai-sdk-signed', 'pydantic-ai-vercel'];
const stores = ['ai-sdk-stored', 'pydantic-ai-vercel-stored'];
const done = { chunks: whole(says('Done.', 'last')) };

/** What an app says of a server. */
function traitsOf({ name }: Chat): Partial<ServerTraits> {
  if (name.startsWith('ai-sdk-resumable/')) return { history: 'client', reconnect: 'replay' };
  return stores.some((server) => name.startsWith(`${server}/`)) ? {} : { history: 'client' };
}

const chats = (servers: readonly string[], ...cases: readonly string[]): readonly Chat[] =>
  readRecordings(servers, (_, name) => cases.includes(name));

function turnOf(exchange: UiExchange | undefined, ends: NonNullable<WireTurn['ends']> = 'end'): WireTurn {
  if (exchange === undefined) throw new Error('It was not recorded.');
  const { status, headers, body } = exchange;
  return { status, headers, chunks: [body], ends };
}

/** A remote agent that is told these turns, and then that all is done, by a server like the recorded one. */
async function play(chat: Chat, turns: readonly WireTurn[], answers: readonly Answer[] = []) {
  const { run, ...rest } = await remoteAgent((_, index) => turns[index] ?? done, { answers, server: traitsOf(chat) });
  return { ...rest, again: run, ...(await run(promptOf(chat.exchanges))) };
}

const posts = ({ requests }: { readonly requests: readonly WireRequest[] }): readonly WireRequest[] =>
  requests.filter(({ method }) => method === 'POST');

const nobody: Answer = () => null;

/** Says something over what a run has left open. */
const somethingElse = { role: 'user', content: 'text' } as const;

describe.runIf(hasRecordings)('an approval whose response was interrupted', () => {
  it.each(chats([...clients, ...stores], 'cut-answer'))(
    'C204 $name is not sent again, and people are asked about its outcome',
    async (chat) => {
      const [first, cut, copy] = chat.exchanges;

      const { server, asked, outcome } = await play(chat, [turnOf(first), turnOf(cut, 'cut')], [yes, nobody]);

      // The other client said yes again.
      expect(answeredIn(copy?.request)).toEqual(['call_1_1']);
      expect(server.requests.map(answeredIn)).toEqual([[], ['call_1_1']]);
      expect(asked.map(idsOf).at(-1)).toEqual({ approvals: [], calls: ['call_1_1'] });
      expect(outcome.type).toBe('deferred');
    },
  );

  it.each(chats(['ai-sdk-resumable'], 'cut-answer'))(
    'C205 $name is requested again if the server replays it from its beginning',
    async (chat) => {
      const [first, cut, whatItTold] = chat.exchanges;

      const { server, asked, outcome } = await play(chat, [turnOf(first), turnOf(cut, 'cut'), turnOf(whatItTold)]);

      expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
      expect(asked).toHaveLength(1);
      expect(outcome).toMatchObject({ type: 'completed', output: expect.stringContaining('archived') });
    },
  );

  it.each(chats(clients, 'cut-continue'))(
    'C204 $name continues with the received output, like the other client',
    async (chat) => {
      const [first, cut, next] = chat.exchanges;

      const { server, asked, outcome } = await play(chat, [turnOf(first), turnOf(cut, 'cut'), turnOf(next)]);

      const state = (request: Pick<WireRequest, 'body'> | undefined) => {
        const { call_1_1: call } = callsOf(request);
        return { state: call?.state, output: call?.output };
      };
      expect(server.requests).toHaveLength(3);
      expect(state(server.requests[2])).toEqual(state(next?.request));
      expect(asked).toHaveLength(1);
      expect(outcome.type).toBe('completed');
    },
  );
});

describe.runIf(hasRecordings)('an interrupted text', () => {
  it.each(chats(clients, 'cut', 'cut-away'))(
    'C204 $name is requested once more, because the client has the history, and is stored once',
    async (chat) => {
      const [cut] = chat.exchanges;

      const { server, outcome } = await play(chat, [turnOf(cut, 'cut')]);

      const [one, two] = server.requests.map(({ body }) => body.messages.map(({ parts }) => parts));
      expect(server.requests).toHaveLength(2);
      expect(two).toEqual(one);
      expect(outcome).toMatchObject({ type: 'completed', output: 'Done.' });
    },
  );

  it.each(chats(stores, 'cut', 'cut-away'))(
    'C204 $name is not requested again if the server stores the history',
    async (chat) => {
      const { server, outcome } = await play(chat, [turnOf(chat.exchanges[0], 'cut')]);

      expect(server.requests).toHaveLength(1);
      expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-cut' } });
    },
  );

  it.each(chats(['ai-sdk-resumable'], 'cut'))(
    'C205 $name is replayed from its beginning, and is stored once',
    async (chat) => {
      const [cut, replay] = chat.exchanges;

      const { server, outcome } = await play(chat, [turnOf(cut, 'cut'), turnOf(replay)]);

      expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
      expect(outcome).toMatchObject({ type: 'completed', output: 'one two three four five six seven eight' });
    },
  );
});

describe.runIf(hasRecordings)('a message sent while calls are open', () => {
  it.each(chats([...clients, ...stores], 'said-instead', 'said-instead-external'))(
    'C206 $name comes after the end of the open calls',
    async (chat) => {
      const { server, outcome, again } = await play(chat, [turnOf(chat.exchanges[0])], [nobody]);

      const { outcome: next } = await again(null, { messages: [...outcome.messages, somethingElse] });

      // The other client left it as it was.
      const left = callsOf(chat.exchanges[1]?.request).call_1_1?.state;
      expect(left ?? 'approval-requested').toMatch(/^(?:approval-requested|input-available)$/);
      expect(callsOf(server.requests[1]).call_1_1).toMatchObject({ state: 'output-error' });
      expect(next).toMatchObject({ type: 'completed', output: 'Done.' });
    },
  );

  it.each(chats([...clients, ...stores], 'stale-answer'))(
    'C206 $name is sent without an approval that never arrived',
    async (chat) => {
      const turns = [turnOf(chat.exchanges[0]), { chunks: [], ends: 'cut' } as const];
      const { server, outcome, again } = await play(chat, turns, [yes, nobody]);

      const { outcome: next } = await again(null, { messages: [...outcome.messages, somethingElse] });

      // The other client said yes before it.
      expect(answeredIn(chat.exchanges[1]?.request)).toEqual(['call_1_1']);
      expect(answeredIn(server.requests[2])).toEqual([]);
      expect(callsOf(server.requests[2]).call_1_1).toMatchObject({ state: 'output-error' });
      expect(next).toMatchObject({ type: 'completed', output: 'Done.' });
    },
  );
});

describe.runIf(hasRecordings)('a pending batch', () => {
  it.each(chats(stores, 'probe'))(
    'C212 $name is requested again from the history, without a request that destroys it',
    async (chat) => {
      const { server, outcome, again, asked } = await play(chat, [turnOf(chat.exchanges[0])], [nobody]);

      const { outcome: next } = await again(null, { messages: outcome.messages });

      // The other client asked with nothing.
      expect(chat.exchanges[1]?.request.body.messages).toEqual([]);
      expect(asked[1]).toEqual(asked[0]);
      expect(server.requests).toHaveLength(2);
      expect(answeredIn(server.requests[1])).toEqual(expect.arrayContaining(['call_1_1', 'call_1_4']));
      expect(callsOf(server.requests[1]).call_1_3).toMatchObject({ state: 'output-available' });
      expect(next.type).toBe('completed');
    },
  );
});

describe.runIf(hasRecordings)('a continuation', () => {
  it.each(chats(['use-chat-golden'], 'loop-no-output'))(
    'C209 $name without a reply to the answer is an error, and the approval is sent once',
    async (chat) => {
      const { server, outcome, ends } = await play(
        chat,
        chat.exchanges.map((exchange) => turnOf(exchange)),
      );

      // The other client said it three times, and the tool ran as often.
      expect(chat.exchanges.map(({ request }) => answeredIn(request)).slice(1)).toEqual(Array(3).fill(['call_1_1']));
      expect(server.requests).toHaveLength(2);
      expect(outcome).toMatchObject({ type: 'failed', error: { code: 'remote-unsettled' } });
      expect(ends).toEqual({ call_1_1: 'unknown' });
    },
  );

  it.each(chats(['use-chat-golden'], 'loop-no-step'))(
    'C209 $name that starts no step of its own still counts as a reply',
    async (chat) => {
      const { server, outcome } = await play(
        chat,
        chat.exchanges.map((exchange) => turnOf(exchange)),
      );

      expect(chat.exchanges).toHaveLength(4);
      expect(server.requests).toHaveLength(2);
      expect(outcome.type).toBe('completed');
    },
  );

  it.each(chats(['workflow-agent', 'ai-sdk-resumable'], 'approve', 'text'))(
    'C209 $name continues after the answer, even if steps are retracted',
    async (chat) => {
      const { server, asked, outcome, ends, warnings } = await play(
        chat,
        chat.exchanges.map((exchange) => turnOf(exchange)),
      );

      const isQuestion = chat.name.endsWith('/approve');
      expect(asked.map(idsOf)).toEqual(isQuestion ? [{ approvals: ['call_1_1'], calls: [] }] : []);
      expect(posts(server).map(answeredIn)).toEqual(isQuestion ? [[], ['call_1_1']] : [[]]);
      expect(ends).toEqual(isQuestion ? { call_1_1: 'returned' } : {});
      expect(outcome.type).toBe('completed');
      expect(warnings).toEqual([]);
    },
  );
});
