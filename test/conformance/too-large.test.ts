import {
  agUiTransport,
  type Conversation,
  createConversation,
  createRemoteAgent,
  httpTransport,
  type RemoteAgentOptions,
} from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { filesAgent, startChatServer } from '../server/chat-server.js';
import { agUiTurn, runFinished, text } from '../support/ag-ui.js';
import { says, whole } from '../support/ui-chunks.js';
import { startWireServer, type WireTurn } from '../support/wire-server.js';

/** A picture of so many bytes, as Base64. */
const photo = (bytes: number, filename = 'photo.jpg') =>
  ({ type: 'file', mediaType: 'image/jpeg', filename, data: Buffer.alloc(bytes, 7).toString('base64') }) as const;

const withPhotos = (words: string, ...photos: ReturnType<typeof photo>[]) => [
  { type: 'text', text: words } as const,
  ...photos,
];

function talk(options: RemoteAgentOptions): Conversation {
  const agent = createRemoteAgent(options);
  return createConversation(() => ({ agent }));
}

const stateOf = (conversation: Conversation) => conversation.store.getState();

/** Says something, and waits for the end of its run. */
async function say(conversation: Conversation, input: Parameters<Conversation['start']>[0]) {
  const before = stateOf(conversation).outcome;
  conversation.start(input);
  await new Promise<void>((resolve) => {
    const stop = conversation.store.subscribe(({ outcome }) => {
      if (outcome === null || outcome === before) return;
      stop();
      resolve();
    });
  });
  return stateOf(conversation).outcome;
}

const bodyOf = (request: { readonly body: object } | undefined): number => JSON.stringify(request?.body ?? {}).length;

describe('C377 with handleChat, all defaults', () => {
  it.each([
    ['nothing said of the server', {}],
    ['its name', { server: 'countersign' }],
  ] as const)('C377 two photos of 600 kB and every later message arrive (%s)', async (_, said) => {
    const { agent } = filesAgent([{ text: 'Nice.' }, { text: 'Both.' }, { text: 'And more.' }, { text: 'Bye.' }]);
    const api = await startChatServer({ agent, authorize: 'anyone' });
    const conversation = talk({ transport: httpTransport({ api }), ...said });

    for (const input of [
      withPhotos('Look', photo(600_000), photo(600_000)),
      'Thanks',
      withPhotos('More', photo(600_000)),
      'Bye',
    ])
      expect(await say(conversation, input)).toMatchObject({ type: 'completed' });
  });

  it.each([
    ['nothing said of the server', {}],
    ['its name', { server: 'countersign' }],
  ] as const)('C377 many large messages exceed no limit, because only the new one is sent (%s)', async (_, said) => {
    const { agent } = filesAgent([{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const api = await startChatServer({ agent, authorize: 'anyone', maxBytes: 1_000_000 });
    const conversation = talk({ transport: httpTransport({ api }), ...said });

    for (const input of [withPhotos('Look', photo(600_000)), withPhotos('More', photo(600_000)), 'Thanks'])
      expect(await say(conversation, input)).toMatchObject({ type: 'completed' });
  });

  it('C377 earlier messages are not sent again to a server that stores them', async () => {
    const { agent } = filesAgent([{ text: 'One.' }]);
    const api = await startChatServer({ agent, authorize: 'anyone', maxBytes: 1_000_000 });
    const data = `data:image/jpeg;base64,${photo(600_000).data}`;
    const before = ['a', 'b'].map((id) => ({
      id,
      role: 'user' as const,
      parts: [{ type: 'file' as const, mediaType: 'image/jpeg', url: data }],
    }));
    const remote = createRemoteAgent({ transport: httpTransport({ api }) });
    const conversation = createConversation(() => ({ agent: remote, initialMessages: before }));

    expect(await say(conversation, 'And now?')).toMatchObject({ type: 'completed' });
  });
});

describe('C378 a message that is too large', () => {
  it('C378 is not sent, the error names the reason and the limit, and later messages arrive (server stores the history)', async () => {
    const { agent } = filesAgent([{ text: 'Fine.' }]);
    const api = await startChatServer({ agent, authorize: 'anyone', maxBytes: 1_000_000 });
    const conversation = talk({ transport: httpTransport({ api }) });

    const outcome = await say(conversation, withPhotos('Look', photo(600_000), photo(600_000)));

    if (outcome?.type !== 'failed') throw new Error(outcome?.type);
    expect(outcome.error.code).toBe('remote-too-large');
    expect(outcome.error.message).toMatch(/too large.*1,000,000 bytes.*smaller files/);
    expect(stateOf(conversation).messages).toMatchObject([
      { role: 'user', metadata: { countersign: { unsent: true } } },
    ]);
    const later = await say(conversation, 'Without photos, then');
    expect([later?.type, stateOf(conversation).error?.message]).toEqual(['completed', undefined]);
  });

  const limit = 1_000_000;
  const tooLarge: WireTurn = {
    status: 413,
    headers: { 'content-type': 'text/html' },
    chunks: ['<h1>413</h1>'],
    ends: 'end',
  };
  const wires = [
    ['AI SDK', 'ai-sdk', (api: string) => httpTransport({ api }), { chunks: whole(says('Fine.')) }],
    ['PydanticAI', 'pydantic-ai', (api: string) => httpTransport({ api }), { chunks: whole(says('Fine.')) }],
    ['AG-UI', 'pydantic-ai', (url: string) => agUiTransport({ url }), agUiTurn(text('Fine.'), runFinished())],
  ] as const;

  it.each(wires)('C378 does not end the conversation if the whole history is sent (%s)', async (...wire) => {
    const [, server, toTransport, fine] = wire;
    const { url, requests } = await startWireServer((request) => (bodyOf(request) > limit ? tooLarge : fine));
    const conversation = talk({ transport: toTransport(url), server });
    await say(conversation, withPhotos('First', photo(600_000, 'first.jpg')));

    const larger = await say(conversation, withPhotos('Both', photo(400_000), photo(400_000)));
    const plain = await say(conversation, 'Without photos, then');

    expect(larger).toMatchObject({ type: 'failed', error: { code: 'remote-too-large' } });
    if (larger?.type !== 'failed') throw new Error(larger?.type);
    expect(larger.error.message).toMatch(/earlier files count.*new conversation/);
    expect(plain).toMatchObject({ type: 'completed' });
    expect(JSON.stringify(requests.at(-1)?.body)).not.toContain('Both');
  });

  it.each(wires)(
    'C379 earlier files are omitted from a history that is too large, with a note and a warning (%s)',
    async (...wire) => {
      const [, server, toTransport, fine] = wire;
      const { url, requests } = await startWireServer((request) => (bodyOf(request) > limit ? tooLarge : fine));
      const conversation = talk({ transport: toTransport(url), server });
      await say(conversation, withPhotos('First', photo(600_000, 'first.jpg')));

      const second = await say(conversation, withPhotos('Second', photo(600_000, 'second.jpg')));

      expect(second).toMatchObject({ type: 'completed' });
      expect(JSON.stringify(requests.at(-1)?.body)).toContain('The file first.jpg was left out');
      const warnings = [...stateOf(conversation).events].flatMap((event) =>
        event.type === 'warning' ? [event.code] : [],
      );
      expect(warnings).toEqual(['file-left-out']);
    },
  );
});
