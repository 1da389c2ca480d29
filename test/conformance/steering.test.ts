import { createAgent, createConversation, type Tool, tool } from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { memoryJournal, scriptedModel } from 'countersign/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentWith, converse, eventsOf, ofType, scriptedAgent, until } from './support.js';

const inputSchema = z.object({});
const calls = (...names: readonly string[]) => ({ calls: names.map((toolName) => ({ toolName })) });
const steered = { role: 'user', content: [{ type: 'text', text: 'I meant Paris, Texas.' }] };

/** The roles of a prompt. */
const roles = (prompt: readonly { readonly role: string }[] = []): string[] => prompt.map(({ role }) => role);

/** A tool that ends once the test lets it. */
function heldTool() {
  let begin: () => void = () => {};
  let end: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const search = tool({
    inputSchema,
    idempotent: true,
    execute: async () => {
      begin();
      await held;
      return 'found';
    },
  });
  return { search, begun, end: () => end() };
}

describe('a message to an active run', () => {
  it('C503 follows the results of the step, and the model reads it in its next request', async () => {
    const { search, begun, end } = heldTool();
    const { agent, model } = agentWith({ search }, [calls('search'), 'In Texas.']);
    const run = agent.run('Find Paris.');
    await begun;

    const retract = run.steer?.('I meant Paris, Texas.', 'steer-1');
    end();
    const outcome = await run.outcome;

    expect(roles(model.requests[1]?.prompt)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(model.requests[1]?.prompt.at(-1)).toMatchObject(steered);
    expect(outcome.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    expect(ofType(await eventsOf(run), 'step-end').map(({ steeringIds }) => steeringIds)).toEqual([
      ['steer-1'],
      undefined,
    ]);
    expect(retract?.()).toBe(false);
  });

  it('C503 follows the notes for the model, and several messages keep their order', async () => {
    const { search, begun, end } = heldTool();
    const { agent, model } = agentWith({ search }, [calls('search'), 'Done.']);
    const run = agent.run('go');
    await begun;

    for (const text of ['one', 'two', 'three']) run.steer?.(text);
    end();
    await run.outcome;

    const added = model.requests[1]?.prompt.slice(3);
    expect(added).toMatchObject(['one', 'two', 'three'].map((text) => ({ role: 'user', content: [{ text }] })));
  });

  it('C504 is retracted before its step ends', async () => {
    const { search, begun, end } = heldTool();
    const { agent, model } = agentWith({ search }, [calls('search'), 'Done.']);
    const run = agent.run('go');
    await begun;

    const retracted = run.steer?.('Stop that.')();
    end();
    await run.outcome;

    expect(retracted).toBe(true);
    expect(roles(model.requests[1]?.prompt)).toEqual(['user', 'assistant', 'tool']);
  });

  it('C504 is not delivered by a run that ends first', async () => {
    const { agent } = agentWith({}, ['Done.']);
    const run = agent.run('go');

    const retract = run.steer?.('And then?');
    const outcome = await run.outcome;

    expect(outcome.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(retract?.()).toBe(true);
  });

  it('C503 that is no message is refused', () => {
    const { agent } = agentWith({}, ['Done.']);
    expect(() => agent.run('go').steer?.('  ')).toThrow(expect.objectContaining({ code: 'empty-prompt' }));
  });

  it('C505 is delivered once, at the same place, in every activation of a run with a journal', async () => {
    const journal = memoryJournal();
    const script = [calls('search'), calls('search'), 'In Texas.'];
    const start = (search: Tool, at: number) => {
      const model = scriptedModel(script.slice(at));
      return { model, run: createAgent({ model, tools: { search } }).run('go', { runId: 'run', journal }) };
    };
    const first = heldTool();
    const second = heldTool();
    const searches = [first.search, second.search];
    const search = tool({ inputSchema, idempotent: true, execute: (...args) => searches.shift()?.execute?.(...args) });
    const { run } = start(search, 0);
    await first.begun;
    run.steer?.('I meant Paris, Texas.', 'steer-1');
    first.end();
    await second.begun;
    run.suspend?.();
    await run.outcome;

    const { run: resumed, model } = start(tool({ inputSchema, idempotent: true, execute: () => 'found' }), 2);
    resumed.steer?.('I meant Paris, Texas.', 'steer-1');
    resumed.steer?.('Really.', 'steer-2');
    const outcome = await resumed.outcome;

    // The second message is new, and follows the first step that this activation executes.
    const messages = outcome.messages.map(({ role, content }) => (role === 'user' ? content : role));
    const step = ['assistant', 'tool'];
    expect(messages).toEqual(['go', ...step, 'I meant Paris, Texas.', ...step, 'Really.', 'assistant']);
    expect(model.requests).toHaveLength(1);
  });
});

describe('steer()', () => {
  it('C506 sends a message to the active run of a conversation, which shows it in the place where it was read', async () => {
    const { search, begun, end } = heldTool();
    const { agent } = agentWith({ search }, [calls('search'), 'In Texas.']);
    const conversation = converse(agent);
    conversation.start('Find Paris.');
    await begun;

    conversation.steer('I meant Paris, Texas.');
    const sent = conversation.store.getState();
    end();
    const state = await until(conversation, ({ outcome }) => outcome !== null);

    expect(sent.steering?.map(({ input }) => input)).toEqual(['I meant Paris, Texas.']);
    expect(sent.queued).toEqual([]);
    expect(state.steering).toBeNull();
    const parts = state.messages[1]?.parts.map((part) => part.type);
    expect(parts).toEqual(['step-start', 'tool-search', 'steering-message', 'step-start', 'text']);
    const part = state.messages[1]?.parts[2];
    expect(part).toMatchObject({ id: sent.steering?.[0]?.id, parts: [{ text: 'I meant Paris, Texas.' }] });
  });

  it('C506 sends a message next that the run did not deliver, before queued ones', async () => {
    const { agent, model } = scriptedAgent([{ pace: 5, text: 'One two three four.' }, 'First.', 'Second.']);
    const conversation = converse(agent);
    conversation.start('go');
    await until(conversation, ({ steering }) => steering !== null);

    conversation.start('queued');
    conversation.steer('steered');
    await until(
      conversation,
      ({ queued, status }) => status === 'idle' && queued.length === 0 && model.requests.length === 3,
    );

    const last = model.requests[2]?.prompt.filter(({ role }) => role === 'user');
    expect(last).toMatchObject(['go', 'steered', 'queued'].map((text) => ({ content: [{ text }] })));
  });

  it('C506 moves a queued message, and unqueue() retracts it', async () => {
    const { search, begun, end } = heldTool();
    const { agent, model } = agentWith({ search }, [calls('search'), 'Done.']);
    const conversation = converse(agent);
    conversation.start('go');
    await begun;
    conversation.start('wait');

    conversation.steer('wait');
    const moved = conversation.store.getState();
    const retracted = conversation.unqueue('wait');
    end();
    const state = await until(conversation, ({ status }) => status === 'idle');

    expect([moved.queued, moved.steering?.length]).toEqual([[], 1]);
    expect(retracted).toBe(true);
    expect(state.queued).toEqual([]);
    expect(model.requests).toHaveLength(2);
  });

  it('C506 is start() without an active run', async () => {
    const { agent, model } = scriptedAgent(['Hello.']);
    const conversation = converse(agent);

    conversation.steer('Hi.');
    await until(conversation, ({ outcome }) => outcome !== null);

    expect(model.requests).toHaveLength(1);
  });

  it('C506 waits for the answers of people, and is read after the results', async () => {
    const save = tool({ inputSchema, requiresApproval: true, execute: () => 'saved' });
    const { agent, model } = agentWith({ save }, [calls('save'), 'Done.']);
    const conversation = converse(agent);
    conversation.start('go');
    const { pending } = await until(conversation, ({ pending }) => pending.length > 0);

    conversation.steer('And be quick.');
    await conversation.decide(pending[0]?.items[0]?.call.toolCallId ?? '', true);
    await until(conversation, ({ status }) => status === 'idle');

    expect(roles(model.requests[1]?.prompt)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(model.requests[1]?.prompt.at(-1)).toMatchObject({ content: [{ text: 'And be quick.' }] });
  });

  it('C506 queues the message of a stopped run', async () => {
    const { search, begun } = heldTool();
    const { agent } = agentWith({ search }, [calls('search')]);
    const conversation = converse(agent);
    conversation.start('go');
    await begun;

    conversation.steer('More.');
    conversation.stop();
    const state = await until(conversation, ({ outcome }) => outcome !== null);

    expect(state.queued).toEqual(['More.']);
  });

  it('C507 is delivered after a reload by the next page, once', async () => {
    const storage = memoryStorage();
    const script = [calls('search'), calls('search'), 'Done.'];
    const first = heldTool();
    const open = (search: Tool, at: number) => {
      const model = scriptedModel(script.slice(at));
      const agent = createAgent({ model, tools: { search } });
      return { model, conversation: createConversation({ agent, storage, runKey: 'chat' }) };
    };
    const before = open(first.search, 0);
    before.conversation.start('go');
    await first.begun;
    before.conversation.steer('Be quick.');
    await expect.poll(async () => JSON.stringify(await storage.load('chat'))).toContain('Be quick.');
    before.conversation.dispose();

    const after = open(tool({ inputSchema, idempotent: true, execute: () => 'found' }), 1);
    const state = await until(after.conversation, ({ outcome }) => outcome?.type === 'completed');

    const users = state.outcome?.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(users).toEqual(['go', 'Be quick.']);
    expect(state.queued).toEqual([]);
    expect(roles(after.model.requests[0]?.prompt)).toEqual(['user', 'assistant', 'tool', 'user']);
  });
});
