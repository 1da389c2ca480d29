import { convertToModelMessages, type UserContent, validateUIMessages } from 'ai';
import { describe, expect, it } from 'vitest';
import { remoteAgent } from '../support/remote-agent.js';
import { asks, calls, gives, says, startStep, whole } from '../support/ui-chunks.js';

describe('C208', () => {
  const said = (more: object): object[] => [
    { type: 'text-start', id: 't', ...more },
    { type: 'text-delta', id: 't', delta: 'Hi.' },
    { type: 'text-end', id: 't' },
  ];
  const reason = { is: 'no text' };

  it.each([
    ['metadata that is none', said({ providerMetadata: 'abc' })],
    ['metadata of numbers', said({ providerMetadata: { a: 5 } })],
    ['metadata at a call', [{ ...calls('z', 'f'), providerMetadata: 'abc' }, gives('z', 1), says('Hi.')]],
    ['our own name', [{ ...calls('z', 'f'), providerMetadata: { countersign: { approval: 'x' } } }, gives('z', 1)]],
    ['words for flags', [{ ...calls('z', 'f'), dynamic: 'yes', providerExecuted: 'no' }, gives('z', 1)]],
    ['a name that is none', [{ type: 'start', messageId: 7 }, says('Hi.')]],
    ['a reason that is none', [says('Hi.'), { type: 'finish', finishReason: 7 }]],
    [
      'a decision that is none',
      [
        ...[calls('z', 'f'), asks('z', { isAutomatic: true })],
        { type: 'tool-approval-response', approvalId: 'ask-z', approved: 'maybe', reason },
        { type: 'tool-output-denied', toolCallId: 'z' },
      ],
    ],
    ['a question that is none', [calls('z', 'f'), asks('z', { reason, signature: 5, approved: true }), gives('z', 1)]],
  ])(
    'C208 the history that is sent back stays acceptable to the server, for any data that it sent: %s',
    async (_, chunks) => {
      const { run, server } = await remoteAgent([
        { chunks: whole(startStep, chunks.flat()) },
        { chunks: whole(says('Next.')) },
      ]);

      const { messages } = (await run()).outcome;
      await run('And?', { messages });

      const sent = server.requests[1]?.body.messages;
      expect(sent).toHaveLength(3);
      expect(JSON.stringify(sent)).not.toContain('countersign');
      await expect(convertToModelMessages(await validateUIMessages({ messages: sent }))).resolves.toBeDefined();
    },
  );

  it('C208 provider metadata of files, custom parts and empty texts is sent back with them', async () => {
    const providerMetadata = { google: { thoughtSignature: 'x' } };
    const [mediaType, url] = ['image/png', 'data:image/png;base64,AAAA'];
    const brought = [
      { type: 'file', mediaType, url, providerMetadata },
      { type: 'reasoning-file', mediaType, url, providerMetadata },
      { type: 'custom', kind: 'google.x', providerMetadata },
      { type: 'text-start', id: 't', providerMetadata },
      { type: 'text-end', id: 't' },
    ];
    const { run, server } = await remoteAgent([
      { chunks: whole(startStep, brought) },
      { chunks: whole(says('Next.')) },
    ]);

    const { outcome, events } = await run();
    await run('And?', { messages: outcome.messages });

    expect(server.requests[1]?.body.messages[1]?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'file', mediaType, url, providerMetadata },
      { type: 'reasoning-file', mediaType, url, providerMetadata },
      { type: 'custom', kind: 'google.x', providerMetadata },
      { type: 'text', text: '', providerMetadata },
    ]);
    expect(events.filter((event) => 'providerMetadata' in event)).toHaveLength(4);
  });

  it('C208 files that people attach are sent in any of their forms', async () => {
    const { run, server } = await remoteAgent([{ chunks: whole(says('Nice.')) }]);
    const content: UserContent = [
      { type: 'image', image: 'AAAA' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
      { type: 'file', mediaType: 'image/png', data: { type: 'url', url: new URL('https://x.test/a.png') } },
    ];

    await run(null, { messages: [{ role: 'user', content }] });

    expect(server.requests[0]?.body.messages[0]?.parts).toEqual([
      { type: 'file', mediaType: 'image/*', url: 'data:image/*;base64,AAAA' },
      { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
      { type: 'file', mediaType: 'image/png', url: 'https://x.test/a.png' },
    ]);
  });
});
