import { type UserModelMessage, userModelMessageSchema } from 'ai';
import { memoryRunStore } from 'countersign/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUserContent } from '../../../src/protocol/base/json-messages.js';
import { randomCases } from '../../support/random-cases.js';
import { filesAgent, startRunServer } from './run-server.js';

const colour = { calls: [{ toolName: 'pick_colour', input: { label: 'Sky' } }] };
const data = 'data:image/png;base64,AAAA';

const bad: readonly (readonly [why: string, more: object])[] = [
  ['a number', { content: 5 }],
  ['an object', { content: { type: 'text', text: 'x' } }],
  ['a list of strings', { content: ['x'] }],
  ['null', { content: null }],
  ['a part without its text', { content: [{ type: 'text' }] }],
  ['a part whose text is an object', { content: [{ type: 'text', text: { toString: null } }] }],
  ['a part of an unknown type', { content: [{ type: 'audio', data }] }],
  ['a tool call', { content: [{ type: 'tool-call', toolCallId: 'x', toolName: 'y', input: {} }] }],
  ['a file without a type', { content: [{ type: 'file', data }] }],
  [
    'a file that is named by an address',
    { content: [{ type: 'file', data: 'http://127.0.0.1/', mediaType: 'image/png' }] },
  ],
  [
    'a tagged address',
    { content: [{ type: 'file', data: { type: 'url', url: 'https://a.example/' }, mediaType: 'a/b' }] },
  ],
  ['an image that is named by an address', { content: [{ type: 'image', image: 'https://a.example/a.png' }] }],
  ['base64 that is none', { content: [{ type: 'file', data: 'data:image/png;base64,!!!', mediaType: 'image/png' }] }],
  ['options that are none', { content: [{ type: 'text', text: 'x', providerOptions: 5 }] }],
  ['a retry with issues that are not a list', { kind: 'model-retry', message: 'x', issues: 5 }],
  ['a retry with an odd issue', { kind: 'model-retry', message: 'x', issues: [{ path: 'a', message: {} }] }],
  ['metadata that is a list', { metadata: [1] }],
  ['metadata that is a string', { metadata: 'x' }],
];

describe('C315 an answer that a model request cannot contain', () => {
  it.each(bad)('C315 %s is refused by the server, and the run still waits', async (_, more) => {
    const { agent } = filesAgent([colour, 'Done.']);
    const server = await startRunServer(agent, { store: memoryRunStore({ agents: { files: agent } }) });
    const ada = server.as('ada');
    await ada.start('Pick', 'r1');
    await expect.poll(() => ada.state('r1')).toBe('waiting');
    const [batch] = await ada.waiting();
    if (batch === undefined) throw new Error('Nothing waits.');
    const good = { kind: 'tool-return', returnValue: { hex: '#00f' } };

    const refused = await ada.answer(batch, { ...good, ...more });
    const taken = await ada.answer(batch, {
      ...good,
      content: [{ type: 'file', data, mediaType: 'image/png' }],
      metadata: {},
    });

    expect([400, 422]).toContain(refused.status);
    expect(taken.status).toBe(200);
    await expect.poll(async () => (await ada.ask('/runs/r1')).body.run.state).toMatchObject({ outcome: 'completed' });
  });

  it('C315 content has the JSON form that the AI SDK accepts', () => {
    const text = fc.constantFrom<unknown>('x', '', 5, null, undefined, {}, { a: 'b' }, { a: 5 }, []);
    const tagged = fc.record({
      type: fc.constantFrom('data', 'reference', 'text', 'nothing'),
      ...{ data: text, text, reference: text },
    });
    const options = fc.constantFrom<unknown>(undefined, {}, { some: {} }, { some: 5 }, 5, null);
    const part = fc.record({
      type: fc.constantFrom('text', 'image', 'file', 'tool-call', 5),
      ...{ text, image: text, filename: text, mediaType: text, data: fc.oneof(text, tagged), providerOptions: options },
    });
    const content = fc.oneof(text, fc.array(part, { maxLength: 2 }));
    const isTaken = (value: unknown): value is UserModelMessage['content'] =>
      userModelMessageSchema.safeParse({ role: 'user', content: value }).success;

    fc.assert(
      fc.property(content, (value) => {
        const json: unknown = JSON.parse(JSON.stringify({ value })).value;
        expect(isUserContent(json)).toBe(isTaken(json));
      }),
      { numRuns: randomCases(20_000) },
    );
  });
});
