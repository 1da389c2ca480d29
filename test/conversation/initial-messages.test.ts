import { convertToModelMessages, type ModelMessage, type UIMessage } from 'ai';
import { ToolFailed, UserError } from 'countersign/core';
import { describe, expect, it } from 'vitest';
import { repairHistory } from '../../src/agent/batch/repair-history.js';
import { callRecord, isToolPart } from '../../src/conversation/messages/call-record.js';
import { toModelMessages } from '../../src/conversation/messages/to-model-messages.js';
import { converse, scriptedAgent, until } from '../conformance/support.js';

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const metadata = { acme: { signature: 's' } };

const user = (id: string, ...parts: UIMessage['parts']): UIMessage => ({ id, role: 'user', parts });
const agent = (id: string, ...parts: UIMessage['parts']): UIMessage => ({ id, role: 'assistant', parts });
const text = (value: string): UIMessage['parts'][number] => ({ type: 'text', text: value });
const call = { type: 'tool-readFile', toolCallId: 'c1', input: { path: 'a' } } as const;

const conversations: Readonly<Record<string, readonly UIMessage[]>> = {
  texts: [
    { id: 's', role: 'system', parts: [text('Be'), text(' kind.')] },
    user('1', text('Hi')),
    agent('2', text('Hello')),
  ],
  files: [
    user('1', text('See'), { type: 'file', url: picture, mediaType: 'image/png', filename: 'a.png' }),
    agent('2', { type: 'file', url: 'https://files.example/a.pdf', mediaType: 'application/pdf' }),
  ],
  'steps with calls': [
    user('1', text('Read')),
    agent(
      '2',
      { type: 'step-start' },
      { type: 'reasoning', text: 'hm', providerMetadata: metadata },
      text('One'),
      { ...call, state: 'output-available', output: 'content', callProviderMetadata: metadata },
      { ...call, toolCallId: 'c2', state: 'output-available', output: { lines: [1, null] } },
      { type: 'step-start' },
      { type: 'dynamic-tool', toolName: 'x', toolCallId: 'c3', state: 'output-error', input: {}, errorText: 'No' },
      { type: 'source-url', sourceId: 's', url: 'https://a.example' },
      { type: 'data-note', data: 1 },
      { type: 'step-start' },
      text('Done'),
    ),
    user('3', text('Thanks')),
  ],
  'calls of the provider': [
    user('1', text('Search')),
    agent('2', { ...call, providerExecuted: true, state: 'output-available', output: { hits: 2 } }, text('Two hits')),
  ],
  'calls being written': [
    user('1', text('Read')),
    agent('2', text('Well'), { ...call, state: 'input-streaming', input: {} }),
  ],
  'open calls': [user('1', text('Read')), agent('2', { ...call, state: 'input-available' })],
};

/** Without members that are `undefined`, and files as the address alone: both are ways to write the same. */
function plain(messages: readonly ModelMessage[]): unknown {
  return JSON.parse(
    JSON.stringify(messages, (_, value) => (value?.type === 'url' && 'url' in value ? String(value.url) : value)),
  );
}

describe('the history of UI messages', () => {
  it.each(Object.entries(conversations))('is that of the ai package for %s', async (_, messages) => {
    const ours = messages.flatMap(toModelMessages);

    const theirs = await convertToModelMessages([...messages]);

    expect(plain(ours)).toEqual(plain(theirs));
  });

  it('says what a denied, blocked or expired call is, as the run itself does', () => {
    const denied = { ...call, state: 'output-denied', approval: { id: 'c1', approved: false, reason: 'no' } } as const;

    const [, result] = toModelMessages(agent('1', denied));

    expect(result?.content).toMatchObject([{ output: { type: 'execution-denied', reason: 'no' } }]);
  });

  it('of a conversation is the one that the model read', async () => {
    const delete1 = { toolName: 'deleteFile', input: { path: 'a' } };
    const pick = { toolName: 'pickFile', input: { reason: 'r' } };
    const first = scriptedAgent([
      { text: 'Look', calls: [delete1, { toolName: 'readFile', input: { path: 'b' } }, pick] },
      'Done.',
    ]);
    const conversation = converse(first.agent);
    conversation.start('Tidy up');
    const { pending } = await until(conversation, (state) => state.pending.length > 0);
    for (const item of pending[0]?.items ?? []) {
      await conversation.decide(item.call.toolCallId, item.kind === 'approval' ? false : new ToolFailed('gone'));
    }
    const { outcome, messages } = await until(conversation, (state) => state.outcome !== null);

    const stored: UIMessage[] = JSON.parse(JSON.stringify(messages));

    const restored = plain(stored.flatMap(toModelMessages));
    const asked = outcome?.messages.map((message) =>
      message.role === 'user' && typeof message.content === 'string'
        ? { ...message, content: [{ type: 'text', text: message.content }] }
        : message,
    );
    expect(restored).toEqual(JSON.parse(JSON.stringify(asked)));
  });
});

describe('initialMessages', () => {
  const before = [user('1', text('Hi')), agent('2', text('Hello'))];

  it('are shown, and are what the model goes on from', async () => {
    const { agent: talker, model } = scriptedAgent(['Fine.']);
    const conversation = converse(talker, { initialMessages: before });
    const shown = conversation.store.getState().messages;

    conversation.start('How are you?');
    const { messages } = await until(conversation, (state) => state.outcome !== null);

    expect(shown).toEqual(before);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(JSON.stringify(model.requests[0]?.prompt)).toMatch(/Hi.*Hello.*How are you/);
  });

  it('can be taken back and changed like others', async () => {
    const { agent: talker, model } = scriptedAgent(['Good day.']);
    const conversation = converse(talker, { initialMessages: before });

    conversation.edit('Good day', '1');
    const { messages } = await until(conversation, (state) => state.outcome !== null);

    expect(messages).toHaveLength(2);
    expect(JSON.stringify(model.requests[0]?.prompt)).not.toContain('Hello');
  });

  it('count as interrupted where they leave a call open, in the history too', async () => {
    const { agent: talker, model } = scriptedAgent(['Fine.']);
    const open = [
      ...before,
      user('3', text('Read')),
      agent('4', { ...call, state: 'input-available' }),
      user('5', text('?')),
    ];
    const conversation = converse(talker, { initialMessages: open });
    const parts = conversation.store.getState().messages.flatMap((message) => message.parts);
    const phases = parts.flatMap((part) => (isToolPart(part) ? [callRecord(part).phase] : []));

    conversation.edit('Go on', '5');
    const { outcome } = await until(conversation, (state) => state.outcome !== null);

    expect(phases).toEqual(['interrupted']);
    expect(repairHistory(outcome?.messages ?? []).messages).toEqual(outcome?.messages);
    expect(JSON.stringify(model.requests[0]?.prompt)).toMatch(/interrupted before a result.*Go on/);
  });

  it.each([
    ['a text', 'Hi', 'not an array'],
    ['nothing', [null], /\[0\], there is no message/],
    ['no id', [{ role: 'user', parts: [] }], 'the id is not a string'],
    ['model messages', [{ id: '1', role: 'user', content: 'Hi' }], 'the parts are not an array'],
    ['another role', [{ id: '1', role: 'tool', parts: [] }], 'the role is "tool"'],
    ['a part without its text', [{ id: '1', role: 'user', parts: [{ type: 'text' }] }], 'parts[0]'],
    [
      'a call without its id',
      [{ id: '1', role: 'assistant', parts: [{ type: 'tool-x', state: 'input-available' }] }],
      'parts[0]',
    ],
    ['an id twice', [user('1', text('a')), user('1', text('b'))], /\[1\], its id '1'/],
  ])('are refused when they are %s', (_, given, words) => {
    const { agent: talker } = scriptedAgent([]);
    const make = (): unknown => converse(talker, { initialMessages: given as readonly UIMessage[] });

    expect(make).toThrow(UserError);
    expect(make).toThrow(words);
  });
});
