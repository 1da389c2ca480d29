import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastElementsBody } from '../../src/server/request/body-bytes.js';
import { chatWith, chunksOf, filesAgent, refusalOf } from './chat-server.js';

const member = fc.oneof(fc.constantFrom('messages', '"messages', 'mess\\', 'id', '\\"'), fc.string());
const value = fc.jsonValue({ maxDepth: 3 });
/** Bodies that contain the name of the list in other positions, too. */
const bodies = fc.record({
  before: fc.dictionary(member, value),
  messages: fc.array(fc.oneof(value, fc.constantFrom('\\', '"', '\\\\"', ']', { messages: [1, 2, 3] }))),
  after: fc.dictionary(member, value),
});

function readIn(text: string, sizes: readonly number[], maxBytes = 1_000_000) {
  const bytes = new TextEncoder().encode(text);
  const body = lastElementsBody(maxBytes, 'messages');
  let at = 0;
  for (const size of sizes) {
    body.add(bytes.subarray(at, at + size));
    at += size;
  }
  body.add(bytes.subarray(at));
  return body;
}

const photo = (bytes: number) => ({
  type: 'file',
  mediaType: 'image/png',
  url: `data:image/png;base64,${'A'.repeat(bytes)}`,
});
const said = (id: string, ...parts: readonly object[]) => ({
  id,
  role: 'user',
  parts: [{ type: 'text', text: id }, ...parts],
});
const replied = (id: string) => ({ id, role: 'assistant', parts: [{ type: 'text', text: 'Nice.' }] });

describe('C449 a history that a client sends with each message', () => {
  it('C449 is dropped except for its last two messages, for any split and content of the body', () => {
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(20)), fc.boolean(), ({ before, messages, after }, sizes, isSpaced) => {
        delete before.messages;
        delete after.messages;
        const whole = { ...before, messages, ...after };
        const text = isSpaced ? JSON.stringify(whole, null, 1) : JSON.stringify(whole);

        const body = readIn(text, sizes);

        expect(JSON.parse(body.toText())).toEqual({
          ...JSON.parse(text),
          messages: JSON.parse(text).messages.slice(-2),
        });
      }),
      { numRuns: 500 },
    );
  });

  it('C449 does not count against the size limit: only the new message with its pictures does', async () => {
    const turns = [1, 2, 3, 4, 5];
    const { agent } = filesAgent(turns.map(() => 'Nice.'));
    const chat = chatWith({ agent, maxBytes: 10_000 });
    const messages: object[] = [];

    for (const turn of turns) {
      messages.push(said(`u${turn}`, photo(6000)));
      const response = await chat.send({ id: 'chat1', messages });
      expect(response.status).toBe(200);
      expect((await chunksOf(response)).at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' });
      messages.push(replied(`a${turn}`));
    }
    const larger = await chat.send({ id: 'chat1', messages: [...messages, said('u6', photo(11_000))] });

    expect(await refusalOf(larger)).toEqual([413, 'too-large']);
    expect((await chat.store.conversations.get('chat1'))?.messages).toHaveLength(10);
  });

  it('C449 is read only up to a limit', async () => {
    const chat = chatWith({ agent: filesAgent([]).agent, maxBytes: 1000 });
    const encoder = new TextEncoder();
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(encoder.encode(sent === 0 ? '{"id":"c","messages":[' : `${JSON.stringify(replied('a'))},`));
        sent += 60;
      },
    });

    const headers = { 'content-type': 'application/json' };
    const refused = await chat.send('', { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit);

    expect(await refusalOf(refused)).toEqual([413, 'too-large']);
    expect(sent).toBeLessThan(100_000);
  });
});
