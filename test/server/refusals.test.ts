import { describe, expect, it } from 'vitest';
import {
  answerPart,
  chatWith,
  chunksOf,
  colour,
  filesAgent,
  questionsIn,
  refusalOf,
  remove,
  typesOf,
} from './chat-server.js';

const picked = {
  type: 'tool-pick_colour',
  toolCallId: 'c',
  state: 'output-available',
  input: { label: 'Sky' },
  output: 1,
};

/** Starts a chat that waits for two approvals and a result. */
async function waiting() {
  const { agent, ran } = filesAgent([{ calls: [remove('a'), remove('b'), colour] }, 'Done.']);
  const chat = chatWith({ agent });
  const first = await chunksOf(await chat.say('go'));
  const [a, b] = [answerPart(first, 'a'), answerPart(first, 'b')];
  return { chat, ran, first, a, b };
}

type Waiting = Awaited<ReturnType<typeof waiting>>;
type Bad = readonly [why: string, code: string, parts: (chat: Waiting) => readonly object[]];

const bad: readonly Bad[] = [
  ['one is missing', 'answers-missing', ({ a }) => [a, picked]],
  ['the result from elsewhere is missing', 'answers-missing', ({ a, b }) => [a, b]],
  ['one is still being asked', 'answers-missing', ({ a, b }) => [a, { ...b, state: 'approval-requested' }, picked]],
  [
    'one is for a call that was never made',
    'unknown-answer',
    ({ a, b }) => [a, b, picked, { ...a, toolCallId: 'zzz' }],
  ],
  [
    'a result is for a call that was never made',
    'unknown-answer',
    ({ a, b }) => [a, b, picked, { ...picked, toolCallId: 'zzz' }],
  ],
  [
    'one names another question',
    'unknown-answer',
    ({ a, b }) => [a, { ...b, approval: { id: 'made-up', approved: true } }, picked],
  ],
  ['one names no question', 'unknown-answer', ({ a, b }) => [a, { ...b, approval: { approved: true } }, picked]],
  ['one has no approval', 'wrong-answer', ({ a, b }) => [a, { ...b, approval: null }, picked]],
  ['one comes twice', 'answered-twice', ({ a, b }) => [a, b, b, picked]],
  [
    'one comes twice, yes and no',
    'answered-twice',
    ({ a, b, first }) => [a, b, answerPart(first, 'b', { approved: false }), picked],
  ],
  ...['true', 1, null, {}, []].map(
    (approved): Bad => [
      `one is ${JSON.stringify(approved)}`,
      'not-boolean',
      ({ a, first }) => [a, { ...answerPart(first, 'b', { approved }) }, picked],
    ],
  ),
  [
    'an approval comes as a result',
    'wrong-answer',
    ({ a, b }) => [a, { ...b, state: 'output-available', output: 'done' }, picked],
  ],
  [
    'an approval comes as an error',
    'wrong-answer',
    ({ a, b }) => [a, { ...b, state: 'output-error', errorText: 'no' }, picked],
  ],
  ['a result comes as an approval', 'wrong-answer', ({ a, b }) => [a, b, { ...b, toolCallId: 'c' }]],
  ['an approval names another tool', 'wrong-answer', ({ a, b }) => [a, { ...b, type: 'tool-list_files' }, picked]],
  [
    'an approval names another tool as a dynamic one',
    'wrong-answer',
    ({ a, b }) => [a, { ...b, type: 'dynamic-tool', toolName: 'list_files' }, picked],
  ],
  ['a result names another tool', 'wrong-answer', ({ a, b }) => [a, b, { ...picked, type: 'tool-list_files' }]],
  ['an edit does not fit its tool', 'invalid-answer', ({ a, b }) => [a, { ...b, input: { path: 7 } }, picked]],
  ['its state is a number', 'wrong-answer', ({ a, b }) => [a, { ...b, state: 7 }, picked]],
  ['nothing is answered at all', 'answers-missing', () => []],
];

describe('C217 answers are refused as a whole', () => {
  it.each(bad)('C217 when %s (%s): no call runs, and the batch stays pending', async (_, code, parts) => {
    const asked = await waiting();

    const [status, said] = await refusalOf(await asked.chat.answer(parts(asked)));

    expect([said, status >= 400 && status < 500]).toEqual([code, true]);
    expect(asked.ran).toEqual([]);
    await chunksOf(await asked.chat.answer([asked.a, asked.b, picked]));
    expect(asked.ran).toEqual(['a.txt', 'b.txt']);
  });

  it('C217 when no call is pending, or the chat does not exist', async () => {
    const { agent } = filesAgent(['Hello.']);
    const chat = chatWith({ agent });
    await chunksOf(await chat.say('go'));
    const part = {
      type: 'tool-delete_file',
      toolCallId: 'a',
      state: 'approval-responded',
      approval: { id: 'x', approved: true },
    };

    expect(await refusalOf(await chat.answer([part]))).toEqual([409, 'nothing-waits']);
    expect(await refusalOf(await chat.answer([part], 'guessed'))).toEqual([404, 'unknown-chat']);
  });

  it('C217 when another message arrives while calls are pending, unless it closes all of them', async () => {
    const { agent, ran, model } = filesAgent([{ calls: [remove('a'), colour] }, 'Then not.']);
    const chat = chatWith({ agent });
    const first = await chunksOf(await chat.say('go'));
    const said = { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'Never mind.' }] };
    const saidAfter = (parts: readonly object[]) =>
      chat.send({ id: 'chat1', messages: [{ id: 'm', role: 'assistant', parts }, said] });
    const closedPick = { ...picked, state: 'output-error', errorText: 'Nobody answered.' };

    expect(await refusalOf(await chat.say('Never mind.', 'u2'))).toEqual([409, 'answers-missing']);
    expect(await refusalOf(await saidAfter([answerPart(first, 'a'), closedPick]))).toEqual([409, 'answers-missing']);
    const closed = await chunksOf(await saidAfter([answerPart(first, 'a', { approved: false }), closedPick]));

    expect(closed).toContainEqual(expect.objectContaining({ delta: 'Then not.' }));
    expect(JSON.stringify(model.requests[1]?.prompt)).toContain('cancelled');
    expect(ran).toEqual([]);
  });
});

describe('C218 a malformed request is refused', () => {
  const setup = () => chatWith({ agent: filesAgent([]).agent, origins: ['https://app.example'] });
  const json = { 'content-type': 'application/json' };
  const message = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'go' }] };
  const bodies: readonly (readonly [string, unknown])[] = [
    ['no JSON', '{"id":'],
    ['a list', []],
    ['null', 'null'],
    ['no id', { messages: [message] }],
    ['an id that is a number', { id: 7, messages: [message] }],
    ['an id without end', { id: 'x'.repeat(300), messages: [message] }],
    ['a message id with NUL', { id: 'c1', messages: [{ ...message, id: 'a\0b' }] }],
    ['a message id with an unpaired surrogate', { id: 'c1', messages: [{ ...message, id: 'a\ud800' }] }],
    ['no messages', { id: 'c' }],
    ['an empty list of messages', { id: 'c', messages: [] }],
    ['messages that are none', { id: 'c', messages: ['hello'] }],
    ['parts that are none', { id: 'c', messages: [{ id: 'u', role: 'user', parts: [7] }] }],
    ['an unknown role', { id: 'c', messages: [{ id: 'u', role: 'admin', parts: [] }] }],
    ['a system message', { id: 'c', messages: [{ ...message, role: 'system' }] }],
    ['an empty message', { id: 'c', messages: [{ id: 'u', role: 'user', parts: [] }] }],
    ['an unknown trigger', { id: 'c', trigger: 'resume-stream', messages: [message] }],
    [
      'a file that the server would have to fetch',
      {
        id: 'c',
        messages: [{ ...message, parts: [{ type: 'file', mediaType: 'image/png', url: 'http://169.254.169.254/' }] }],
      },
    ],
    ['a nest without end', `{"id":"c","messages":${'['.repeat(100_000)}`],
  ];

  it.each(bodies)('C218 with %s as its body', async (_, body) => {
    expect(await refusalOf(await setup().send(body))).toEqual([400, 'malformed-request']);
  });

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data; boundary=x'], ['']])(
    'C218 with the content type %s, which an HTML form of another site can send',
    async (type) => {
      const sent = setup().send({ id: 'c', messages: [message] }, { headers: { 'content-type': type } });

      expect(await refusalOf(await sent)).toEqual([415, 'not-json']);
    },
  );

  it('C218 from a page of another site, unless origins lists it', async () => {
    const from = (origin: string, body: unknown = []) => setup().send(body, { headers: { ...json, origin } });

    expect(await refusalOf(await from('https://evil.example'))).toEqual([403, 'origin-not-allowed']);
    expect(await refusalOf(await from('null'))).toEqual([403, 'origin-not-allowed']);
    expect(await refusalOf(await from('http://here.example'))).toEqual([403, 'origin-not-allowed']);
    expect((await from('https://here.example')).status).toBe(400);
    const named = await from('https://app.example');
    expect([named.status, named.headers.get('access-control-allow-origin')]).toEqual([400, 'https://app.example']);
  });

  it('C218 when it exceeds the size limit, for any content-length', async () => {
    const { agent } = filesAgent([]);
    const chat = chatWith({ agent, maxBytes: 1000 });
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 100;
        controller.enqueue(new Uint8Array(100).fill(32));
      },
    });

    expect(await refusalOf(await chat.say('x'.repeat(2000)))).toEqual([413, 'too-large']);
    const init = { method: 'POST', headers: json, body: endless, duplex: 'half' as const };
    expect(await refusalOf(await chat.send('', init))).toEqual([413, 'too-large']);
    // A body is read beyond its limit, so that the client gets the refusal, but not without end.
    expect(given).toBeLessThan(6000);
  });

  it('C218 with another method', async () => {
    expect(await refusalOf(await setup().send('{}', { method: 'PUT' }))).toEqual([405, 'method-not-allowed']);
  });
});

describe('C219 authorization of chats', () => {
  const asAda = { headers: { 'content-type': 'application/json', authorization: 'Ada' } };
  const asBob = { headers: { 'content-type': 'application/json', authorization: 'Bob' } };
  const go = { id: 'secret', messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'go' }] }] };

  it('C219 a chat belongs to the user who started it: others cannot see it or approve its calls', async () => {
    const { agent, ran } = filesAgent([{ calls: [remove('a')] }, 'Hello.', 'Done.']);
    const authorize = (request: Request) => request.headers.get('authorization') ?? false;
    const chat = chatWith({ agent, authorize });
    const first = await chunksOf(await chat.send(go, asAda));
    const yes = { id: 'secret', messages: [{ id: 'm', role: 'assistant', parts: [answerPart(first, 'a')] }] };

    const [guessed, unknown] = [await chat.send(yes, asBob), await chat.send({ ...yes, id: 'nothing' }, asBob)];

    expect(await guessed.text()).toBe(await unknown.text());
    expect(guessed.status).toBe(404);
    expect(await refusalOf(await chat.send(yes))).toEqual([403, 'not-authorized']);
    // Every user can use the id: for Bob it names a separate chat.
    expect(typesOf(await chunksOf(await chat.send(go, asBob)))).toContain('text-delta');
    expect(ran).toEqual([]);
    await chunksOf(await chat.send(yes, asAda));
    expect(ran).toEqual(['a.txt']);
  });

  it.each([[false], [''], [undefined], [1], [null]])(
    'C219 the result %j of authorize does not permit',
    async (said) => {
      const { agent } = filesAgent([]);
      const chat = chatWith({ agent, authorize: (() => said) as () => boolean });

      expect(await refusalOf(await chat.send(go))).toEqual([403, 'not-authorized']);
    },
  );

  it('C219 an error of authorize rejects the request without revealing the reason', async () => {
    const problems: unknown[] = [];
    const { agent } = filesAgent([]);
    const authorize = () => Promise.reject(new Error('database at 10.0.0.3 is down'));
    const chat = chatWith({ agent, authorize, onProblem: (problem) => problems.push(problem) });

    const refused = await chat.send(go);

    expect(await refused.clone().text()).not.toContain('10.0.0.3');
    expect(await refusalOf(refused)).toEqual([500, 'server-failed']);
    expect(problems).toHaveLength(1);
  });

  it('C219 records the person who approved', async () => {
    const { agent } = filesAgent([{ calls: [remove('a')] }, 'Done.']);
    const chat = chatWith({ agent, authorize: () => 'Ada' });
    const first = await chunksOf(await chat.say('go'));

    await chunksOf(await chat.answer([answerPart(first, 'a')]));

    const [batchId = ''] = (questionsIn(first).a ?? '').split(/:a$/);
    expect(await chat.store.answersOf(batchId)).toMatchObject({ a: { by: { type: 'person', name: 'Ada' } } });
  });
});
