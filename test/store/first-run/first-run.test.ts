import type { UIMessage } from 'ai';
import type { Conversation, ConversationOptions } from 'countersign/core';
import { type ScriptedTurn, scriptedModel } from 'countersign/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { leavePage, openPage, SlowNetwork } from '../../setup/slow-network.js';

let network: SlowNetwork;
beforeEach(() => {
  network = new SlowNetwork();
});
afterEach(async () => await leavePage(network));

const text = (value: string): UIMessage['parts'] => [{ type: 'text', text: value }];
const before: readonly UIMessage[] = [
  { id: 'u1', role: 'user', parts: text('Hi') },
  { id: 'a1', role: 'assistant', parts: text('Hello.') },
];

/** A conversation of before, in a page that has loaded no more than shows it. */
async function conversationOf(turns: readonly ScriptedTurn[], options: Partial<ConversationOptions> = {}) {
  const { createAgent, createConversation, tool } = await openPage(network);
  const model = scriptedModel(turns);
  const pick = tool({ inputSchema: z.object({}), outputSchema: z.string() });
  const agent = createAgent({ model, tools: { pick } });
  const conversation = createConversation(() => ({ agent, initialMessages: before, ...options }));
  return { conversation, model };
}

const stateOf = ({ store }: Pick<Conversation, 'store'>) => store.getState();
const said = (conversation: Conversation): string[] =>
  stateOf(conversation).messages.flatMap(({ parts }) => parts.flatMap((part) => ('text' in part ? [part.text] : [])));

/** Long enough for whatever was begun by mistake. */
const aWhile = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, 60));

const shown = ['reduce-run-event', 'local-broker'] as const;

describe('what people do before a run can be shown', () => {
  it.each(shown)('C298 waits with another answer for %s, and makes it once', async (part) => {
    network.hold(part);
    const { conversation, model } = await conversationOf(['Again.', 'Twice.']);

    conversation.regenerate();
    expect(() => conversation.regenerate()).toThrow(expect.objectContaining({ code: 'still-running' }));
    await aWhile();
    expect(model.requests).toEqual([]);
    expect(said(conversation)).toEqual(['Hi', 'Hello.']);
    network.bring(part);

    await vi.waitFor(() => expect(stateOf(conversation).outcome).toMatchObject({ output: 'Again.' }));
    await aWhile();
    expect(model.requests).toHaveLength(1);
    expect(said(conversation)).toEqual(['Hi', 'Again.']);
  });

  it.each(shown)(
    'C298 leaves the last answer where %s does not come, says why, and makes another at the next try',
    async (part) => {
      network.break(part);
      const { conversation, model } = await conversationOf(['Again.']);

      conversation.regenerate();
      await vi.waitFor(() => expect(stateOf(conversation).error?.code).toBe('part-not-loaded'));
      expect(stateOf(conversation).status).toBe('failed');
      expect(said(conversation)).toEqual(['Hi', 'Hello.']);
      expect(model.requests).toEqual([]);

      network.bring(part);
      conversation.regenerate();
      await vi.waitFor(() => expect(stateOf(conversation).outcome).toMatchObject({ output: 'Again.' }));
      expect(stateOf(conversation).error).toBeNull();
    },
  );

  it.each(shown)(
    'C298 keeps what was said in other words where %s does not come, and sends it at the next try',
    async (part) => {
      network.break(part);
      const { conversation, model } = await conversationOf(['Good day.']);

      conversation.edit('Good day');
      await vi.waitFor(() => expect(stateOf(conversation).error?.code).toBe('part-not-loaded'));
      expect(stateOf(conversation)).toMatchObject({ queued: ['Good day'], status: 'failed' });
      expect(model.requests).toEqual([]);

      network.bring(part);
      conversation.unqueue('Good day');
      conversation.start('Good day');
      await vi.waitFor(() => expect(stateOf(conversation).outcome).toMatchObject({ output: 'Good day.' }));
      expect(said(conversation)).toEqual(['Good day', 'Good day.']);
    },
  );

  it('C298 begins no run by resume() that could not be shown, and says why', async () => {
    network.break('reduce-run-event');
    const { conversation, model } = await conversationOf(['More.'], { initialMessages: before.slice(0, 1) });

    conversation.resume();
    await vi.waitFor(() => expect(stateOf(conversation).error?.code).toBe('part-not-loaded'));
    expect(model.requests).toEqual([]);

    network.bring('reduce-run-event');
    conversation.resume();
    expect(() => conversation.resume()).toThrow(expect.objectContaining({ code: 'still-running' }));
    await vi.waitFor(() => expect(stateOf(conversation).outcome).toMatchObject({ output: 'More.' }));
    expect(model.requests).toHaveLength(1);
  });

  it('C298 runs what the page does itself, however late what asks is', async () => {
    network.hold('local-broker');
    const execute = vi.fn(() => 'a.txt');
    const { conversation } = await conversationOf([{ calls: [{ toolName: 'pick' }] }, 'Picked.'], {
      clientTools: { pick: { execute } },
    });

    conversation.regenerate();
    await aWhile();
    network.bring('local-broker');

    await vi.waitFor(() => expect(stateOf(conversation).outcome).toMatchObject({ output: 'Picked.' }));
    expect(execute).toHaveBeenCalledOnce();
  });

  it('C298 sends nothing that was stopped before it could go out: it waits', async () => {
    network.hold(...shown);
    const { conversation, model } = await conversationOf(['Never.']);

    conversation.start('a');
    conversation.stop();
    network.bring(...shown);
    await aWhile();

    expect(stateOf(conversation)).toMatchObject({ queued: ['a'], status: 'idle', error: null });
    expect(model.requests).toEqual([]);
  });

  it('C298 ends what was wanted by a stop, also where code never comes', async () => {
    network.hold('reduce-run-event');
    const { conversation, model } = await conversationOf(['Again.']);

    conversation.regenerate();
    conversation.stop();
    conversation.edit('Good day');
    conversation.stop();
    expect(stateOf(conversation)).toMatchObject({ queued: ['Good day'], status: 'idle' });
    expect(conversation.unqueue('Good day')).toBe(true);
    network.bring('reduce-run-event');
    await aWhile();

    expect(model.requests).toEqual([]);
  });

  it('C298 keeps the order of what was said, and sends each once', async () => {
    network.hold('reduce-run-event');
    const { conversation, model } = await conversationOf(['One.', 'Two.', 'Three.']);

    conversation.start('a');
    conversation.start('b');
    await aWhile();
    expect(() => conversation.edit('c')).toThrow(expect.objectContaining({ code: 'still-running' }));
    network.bring('reduce-run-event');

    await vi.waitFor(() => expect(said(conversation)).toEqual(['Hi', 'Hello.', 'a', 'One.', 'b', 'Two.']));
    expect(stateOf(conversation).queued).toEqual([]);
    expect(model.requests).toHaveLength(2);
  });

  it('C298 does nothing once the conversation was closed', async () => {
    network.hold('reduce-run-event');
    const { conversation, model } = await conversationOf(['Never.']);
    conversation.regenerate();

    conversation.dispose();
    network.bring('reduce-run-event');
    await aWhile();

    expect(model.requests).toEqual([]);
  });

  it('C299 begins with what a page brings itself, however late it says so', async () => {
    network.hold(...shown, 'run-agent');
    const { conversation, model } = await conversationOf(['One.']);
    conversation.start('a');
    await aWhile();
    expect(model.requests).toEqual([]);

    const { loadEagerly } = await import('countersign/eager');
    loadEagerly();

    await vi.waitFor(() => expect(stateOf(conversation).outcome).toMatchObject({ output: 'One.' }));
    network.bringAll();
    await aWhile();
    expect(model.requests).toHaveLength(1);
  });

  it('C298 fails a later part without what came before it, and goes on at the next try', async () => {
    network.break('reduce-run-event');
    const { conversation, model } = await conversationOf(['One.']);
    conversation.start('a');
    await vi.waitFor(() => expect(stateOf(conversation).error?.code).toBe('part-not-loaded'));
    network.bring('reduce-run-event');
    network.break('run-agent');

    conversation.unqueue('a');
    conversation.start('a');
    await vi.waitFor(() => expect(stateOf(conversation).outcome?.type).toBe('failed'));
    expect(stateOf(conversation)).toMatchObject({ status: 'failed', queued: [], error: { code: 'part-not-loaded' } });
    expect(said(conversation)).toEqual(['Hi', 'Hello.', 'a']);

    network.bring('run-agent');
    conversation.regenerate();
    await vi.waitFor(() => expect(stateOf(conversation).outcome).toMatchObject({ output: 'One.' }));
    expect(said(conversation)).toEqual(['Hi', 'Hello.', 'a', 'One.']);
    expect(model.requests).toHaveLength(1);
  });

  it.each(['regenerate', 'edit', 'resume'] as const)(
    'C298 shows what was said once, by %s() after a run that could not say it',
    async (verb) => {
      network.break('run-agent');
      const { conversation } = await conversationOf(['One.']);
      conversation.start('a');
      await vi.waitFor(() => expect(stateOf(conversation).outcome?.type).toBe('failed'));
      network.bring('run-agent');

      if (verb === 'edit') conversation.edit('a');
      else conversation[verb]();

      await vi.waitFor(() => expect(stateOf(conversation).outcome).toMatchObject({ output: 'One.' }));
      expect(said(conversation)).toEqual(['Hi', 'Hello.', 'a', 'One.']);
    },
  );
});
