import { expect, it } from 'vitest';
import { answerPart, chatWith, chunksOf, filesAgent, refusalOf, remove } from './chat-server.js';

const text = (words: unknown) => ({ type: 'text', text: words });

it.each([
  ['message-known', 'submit-message', 'u1'],
  ['cannot-regenerate', 'regenerate-message', 'u2'],
])(
  'C217 when the next message is rejected (%s), the calls that were closed for it wait as before',
  async (code, trigger, id) => {
    const { agent, ran } = filesAgent(['Hello.', { calls: [remove('a')] }, 'Done.']);
    const chat = chatWith({ agent });
    await chunksOf(await chat.say('go', 'u1'));
    const first = await chunksOf(await chat.say('go', 'u2'));
    const closed = { id: 'm', role: 'assistant', parts: [answerPart(first, 'a', { approved: false })] };

    const refused = await chat.send({
      id: 'chat1',
      trigger,
      messages: [closed, { id, role: 'user', parts: [text('go')] }],
    });
    expect((await refusalOf(refused))[1]).toBe(code);
    await chunksOf(await chat.answer([answerPart(first, 'a')]));

    expect(ran).toEqual(['a.txt']);
  },
);

it.each([
  ['nothing but spaces', [text(''), text(' ')]],
  [
    'a file without a comma in its data: URL',
    [text('See'), { type: 'file', mediaType: 'image/png', url: 'data:junk' }],
  ],
])('C218 with %s as its message', async (_, parts) => {
  const chat = chatWith({ agent: filesAgent([]).agent });

  const said = chat.send({ id: 'chat1', messages: [{ id: 'u1', role: 'user', parts }] });

  expect(await refusalOf(await said)).toEqual([400, 'malformed-request']);
});

it('C218 with a text part whose text is not a string: it is not stored', async () => {
  const chat = chatWith({ agent: filesAgent(['Hello.']).agent });
  const file = { type: 'file', mediaType: 'image/png', url: 'data:,x', filename: 7 };

  await chunksOf(
    await chat.send({ id: 'chat1', messages: [{ id: 'u1', role: 'user', parts: [text('Go'), text(7), file] }] }),
  );

  const [kept] = (await chat.store.conversations.get('chat1'))?.messages ?? [];
  expect(kept?.parts).toEqual([text('Go'), { type: 'file', mediaType: 'image/png', url: 'data:,x' }]);
});
