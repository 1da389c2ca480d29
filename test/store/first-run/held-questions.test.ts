import { type Conversation, type ConversationOptions, createBroker } from 'countersign/core';
import { memoryStorage } from 'countersign/persistence';
import { describe, expect, it, vi } from 'vitest';
import { converse, scriptedAgent, until } from '../../conformance/support.js';

const aWhile = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, 30));
const never = (): Promise<unknown> => new Promise(() => {});

/** A conversation whose first question is held, and how it was asked for what shows it. */
async function held(load: () => Promise<unknown> | undefined, options: Partial<ConversationOptions> = {}) {
  const { agent, done } = scriptedAgent([
    { calls: [{ toolName: 'deleteFile', input: { path: 'a' } }] },
    'Done.',
    'More.',
  ]);
  const conversation = converse(agent, options);
  const asked = vi.fn(load);
  const letGo = conversation.holdQuestions(asked);
  conversation.start('Delete a');
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  return { conversation, done, letGo, asked };
}

/** What comes when the test says. */
function slowPart() {
  let arrive = (): void => {};
  const part = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrive, load: () => part };
}

const pendingOf = ({ store }: Conversation) => store.getState().pending;
const answered = async (conversation: Conversation, yes: boolean): Promise<void> => {
  await until(conversation, ({ pending }) => pending.length === 1);
  await conversation.decideAll(yes);
  await until(conversation, ({ outcome }) => outcome !== null);
};

describe('a question that waits for what shows it', () => {
  it('C298 is in nobody’s list until that is there, and is asked once', async () => {
    const { arrive, load } = slowPart();
    const { conversation, done, asked } = await held(load);
    await aWhile();
    expect(pendingOf(conversation)).toEqual([]);

    arrive();
    await answered(conversation, true);

    expect(done).toEqual(['delete a approved']);
    expect(asked).toHaveBeenCalledOnce();
  });

  it('C298 waits no longer once what was to show it is gone, which may be said twice', async () => {
    const { conversation, done, letGo } = await held(never);
    await aWhile();
    expect(pendingOf(conversation)).toEqual([]);

    letGo();
    letGo();
    await answered(conversation, true);

    expect(done).toEqual(['delete a approved']);
  });

  it('C298 is asked however its wait ends', async () => {
    const { conversation, done } = await held(async () => {
      throw new Error('no network');
    });

    await answered(conversation, false);

    expect(done).toEqual([]);
  });

  it('C298 is asked where what loads throws', async () => {
    const { conversation, done } = await held(() => {
      throw new Error('broken');
    });

    await answered(conversation, false);

    expect(done).toEqual([]);
  });

  it('C298 is not asked once its run was stopped, and a next run asks anew', async () => {
    const { arrive, load } = slowPart();
    const { conversation, done } = await held(load);

    conversation.stop('Not now');
    expect((await until(conversation, ({ outcome }) => outcome !== null)).outcome).toMatchObject({ type: 'aborted' });
    arrive();
    await aWhile();
    expect(pendingOf(conversation)).toEqual([]);

    conversation.start('Go on');
    await until(conversation, ({ outcome }) => outcome?.type === 'completed');
    expect(done).toEqual([]);
  });

  it('C298 is asked once all who were to show it are there, or gone', async () => {
    const { agent } = scriptedAgent([{ calls: [{ toolName: 'deleteFile', input: { path: 'a' } }] }, 'Done.']);
    const conversation = converse(agent);
    const { arrive, load } = slowPart();
    const asked = vi.fn(never);
    conversation.holdQuestions(load);
    const letGo = conversation.holdQuestions(asked);
    conversation.start('Delete a');
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());

    letGo();
    await aWhile();
    expect(pendingOf(conversation)).toEqual([]);
    arrive();

    await answered(conversation, false);
  });

  it('C298 whose time is up while it waits is over once that is there, and does nothing', async () => {
    const late = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 60));
    const { conversation, done } = await held(late, { expiry: { after: 20 } });

    const { outcome, events } = await until(conversation, (state) => state.outcome !== null);

    expect(outcome).toMatchObject({ type: 'completed' });
    expect([...events]).toContainEqual(expect.objectContaining({ type: 'answer', by: { type: 'expiry' } }));
    expect(done).toEqual([]);
  });

  it('C298 is asked by the page that goes on, where the one that had it wait is gone', async () => {
    const { agent, done } = scriptedAgent([{ calls: [{ toolName: 'deleteFile', input: { path: 'a' } }] }, 'Done.']);
    const storage = memoryStorage();
    const first = converse(agent, { storage, runKey: 'k' });
    const load = vi.fn(never);
    first.holdQuestions(load);
    await until(first, ({ place }) => place === 'here');
    first.start('Delete a');
    await vi.waitFor(() => expect(load).toHaveBeenCalled());

    first.dispose();
    await aWhile();
    const second = converse(agent, { storage, runKey: 'k' });

    await answered(second, true);
    expect(done).toEqual(['delete a approved']);
    second.dispose();
  });

  it('C298 has no other conversation of its broker wait, and is in the broker once', async () => {
    const broker = createBroker();
    const { conversation, done, letGo } = await held(never, { broker });
    const other = scriptedAgent([{ calls: [{ toolName: 'deleteFile', input: { path: 'b' } }] }, 'Done.']);
    const beside = converse(other.agent, { broker });

    beside.start('Delete b');
    await answered(beside, true);
    expect(broker.pending).toEqual([]);
    letGo();
    await until(conversation, ({ pending }) => pending.length === 1);
    expect(broker.pending).toHaveLength(1);
    await answered(conversation, false);

    expect([done, other.done]).toEqual([[], ['delete b approved']]);
  });
});
