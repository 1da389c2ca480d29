import { expect, it } from 'vitest';
import { chatWith, filesAgent, refusalOf } from './chat-server.js';

it.each([
  ['data:image/png;base64,!!!', 'image/png'],
  ['data:image/png;base64,A', 'image/png'],
  ['data:image/png', 'image/png'],
  ['data:image/png;base64,AAAA', ''],
])(
  'C315 refuses a file that no model can read, without storing it in the history: %s as %s',
  async (url, mediaType) => {
    const chat = chatWith({ agent: filesAgent(['Hello.']).agent });
    const said = (parts: readonly object[]) =>
      chat.send({ id: 'chat1', messages: [{ id: 'u1', role: 'user', parts }] });

    const refused = await refusalOf(await said([{ type: 'file', url, mediaType }]));

    expect(refused).toEqual([400, 'malformed-request']);
    expect(await chat.store.conversations.get('chat1')).toBeUndefined();
    expect(await (await said([{ type: 'text', text: 'go' }])).text()).toContain('Hello.');
  },
);

it.each(['a\0b', 'a\ud800b'])('C315 refuses an id that a database cannot store: %j', async (id) => {
  const chat = chatWith({ agent: filesAgent(['Hello.']).agent });

  expect(await refusalOf(await chat.say('go', 'u1', id))).toEqual([400, 'malformed-request']);
});
