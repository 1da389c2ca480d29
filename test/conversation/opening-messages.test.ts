import type { UIMessage } from 'ai';
import { createAgent, createConversation, tool } from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { expectBatch, type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Conversation } from '../../src/conversation/conversation.js';
import { callRecord, isToolPart } from '../../src/conversation/messages/call-record.js';

const remove = tool({ inputSchema: z.object({ path: z.string() }), requiresApproval: true, execute: () => 'Removed.' });
const turn: ScriptedTurn = ({ prompt }) =>
  prompt.at(-1)?.role === 'tool'
    ? 'It is gone.'
    : { text: 'This one.', calls: [{ toolName: 'remove', input: { path: 'a' } }] };
const makeAgent = () => createAgent({ model: scriptedModel([turn, turn]), tools: { remove } });

/** The messages as a chat server stores them, with an open approval at their end. */
const asked: readonly UIMessage[] = [
  { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Remove a' }] },
  {
    id: 'a1',
    role: 'assistant',
    parts: [
      { type: 'text', text: 'This one.' },
      {
        type: 'tool-remove',
        toolCallId: 'call-1',
        state: 'approval-requested',
        input: { path: 'a' },
        approval: { id: 'p1' },
      },
    ],
  },
];

const phases = (messages: readonly UIMessage[]): readonly string[] =>
  messages.flatMap(({ parts }) => parts.filter(isToolPart).map((part) => callRecord(part).phase));

/** Resolves when a condition is met by the state. */
function until({ store }: Conversation, isMet: (state: ReturnType<typeof store.getState>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe(check);
    function check(): void {
      if (!isMet(store.getState())) return;
      stop();
      resolve();
    }
    check();
  });
}

describe('messages of a server, with an open approval', () => {
  it('C534 are shown as waiting, and stay until the stored run asks again', async () => {
    const storage = memoryStorage();
    const first = createConversation(() => ({ agent: makeAgent(), storage, runKey: 'notes' }));
    first.start('Remove a');
    await until(first, ({ pending }) => pending.length > 0);
    await vi.waitFor(async () => expect((await storage.conversations.get('notes'))?.messages).toHaveLength(2));
    first.dispose();
    const agent = makeAgent();

    const second = createConversation(() => ({ agent, storage, runKey: 'notes', initialMessages: asked }));

    const seen = [second.store.getState()];
    second.store.subscribe((state) => seen.push(state));
    await until(second, ({ pending }) => pending.length > 0);
    expect(seen.filter(({ messages }) => messages.length < 2)).toEqual([]);
    expect(seen.flatMap(({ messages }) => phases(messages))).not.toContain('interrupted');
    expect(seen[0] && phases(seen[0].messages)).toEqual(['waiting']);
    await expectBatch(second).approve('call-1').settled();
    await until(second, ({ outcome }) => outcome !== null);
    expect(second.store.getState().outcome).toMatchObject({ type: 'completed', output: 'It is gone.' });
    expect(phases(second.store.getState().messages)).toEqual(['returned']);
  });

  it('C534 are shown as interrupted once the storage is open and does not know their run', async () => {
    const conversation = createConversation(() => ({
      agent: makeAgent(),
      storage: memoryStorage(),
      runKey: 'notes',
      initialMessages: asked,
    }));

    expect(phases(conversation.store.getState().messages)).toEqual(['waiting']);
    await until(conversation, ({ place }) => place === 'here');
    expect(phases(conversation.store.getState().messages)).toEqual(['interrupted']);
  });

  it('C534 are shown as interrupted without a storage', () => {
    const conversation = createConversation(() => ({ agent: makeAgent(), initialMessages: asked }));

    expect(phases(conversation.store.getState().messages)).toEqual(['interrupted']);
  });
});
