import { conversationKey } from 'countersign/server';
import { describe, expect, it } from 'vitest';
import { answerPart, chatStore, chatWith, chunksOf, createGate, filesAgent, refusalOf, remove } from './chat-server.js';

const headersOf = (name: string) => ({ 'content-type': 'application/json', authorization: name });
const authorize = (request: Request) => request.headers.get('authorization') ?? false;
const goRequest = (id: string, messageId = 'u1') => ({
  id,
  messages: [{ id: messageId, role: 'user', parts: [{ type: 'text', text: 'go' }] }],
});

/** Returns the observable parts of a response, without random ids. */
async function observe(response: Response): Promise<unknown> {
  const body = (await response.text())
    .replaceAll(/reply-[\w-]+/g, 'reply')
    .replaceAll(/\[\\+"(?:Ada|Bob)\\+",\\+"\w+\\+"\]:[\w-]+/g, 'run');
  return [response.status, [...response.headers], body];
}

describe('the id of a chat', () => {
  it('C310 does not reveal whether another person has a chat with this id, whatever the request', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Hello.', 'Hello.', 'Hello.', 'Hello.', 'Done.']);
    const chat = chatWith({ agent, authorize });
    const as = (name: string, body: object) => chat.send(body, { headers: headersOf(name) });
    const first = await chunksOf(await as('Ada', goRequest('taken')));
    const answers = (id: string) => ({
      id,
      messages: [{ id: 'm', role: 'assistant', parts: [answerPart(first, 'a')] }],
    });
    const stream = async (id: string): Promise<unknown> => await observe(await chat.stream(id, headersOf('Bob')));

    const messagesOf = async (id: string): Promise<readonly unknown[]> => [
      await observe(await as('Bob', answers(id))),
      await observe(await as('Bob', { ...goRequest(id, 'other'), trigger: 'regenerate-message' })),
      await observe(await as('Bob', goRequest(id))),
      await observe(await as('Bob', answers(id))),
      await observe(await as('Bob', goRequest(id))),
      await observe(await as('Bob', goRequest(id, 'u2'))),
    ];

    expect(await stream('taken')).toEqual(await stream('free1'));
    expect(await messagesOf('taken')).toEqual(await messagesOf('free1'));
    expect(ran).toEqual([]);
    await chunksOf(await as('Ada', answers('taken')));
    expect(ran).toEqual(['a.txt']);
  });

  it('C310 does not queue behind requests of another person with the same id', async () => {
    const held = createGate();
    const { agent } = filesAgent([{ calls: [remove('a')] }, 'Hello.', 'Done.'], held);
    const chat = chatWith({ agent, authorize });
    const as = (name: string, body: object) => chat.send(body, { headers: headersOf(name) });
    const first = await chunksOf(await as('Ada', goRequest('taken')));
    const parts = [answerPart(first, 'a')];
    const adas = as('Ada', { id: 'taken', messages: [{ id: 'm', role: 'assistant', parts }] });
    await held.begun;

    const bobs = await as('Bob', goRequest('taken'));

    expect([bobs.status, (await chunksOf(bobs)).at(-1)?.type]).toEqual([200, 'finish']);
    held.open();
    await chunksOf(await adas);
  });

  it('C310 is encoded without ambiguity: no id reaches the chats of another person', async () => {
    const store = chatStore();
    const { agent } = filesAgent(Array.from({ length: 9 }, () => 'Hello.'));
    const said: string[] = [];
    const pairs = [
      ['a', 'b:c'],
      ['a:b', 'c'],
      ['a"', 'b'],
      ['a', '"b'],
      ['a/b', 'c'],
      ['a', 'b/c'],
      ['["a"', '"b"]'],
    ] as const;
    for (const [name, id] of pairs) {
      const chat = chatWith({ agent, store, authorize: () => name });
      await chunksOf(await chat.send(goRequest(id)));
      for (const { runId } of await store.list({ chat: conversationKey(name, id) })) said.push(runId);
    }

    expect(new Set(pairs.map(([name, id]) => conversationKey(name, id))).size).toBe(pairs.length);
    // Each chat has one run.
    expect(new Set(said).size).toBe(pairs.length);
  });

  it.each(['anyone', 'true'])('C310 cannot reach a chat of a user when requests have no user (%s)', async (mode) => {
    const store = chatStore();
    const { agent } = filesAgent(['Hello.', 'Hello.']);
    await chunksOf(await chatWith({ agent, store, authorize: () => 'Ada' }).send(goRequest('taken')));
    const open = chatWith({ agent, store, authorize: mode === 'anyone' ? 'anyone' : () => true });

    const refused = await open.send(goRequest(conversationKey('Ada', 'taken'), 'u2'));
    const own = await open.send(goRequest('taken'));

    expect(await refusalOf(refused)).toEqual([400, 'malformed-request']);
    expect(own.status).toBe(200);
    await own.text();
  });

  it.each([
    ['a space', ' '],
    ['a token', 'x'.repeat(301)],
    ['NUL', 'a\0'],
    ['half a character', 'a\ud800'],
  ])('C310 is not used with %s as a person', async (_, name) => {
    const problems: unknown[] = [];
    const { agent } = filesAgent([]);
    const chat = chatWith({ agent, authorize: () => name, onProblem: (problem) => problems.push(problem) });

    expect(await refusalOf(await chat.send(goRequest('taken')))).toEqual([500, 'server-failed']);
    expect(problems).toMatchObject([{ code: 'person' }]);
  });

  it.each([
    ['an object', { id: 'Ada' }],
    ['a String object', new String('Ada')],
    ['a Boolean object', new Boolean(true)],
    ['a list', ['Ada']],
    ['1', 1],
    ['a function', () => true],
  ])('C310 is not used where authorize returns %s', async (_, said) => {
    const { agent } = filesAgent([]);
    for (const answer of [said, Promise.resolve(said)]) {
      const chat = chatWith({ agent, authorize: (() => answer) as () => boolean }); // violates the type on purpose
      expect(await refusalOf(await chat.send(goRequest('taken')))).toEqual([403, 'not-authorized']);
    }
  });

  it('C310 records the id of the person who answered', async () => {
    const { agent } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const chat = chatWith({ agent, authorize: () => 'ada-1' });
    const first = await chunksOf(await chat.say('go'));
    await chunksOf(await chat.answer([answerPart(first, 'a')]));

    const question = first.find(({ type }) => type === 'tool-approval-request');
    const batchId = String(question?.approvalId).replace(/:a$/, '');

    expect(await chat.store.answersOf(batchId)).toMatchObject({ a: { by: { type: 'person', id: 'ada-1' } } });
  });
});
